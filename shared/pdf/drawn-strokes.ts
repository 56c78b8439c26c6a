import type { Box } from './page-geometry.ts'

export type Point = { readonly x: number; readonly y: number }
type PadPoint = Point & { readonly pressure?: number | undefined }

/** A drawing on a pad, measured from its top-left. */
export interface Drawn {
  readonly width: number
  readonly height: number
  readonly strokes: readonly (readonly PadPoint[])[]
}

/** A point on paper, with the width of the line there. */
export type InkPoint = Point & { readonly width: number }
/** A curve that leaves `from` towards `control` and comes from there to `to`. */
export type StrokePiece = {
  readonly from: Point
  readonly control: Point
  readonly to: Point
  readonly width: number
}
/** A stroke as it is drawn: a dot, or pieces that follow each other. */
export type PlacedStroke = { readonly dot: InkPoint } | { readonly pieces: readonly StrokePiece[] }

/** Of a small drawing no less of the pad is shown than a sixth of each side, so that a dot does not fill the field. */
const leastShare = 1 / 6
/** Widths of the line in points, for the pressure in the middle. */
const [thinnestPen, thickestPen] = [0.6, 1.8]
const unknownPressure = 0.5
export const radiusOfDot = 0.7

/**
 * Strokes as smooth lines in a box: what was drawn on the pad is as large as the box allows, in its middle. Measured from the
 * bottom-left. The document and its preview are both drawn from this.
 */
export function placeStrokes(given: Drawn, box: Box): PlacedStroke[] {
  const pen = Math.min(thickestPen, Math.max(thinnestPen, Math.min(box.width / 2, box.height) / 24))
  const placed = placedOn(given, box, pen)
  return given.strokes.flatMap((stroke): PlacedStroke[] => {
    const points = withoutRepeats(stroke).map((point) => ({ ...placed(point), width: pen * thickness(point) }))
    const [first] = points
    if (!first) return []
    return points.length === 1 ? [{ dot: first }] : [{ pieces: smooth(points) }]
  })
}

/** From 0.6 to 1.4 times the width that the pen has in the middle. */
function thickness({ pressure = unknownPressure }: PadPoint): number {
  return 0.6 + 0.8 * pressure
}

/** From the pad, its origin at the top-left, to the box, its origin at the bottom-left. */
function placedOn({ width, height, strokes }: Drawn, box: Box, margin: number): (point: Point) => Point {
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

function boundsOf(strokes: Drawn['strokes']): Box {
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
function withoutRepeats(stroke: readonly PadPoint[]): PadPoint[] {
  return stroke.filter(({ x, y }, index) => index === 0 || x !== stroke[index - 1]?.x || y !== stroke[index - 1]?.y)
}

/**
 * The points draw the line towards themselves, and it passes through the middles between them. So it has no corners, and
 * never leaves the area of its points, as a curve through all of them would.
 */
function smooth(points: readonly InkPoint[]): StrokePiece[] {
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
