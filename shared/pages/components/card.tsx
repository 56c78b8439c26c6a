import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** A part of a page on a surface of its own. */
export function Card({ title, children }: { title?: string; children: ComponentChildren }) {
  const id = useId()
  return (
    <section class="card" aria-labelledby={title ? id : undefined}>
      {title && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  )
}
