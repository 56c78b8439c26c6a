import * as v from 'valibot'

/** What a signer may draw; a signature by hand has some ten strokes of a hundred points. */
export const maxStrokes = 200
export const maxPoints = 10_000
const maxPadSide = 10_000

const side = v.pipe(
  v.number(),
  v.minValue(1, 'The width and height of the pad must be at least 1.'),
  v.maxValue(maxPadSide, `The width and height of the pad must be at most ${maxPadSide}.`),
)

const coordinate = v.pipe(
  v.number(),
  v.finite('Send coordinates as numbers in the units of the pad.'),
  v.minValue(0, 'Send points inside the pad, measured from its top-left corner.'),
)

const point = v.object({
  x: coordinate,
  y: coordinate,
  pressure: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0, 'Send a pressure between 0 and 1.'),
      v.maxValue(1, 'Send a pressure between 0 and 1.'),
    ),
  ),
})

const stroke = v.pipe(
  v.array(point),
  v.minLength(1, 'Leave out strokes without a point.'),
  v.maxLength(maxPoints, `Send at most ${maxPoints} points in all.`),
)

/**
 * A signature as it was drawn: the size of the pad, in any unit, and the strokes on it, each from where the pen was put
 * down. Points are measured in that unit from the top-left corner. `pressure` is that of a pen, 0.5 where it is not known.
 */
export const drawnSignature = v.pipe(
  v.object({
    width: side,
    height: side,
    strokes: v.pipe(
      v.array(stroke),
      v.minLength(1, 'Draw at least one stroke.'),
      v.maxLength(maxStrokes, `Send at most ${maxStrokes} strokes.`),
    ),
  }),
  v.check(
    ({ strokes }) => strokes.reduce((sum, points) => sum + points.length, 0) <= maxPoints,
    `Send at most ${maxPoints} points in all.`,
  ),
  v.check(
    ({ width, height, strokes }) => strokes.every((points) => points.every(({ x, y }) => x <= width && y <= height)),
    'Send points inside the pad, measured from its top-left corner.',
  ),
)
export type DrawnSignature = v.InferOutput<typeof drawnSignature>
export type PointOfStroke = DrawnSignature['strokes'][number][number]

/**
 * What signers put on the document as their signature: their name in a handwriting, their own hand, or the bytes of an
 * image that `readSignatureImage` takes.
 */
export type GivenSignature =
  | { mode: 'typed'; value: string }
  | { mode: 'drawn'; value: DrawnSignature }
  | { mode: 'uploaded'; value: Uint8Array }

/** A sentence that was written by hand: its strokes where they are known, or a picture of it. */
export type GivenMention = Exclude<GivenSignature, { mode: 'typed' }>

/** A mention with the file that keeps it: the strokes as JSON, or the picture. */
export type WrittenMention = GivenMention & { file: Uint8Array; sha256: string }

/** What a signer gave on signing. Vendors that only tell that somebody signed have nothing of it. */
export type GivenOnSigning = {
  signature?: GivenSignature
  /** Sentences that were written by hand, of fields by their id. */
  mentions?: ReadonlyMap<string, WrittenMention>
  /** Of fields by their id: a text for those of type `text`, whether it was ticked for a `checkbox`. */
  values: Readonly<Record<string, string | boolean>>
}
