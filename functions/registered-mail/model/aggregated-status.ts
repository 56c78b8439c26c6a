import { type ItemStatus, isFinal, itemStatuses } from './item-status.ts'

export const mailStatuses = [
  'draft',
  'sending',
  'in_progress',
  'completed',
  'partially_failed',
  'failed',
  'canceled',
] as const
export type MailStatus = (typeof mailStatuses)[number]

/** How many items have each status. */
export type Progress = { readonly [Status in ItemStatus]: number } & { readonly total: number }

export function progressOf(statuses: readonly ItemStatus[]): Progress {
  const counts = itemStatuses.map((status) => [status, statuses.filter((each) => each === status).length])
  return { ...(Object.fromEntries(counts) as { [Status in ItemStatus]: number }), total: statuses.length }
}

/** The status of a mail. Refused and neglected items are legal outcomes, not failures. */
export function aggregatedStatus(
  { isCanceled, isSent }: { readonly isCanceled: boolean; readonly isSent: boolean },
  statuses: readonly ItemStatus[],
): MailStatus {
  if (isCanceled) return 'canceled'
  if (!isSent) return 'draft'
  if (statuses.every((status) => status === 'draft' || status === 'sending')) return 'sending'
  if (!statuses.every(isFinal)) return 'in_progress'
  const failures = statuses.filter((status) => status === 'failed' || status === 'bounced').length
  if (failures === 0) return 'completed'
  return failures < statuses.length ? 'partially_failed' : 'failed'
}

/** When the last item of a mail became final; null as long as one is not. */
export function completedAtOf(
  items: readonly { readonly status: ItemStatus; readonly endedAt: string | null }[],
): string | null {
  if (!items.every(({ status }) => isFinal(status))) return null
  return (
    items
      .flatMap(({ endedAt }) => endedAt ?? [])
      .sort()
      .at(-1) ?? null
  )
}
