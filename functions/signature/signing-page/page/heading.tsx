import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * The heading of a step or a screen: it takes the focus when what it heads appears, so that reading goes on from there; at once, so
 * that it does not take it away again from where somebody quick with the keyboard has gone meanwhile.
 */
export function Heading({ level = 2, children }: { level?: 1 | 2; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const Level = `h${level}` as const
  return (
    <Level ref={heading} tabIndex={-1}>
      {children}
    </Level>
  )
}
