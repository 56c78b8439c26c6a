import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** The heading of a step or a screen: it takes the focus when what it heads appears, so that reading goes on from there. */
export function Heading({ level = 2, children }: { level?: 1 | 2; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const Level = `h${level}` as const
  return (
    <Level ref={heading} tabIndex={-1}>
      {children}
    </Level>
  )
}
