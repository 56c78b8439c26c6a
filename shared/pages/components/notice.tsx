import type { ComponentChildren } from 'preact'
import type { IconName } from '../icons.ts'
import { Icon } from './icon.tsx'

export type NoticeKind = 'info' | 'success' | 'warning' | 'failure'

const iconOf: Readonly<Record<NoticeKind, IconName>> = {
  info: 'info',
  success: 'check',
  warning: 'alert',
  failure: 'warning',
}

interface NoticeProps {
  readonly kind?: NoticeKind
  /** Read aloud as soon as it appears. */
  readonly isUrgent?: boolean
  readonly children: ComponentChildren
}

export function Notice({ kind = 'info', isUrgent = false, children }: NoticeProps) {
  return (
    <div class={kind === 'info' ? 'notice' : `notice ${kind}`} role={isUrgent ? 'alert' : undefined}>
      <Icon name={iconOf[kind]} />
      <div>{children}</div>
    </div>
  )
}
