import type { DrawnSignature, GivenSignature, PointOfStroke } from '../../../shared/pdf/given-signature.ts'
import { imageFile } from './images.ts'

const wave = Array.from({ length: 60 }, (_, index): PointOfStroke => {
  return { x: 60 + index * 6, y: 100 + 60 * Math.sin(index / 4) * Math.cos(index / 17) }
})
const loop = Array.from({ length: 30 }, (_, index): PointOfStroke => {
  return { x: 420 + 60 * Math.cos(index / 4), y: 100 + 50 * Math.sin(index / 4), pressure: index / 30 }
})

/** A line, a loop of changing pressure, and a dot. */
export const drawnExample: DrawnSignature = { width: 600, height: 200, strokes: [wave, loop, [{ x: 520, y: 40 }]] }

/** One of each kind, by a name for tests. */
export const signatureExamples: Readonly<Record<string, GivenSignature | undefined>> = {
  'no signature but the name': undefined,
  'a typed name': { mode: 'typed', value: 'Zoë Łukasiewicz' },
  'a typed name without a handwriting': { mode: 'typed', value: 'Ζωή Παπαδοπούλου' },
  'drawn strokes': { mode: 'drawn', value: drawnExample },
  'a PNG': { mode: 'uploaded', value: imageFile('interlaced-16-alpha.png') },
  'a JPEG': { mode: 'uploaded', value: imageFile('progressive.jpg') },
}
