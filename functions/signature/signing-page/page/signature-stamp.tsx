import { type PlacedStroke, placeStrokes, radiusOfDot } from '../../../../shared/pdf/drawn-strokes.ts'
import type { Box } from '../../../../shared/pdf/page-geometry.ts'
import { signatureBlockSize } from '../../../../shared/pdf/stamp-layout.ts'
import { type Draft, drawingBox, inReadingOrder, isDrawn, signatureOf } from './draft.ts'
import { SignaturePicture } from './signature-picture.tsx'
import type { SigningField, StampText } from './signing-state.ts'
import type { StampPicture } from './stamp-pictures.ts'
import { useStampPicture } from './stamped-text.tsx'

interface Size {
  readonly width: number
  readonly height: number
}

/** The field that the preview shows: the first one, or the block on the page of signatures. */
export function sizeOfStamp(fields: readonly SigningField[]): Size {
  const field = inReadingOrder(fields).find(({ type }) => type === 'signature')
  return field ? { width: field.width, height: field.height } : signatureBlockSize
}

/** A signature field as it is asked for; null while there is no signature. */
export function signatureStamp(draft: Draft, { width, height }: Size): StampText | null {
  const signature = signatureOf(draft)
  if (!signature) return null
  return { kind: 'signature', text: signature.mode === 'typed' ? signature.value : '', width, height }
}

/**
 * A signature field as the document will show it; the signature alone where the server cannot be asked. What it is has to be said
 * beside it.
 */
export function SignatureStamp({ draft, size }: { draft: Draft; size: Size }) {
  const pictured = useStampPicture(signatureStamp(draft, size))
  if (pictured === undefined && draft.mode === 'typed') return null
  if (!pictured || !('picture' in pictured)) return <SignaturePicture draft={draft} />
  const { picture } = pictured
  return (
    <svg class="signature-image" viewBox={picture.viewBox} aria-hidden="true">
      <path fill="currentColor" d={picture.outline} />
      <OwnSignature draft={draft} picture={picture} />
    </svg>
  )
}

/** A drawing or an image, in its place. Typed signatures are part of the picture. */
function OwnSignature({ draft, picture }: { draft: Draft; picture: StampPicture }) {
  const { mode, drawn, uploaded } = draft
  const place = picture.signature
  if (!place) return null
  if (mode === 'uploaded' && uploaded) return <image href={uploaded.dataUrl} {...place} />
  if (mode !== 'drawn' || !isDrawn(drawn)) return null
  const strokes = placeStrokes({ ...drawingBox, strokes: drawn }, place)
  return (
    <g class="ink">
      {strokes.map((stroke) => (
        <Stroke stroke={stroke} place={place} />
      ))}
    </g>
  )
}

/** Strokes are placed from the bottom up, as in the document. */
function Stroke({ stroke, place }: { stroke: PlacedStroke; place: Box }) {
  const down = (y: number) => 2 * place.y + place.height - y
  if ('dot' in stroke) {
    const { x, y, width } = stroke.dot
    return <circle class="dot" cx={x} cy={down(y)} r={width * radiusOfDot} />
  }
  const [first] = stroke.pieces
  if (!first) return null
  const start = `M${first.from.x} ${down(first.from.y)}`
  const curves = stroke.pieces.map(({ control, to }) => `Q${control.x} ${down(control.y)} ${to.x} ${down(to.y)}`)
  return <path d={`${start}${curves.join('')}`} stroke-width={first.width} />
}
