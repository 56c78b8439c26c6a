import * as v from 'valibot'
import type { DrawnSignature } from './given-signature.ts'
import { isLongEnough, rounded } from './handwriting-length.ts'

/** What one request may carry: a sentence of some thirty words has two to five thousand points. */
export const maxHandwritingPoints = 20_000
const maxHandwritingStrokes = 2_000
const maxSide = 10_000
const maxTimeMs = 24 * 60 * 60 * 1000

export const tooShort = 'Send the sentence as it was written: this is too short to be one.'
const outside = 'Send points inside the picture or pad, measured from its top-left corner.'

const point = v.object({
  x: v.pipe(v.number(), v.minValue(0, outside), v.maxValue(maxSide, outside)),
  y: v.pipe(v.number(), v.minValue(0, outside), v.maxValue(maxSide, outside)),
  t: v.pipe(
    v.number(),
    v.minValue(0, 'Send times in milliseconds since the first point.'),
    v.maxValue(maxTimeMs, 'Send times in milliseconds since the first point.'),
  ),
  p: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0, 'Send a pressure between 0 and 1.'),
      v.maxValue(1, 'Send a pressure between 0 and 1.'),
    ),
  ),
})

/** Strokes in the order in which they were written. `t` counts milliseconds from the first point; `p` is the pressure of a pen. */
export const handwrittenStrokes = v.pipe(
  v.array(v.pipe(v.array(point), v.minLength(1, 'Leave out strokes without a point.'))),
  v.minLength(1, 'Send at least one stroke.'),
  v.maxLength(maxHandwritingStrokes, `Send at most ${maxHandwritingStrokes} strokes.`),
  v.check(
    (strokes) => pointsIn(strokes) <= maxHandwritingPoints,
    `Send at most ${maxHandwritingPoints} points in all.`,
  ),
  v.check(
    (strokes) => strokes.some(hasLength),
    'Send the sentence as it was written: a single point is no handwriting.',
  ),
)
type Strokes = v.InferOutput<typeof handwrittenStrokes>

const side = v.pipe(v.number(), v.minValue(1), v.maxValue(maxSide))

/** A sentence as it was written by hand: the size of the pad in any unit, and the strokes on it in that unit. */
export const handwriting = v.pipe(
  v.object({ width: side, height: side, strokes: handwrittenStrokes }),
  v.check((written) => isInside(written.strokes, written), outside),
  v.check(({ strokes, width }) => isLongEnough(strokes, width), tooShort),
)
export type Handwriting = v.InferOutput<typeof handwriting>

/** A tap leaves points in one place. */
function hasLength(points: readonly { readonly x: number; readonly y: number }[]): boolean {
  const [first] = points
  return (
    first !== undefined && points.some(({ x, y }) => rounded(x) !== rounded(first.x) || rounded(y) !== rounded(first.y))
  )
}

export function isInside(strokes: Strokes, { width, height }: { width: number; height: number }): boolean {
  return strokes.every((points) => points.every(({ x, y }) => x <= width && y <= height))
}

export function pointsIn(strokes: readonly (readonly unknown[])[]): number {
  return strokes.reduce((sum, points) => sum + points.length, 0)
}

/** The file that keeps a handwriting: JSON with a list of [x, y, t, pressure] for each stroke. */
export function handwritingFile({ width, height, strokes }: Handwriting): Buffer {
  const lists = strokes.map((points) =>
    points.map(({ x, y, t, p }) => [rounded(x), rounded(y), Math.round(t), ...(p === undefined ? [] : [rounded(p)])]),
  )
  return Buffer.from(JSON.stringify({ width: rounded(width), height: rounded(height), strokes: lists }))
}

const fileSchema = v.object({
  width: v.number(),
  height: v.number(),
  strokes: v.array(v.array(v.tuple([v.number(), v.number(), v.number(), v.optional(v.number())]))),
})

/** Reads the file back. Throws where it is another file. */
export function handwritingIn(bytes: Uint8Array): Handwriting {
  const { width, height, strokes } = v.parse(fileSchema, JSON.parse(Buffer.from(bytes).toString('utf8')))
  return {
    width,
    height,
    strokes: strokes.map((points) => points.map(([x, y, t, p]) => ({ x, y, t, ...(p !== undefined && { p }) }))),
  }
}

/** The same strokes as they are drawn. */
export function asDrawing({ width, height, strokes }: Handwriting): DrawnSignature {
  return {
    width,
    height,
    strokes: strokes.map((points) => points.map(({ x, y, p }) => ({ x, y, ...(p !== undefined && { pressure: p }) }))),
  }
}
