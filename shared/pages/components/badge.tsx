import type { ComponentChildren } from 'preact'

export type BadgeTone = 'neutral' | 'good' | 'bad' | 'waiting'

/** The state of something in a word or two. The word says it; the colour only repeats it. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ComponentChildren }) {
  return <span class={tone === 'neutral' ? 'badge' : `badge ${tone}`}>{children}</span>
}
