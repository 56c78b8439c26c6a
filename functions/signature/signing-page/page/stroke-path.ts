import type { Point } from './signing-state.ts'

/** A stroke as an SVG path: smooth, through the middles between its points. */
export function pathOf(stroke: readonly Point[]): string {
  const [first, ...others] = stroke
  if (!first) return ''
  const last = others.at(-1)
  if (!last) return `M${first.x} ${first.y}h.01`
  const curves = others.slice(0, -1).map((point, index) => {
    const next = others[index + 1] ?? last
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`
  })
  return `M${first.x} ${first.y}${curves.join('')}L${last.x} ${last.y}`
}
