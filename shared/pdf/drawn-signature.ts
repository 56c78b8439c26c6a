import { type Drawing, ink, numbers, withinState } from './drawing.ts'
import { type InkPoint, type Point, placeStrokes, radiusOfDot, type StrokePiece } from './drawn-strokes.ts'
import type { DrawnSignature } from './given-signature.ts'
import type { Box } from './page-geometry.ts'

/** Strokes as smooth lines; what was drawn on the pad is as large as the box allows, in its middle. */
export function drawDrawnSignature(drawing: Drawing, given: DrawnSignature, box: Box) {
  const colour = numbers(...ink)
  withinState(drawing, `1 J 1 j ${colour} RG ${colour} rg`, () => {
    for (const stroke of placeStrokes(given, box))
      drawing.operators.push(...('dot' in stroke ? [dot(stroke.dot)] : line(stroke.pieces)))
  })
}

/** One path where the width is the same, else a path for each piece. */
function line(pieces: readonly StrokePiece[]): string[] {
  const [first] = pieces
  if (!first) return []
  if (pieces.some(({ width }) => width !== first.width))
    return pieces.map((piece) => `${numbers(piece.width)} w ${start(piece)} ${curve(piece)} S`)
  return [`${numbers(first.width)} w ${start(first)}`, ...pieces.map(curve), 'S']
}

function start({ from }: StrokePiece): string {
  return `${numbers(from.x, from.y)} m`
}

/** With the one control point that it has as the two that PDF wants. */
function curve({ from, control, to }: StrokePiece): string {
  const near = (end: Point) => [end.x + ((control.x - end.x) * 2) / 3, end.y + ((control.y - end.y) * 2) / 3]
  return `${numbers(...near(from), ...near(to), to.x, to.y)} c`
}

/** A circle, since not every reader shows a line without length. */
function dot({ x, y, width }: InkPoint): string {
  const radius = width * radiusOfDot
  const bend = radius * 0.5523
  const [left, right, low, high] = [x - radius, x + radius, y - radius, y + radius]
  return [
    `${numbers(right, y)} m ${numbers(right, y + bend, x + bend, high, x, high)} c`,
    `${numbers(x - bend, high, left, y + bend, left, y)} c ${numbers(left, y - bend, x - bend, low, x, low)} c`,
    `${numbers(x + bend, low, right, y - bend, right, y)} c f`,
  ].join(' ')
}
