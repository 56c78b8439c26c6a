import type { ComponentChildren } from 'preact'

/** What most readers need not see at first. */
export function Disclosure({ summary, children }: { summary: string; children: ComponentChildren }) {
  return (
    <details>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
