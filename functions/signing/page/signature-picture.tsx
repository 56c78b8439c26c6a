import { type Draft, drawingBox, isDrawn } from './draft.ts'
import { pathOf } from './stroke-path.ts'

/** In the units of the box: text no larger than this, and smaller the longer a name is. */
const largestText = 110
const textRoom = 1200
const printedRoom = 900
/** Letters that the handwriting lacks: a name with one of them is stamped in slanted print, and shown so. */
const unwritten = /[\p{Script=Greek}\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/u

/** The signature as it stands, as large as the place allows. What it is has to be said beside it. */
export function SignaturePicture({ draft }: { draft: Draft }) {
  const { mode, typed, drawn, uploaded } = draft
  if (mode === 'uploaded') return uploaded ? <img class="signature-image" src={uploaded.dataUrl} alt="" /> : null
  if (mode === 'drawn' && !isDrawn(drawn)) return null
  const { width, height } = drawingBox
  const isPrinted = unwritten.test(typed)
  const room = isPrinted ? printedRoom : textRoom
  return (
    <svg class="signature-image" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {mode === 'drawn' ? (
        <path class="stroke" d={drawn.map(pathOf).join('')} />
      ) : (
        <text
          class={isPrinted ? 'printed' : 'handwriting'}
          x={width / 2}
          y={height / 2}
          text-anchor="middle"
          dominant-baseline="central"
          style={{ fontSize: `${Math.min(largestText, room / typed.trim().length)}px` }}
        >
          {typed.trim()}
        </text>
      )}
    </svg>
  )
}
