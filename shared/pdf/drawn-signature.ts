import { type Drawing, ink, numbers, withinState } from './drawing.ts'
import type { DrawnSignature, PointOfStroke } from './given-signature.ts'
import type { Box } from './page-geometry.ts'

type Point = { x: number; y: number }
/** A point on paper, with the width of the line there. */
type InkPoint = Point & { width: number }
/** A curve that leaves `from` towards `control` and comes from there to `to`. */
type Piece = { from: Point; control: Point; to: Point; width: number }

/** Of a small drawing no less of the pad is shown than a sixth of each side, so that a dot does not fill the field. */
const leastShare = 1 / 6
/** Widths of the line in points, for the pressure in the middle. */
const [thinnestPen, thickestPen] = [0.6, 1.8]
const unknownPressure = 0.5
const radiusOfDot = 0.7

/** Strokes as smooth lines; what was drawn on the pad is as large as the box allows, in its middle. */
export function drawDrawnSignature(drawing: Drawing, given: DrawnSignature, box: Box) {
  const pen = Math.min(thickestPen, Math.max(thinnestPen, Math.min(box.width / 2, box.height) / 24))
  const placed = placedOn(given, box, pen)
  const colour = numbers(...ink)
  withinState(drawing, `1 J 1 j ${colour} RG ${colour} rg`, () => {
    for (const stroke of given.strokes) {
      const points = withoutRepeats(stroke).map((point) => ({ ...placed(point), width: pen * thickness(point) }))
      const [first] = points
      if (first) drawing.operators.push(...(points.length === 1 ? [dot(first)] : line(points)))
    }
  })
}

/** From 0.6 to 1.4 times the width that the pen has in the middle. */
function thickness({ pressure = unknownPressure }: PointOfStroke): number {
  return 0.6 + 0.8 * pressure
}

/** From the pad, its origin at the top-left, to the box, its origin at the bottom-left. */
function placedOn({ width, height, strokes }: DrawnSignature, box: Box, margin: number): (point: Point) => Point {
  const ink = boundsOf(strokes)
  const across = Math.max(ink.width, width * leastShare)
  const down = Math.max(ink.height, height * leastShare)
  const scale = Math.max(0, Math.min((box.width - 2 * margin) / across, (box.height - 2 * margin) / down))
  const middle = { x: ink.x + ink.width / 2, y: ink.y + ink.height / 2 }
  return ({ x, y }) => ({
    x: box.x + box.width / 2 + (x - middle.x) * scale,
    y: box.y + box.height / 2 - (y - middle.y) * scale,
  })
}

function boundsOf(strokes: readonly (readonly Point[])[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of strokes.flat()) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** A pen that rests sends the same point again. */
function withoutRepeats(stroke: readonly PointOfStroke[]): PointOfStroke[] {
  return stroke.filter(({ x, y }, index) => index === 0 || x !== stroke[index - 1]?.x || y !== stroke[index - 1]?.y)
}

/** One path where the width is the same, else a path for each piece. */
function line(points: readonly InkPoint[]): string[] {
  const pieces = smooth(points)
  const [first] = pieces
  if (!first) return []
  if (pieces.some(({ width }) => width !== first.width))
    return pieces.map((piece) => `${numbers(piece.width)} w ${start(piece)} ${curve(piece)} S`)
  return [`${numbers(first.width)} w ${start(first)}`, ...pieces.map(curve), 'S']
}

/**
 * The points draw the line towards themselves, and it passes through the middles between them. So it has no corners, and
 * never leaves the area of its points, as a curve through all of them would.
 */
function smooth(points: readonly InkPoint[]): Piece[] {
  return points.map((control, index) => {
    const [before, after] = [points[index - 1], points[index + 1]]
    const from = before ? middleOf(before, control) : control
    const to = after ? middleOf(control, after) : control
    return { from, control, to, width: control.width }
  })
}

function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function start({ from }: Piece): string {
  return `${numbers(from.x, from.y)} m`
}

/** With the one control point that it has as the two that PDF wants. */
function curve({ from, control, to }: Piece): string {
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
