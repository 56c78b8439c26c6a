import { type Draft, drawingBox, isDrawn } from './draft.ts'
import { pathOf } from './stroke-path.ts'

/**
 * The signature by itself, where its stamp is not there: a name is then in the page's own letters. What it is has to be said
 * beside it.
 */
export function SignaturePicture({ draft }: { draft: Draft }) {
  const { mode, typed, drawn, uploaded } = draft
  if (mode === 'typed') return <span class="unpictured">{typed.trim()}</span>
  if (mode === 'uploaded') return uploaded ? <img class="signature-image" src={uploaded.dataUrl} alt="" /> : null
  if (!isDrawn(drawn)) return null
  return (
    <svg class="signature-image" viewBox={`0 0 ${drawingBox.width} ${drawingBox.height}`} aria-hidden="true">
      <path class="stroke" d={drawn.map(pathOf).join('')} />
    </svg>
  )
}
