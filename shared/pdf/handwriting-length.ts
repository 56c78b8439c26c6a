interface Place {
  readonly x: number
  readonly y: number
}

/** Of the width of the picture or pad. A sentence is longer than that in any hand. */
const leastPart = 0.02

/** A finger that rests trembles, so taps may be lines of some length. Coordinates count as they are kept. */
export function isLongEnough(strokes: readonly (readonly Place[])[], width: number): boolean {
  const total = strokes.reduce((sum, points) => sum + lengthOf(points.map(kept)), 0)
  return total >= leastPart * width
}

/** How far a pen went, where it was down. */
function lengthOf(points: readonly Place[]): number {
  return points.reduce((sum, { x, y }, index) => {
    const before = points[index - 1]
    return before ? sum + Math.hypot(x - before.x, y - before.y) : sum
  }, 0)
}

const kept = ({ x, y }: Place): Place => ({ x: rounded(x), y: rounded(y) })

/** As a handwriting is kept: to hundredths. */
export const rounded = (value: number): number => Math.round(value * 100) / 100
