/** When a call began and when it had been answered, on any one clock. */
export interface Span {
  readonly beganAt: number
  readonly answeredAt: number
}

/** How many calls the longest chain has, of which each began after the one before had been answered: what an invocation waits for. */
export function serialDepth(spans: readonly Span[]): number {
  const depths = new Map<Span, number>()
  for (const span of spans.toSorted((a, b) => a.beganAt - b.beganAt)) {
    const before = [...depths].filter(([earlier]) => earlier.answeredAt <= span.beganAt).map(([, depth]) => depth)
    depths.set(span, 1 + Math.max(0, ...before))
  }
  return Math.max(0, ...depths.values())
}
