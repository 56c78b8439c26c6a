import type { EventType } from '../../events/catalog.ts'
import { optionalEnvironment } from '../../shared/platform/environment.ts'
import type { OutboxEntry } from '../../shared/store/outbox-entry.ts'

/** The events that the operator sees as numbers, of live organizations. Each is a metric that CloudWatch is paid for. */
export const countedEvents = [
  'signature.created',
  'signature.completed',
  'signature.declined',
  'signature.expired',
  'registered_mail.sent',
  'member.added',
  'contact.created',
  'task.completed',
] as const satisfies readonly EventType[]

type Published = Pick<OutboxEntry, 'livemode' | 'events'>

/**
 * A line for the log from which CloudWatch makes metrics (its embedded metric format); null where nothing is counted. An event that is
 * published twice is counted twice.
 */
export function businessMetrics(published: readonly Published[], namespace: string, nowMs: number): string | null {
  const live = published.filter(({ livemode }) => livemode).flatMap(({ events }) => events)
  const counts = countedEvents.flatMap((type): [string, number][] => {
    const count = live.filter((event) => event.type === type).length
    return count === 0 ? [] : [[type, count]]
  })
  if (counts.length === 0) return null
  const metrics = counts.map(([Name]) => ({ Name, Unit: 'Count' }))
  const directive = { Namespace: namespace, Dimensions: [[]], Metrics: metrics }
  return JSON.stringify({
    _aws: { Timestamp: nowMs, CloudWatchMetrics: [directive] },
    ...Object.fromEntries(counts),
  })
}

/** Counts events that are on the bus. */
export function countEvents(published: readonly Published[], nowMs: number): void {
  const namespace = optionalEnvironment('METRIC_NAMESPACE')
  const line = namespace ? businessMetrics(published, namespace, nowMs) : null
  if (line) console.log(line)
}
