import { type Draft, drawingBox, isDrawn } from './draft.ts'
import type { StampText } from './signing-state.ts'
import { StampedText, useStampPicture } from './stamped-text.tsx'
import { pathOf } from './stroke-path.ts'

/** As large as a typed name is stamped at most; the picture of it fits any place. */
const typedBox = { width: 150, height: 50 }

/** A typed signature as it is asked for; null while nothing is typed. */
export function typedStamp({ typed }: Draft): StampText | null {
  const text = typed.trim()
  return text ? { kind: 'typed', text, ...typedBox } : null
}

/** The signature as it stands, as large as the place allows. What it is has to be said beside it. */
export function SignaturePicture({ draft }: { draft: Draft }) {
  const { mode, drawn, uploaded } = draft
  if (mode === 'typed') return <TypedPicture draft={draft} />
  if (mode === 'uploaded') return uploaded ? <img class="signature-image" src={uploaded.dataUrl} alt="" /> : null
  if (!isDrawn(drawn)) return null
  return (
    <svg class="signature-image" viewBox={`0 0 ${drawingBox.width} ${drawingBox.height}`} aria-hidden="true">
      <path class="stroke" d={drawn.map(pathOf).join('')} />
    </svg>
  )
}

/** The letters that will be stamped; the name in the page's own where the server cannot be asked. */
function TypedPicture({ draft }: { draft: Draft }) {
  const stamp = typedStamp(draft)
  const pictured = useStampPicture(stamp)
  if (!stamp || pictured === undefined) return null
  if (pictured === null) return <span class="unpictured">{stamp.text}</span>
  return 'picture' in pictured ? <StampedText picture={pictured.picture} kind="signature-image" /> : null
}
