import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Confirmation } from './confirmation.tsx'

interface ScreenProps {
  readonly title: string
  /** Where this screen lies, from the top. */
  readonly above?: { readonly label: string; readonly href: string }
  /** What can be done with it as a whole. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A screen below its heading, which takes the focus when the screen appears. */
export function Screen({ title, above, actions, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    heading.current?.focus()
    scrollTo(0, 0)
  }, [])
  useLayoutEffect(() => {
    document.title = `${title} · Sealpost`
  }, [title])
  return (
    <>
      {above && (
        <p class="above">
          <a href={above.href}>← {above.label}</a>
        </p>
      )}
      <div class="page-title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div class="actions">{actions}</div>}
      </div>
      <Confirmation />
      {children}
    </>
  )
}

/** Names and values of one thing. */
export function Pairs({ of: pairs }: { of: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="pairs">
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What stands where a list has nothing. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>
}
