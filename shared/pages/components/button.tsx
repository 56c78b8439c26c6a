import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import type { IconName } from '../icons.ts'
import { Icon } from './icon.tsx'

/** `primary` is the next thing to do: one on each page. `subtle` and `plain` have no frame. */
export type ButtonKind = 'primary' | 'secondary' | 'danger' | 'subtle' | 'plain'

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'icon' | 'disabled'> {
  readonly kind?: ButtonKind
  readonly icon?: IconName
  /** Off, but still reached by the keyboard, so that people learn that it exists. */
  readonly isOff?: boolean
  /** What it is called where only its icon is seen. */
  readonly label?: string
  readonly children?: ComponentChildren
}

/** A button that does something here; a link that looks like one is an `<a class="button">`. */
export function Button({ kind = 'secondary', icon, isOff = false, label, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={classOf(kind, rest.class)}
      aria-disabled={isOff ? 'true' : undefined}
      aria-label={label}
      title={label}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

function classOf(kind: ButtonKind, more: unknown): string | undefined {
  const names = [kind === 'secondary' ? '' : kind, typeof more === 'string' ? more : ''].filter(Boolean)
  return names.join(' ') || undefined
}
