import * as v from 'valibot'
import { subscribableTypes } from '../../../events/catalog.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { instant, nullsAbsent } from '../../../shared/http/values.ts'
import { dayMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { onceCaughtUp } from '../../../shared/store/lagging-index.ts'
import type { Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { mayReadType } from '../../events/read-rights.ts'
import { referenceOf } from './change-webhook.ts'
import type { Delivery } from './delivery.ts'
import type { Health } from './health.ts'
import { deliveriesSelected, eventsMissed, type Selection } from './selection.ts'
import type { Subscription, Webhook } from './webhook.ts'
import { chosen, eventsRefusal, unreadableRefusal } from './webhook-input.ts'

const longestDays = 30

/** A period whose events are delivered again. */
export const replayInput = nullsAbsent({
  from: v.pipe(instant, v.description('Events that happened at this time or later; at most 30 days ago.')),
  to: v.optional(v.pipe(instant, v.description('Events that happened at this time or earlier. Default: now.'))),
  status: v.pipe(
    v.optional(v.picklist(['dead', 'all']), 'dead'),
    v.description('dead: only failed deliveries. all: delivered ones too.'),
  ),
  events: v.optional(chosen.events),
})
export type ReplayInput = v.InferOutput<typeof replayInput>

export const subscriptionDisabled = refuse('invalid_input', 'The subscription is disabled. Enable it first.')

/** Why the replay is refused; null if it is not. */
export function replayRefusal(
  input: ReplayInput,
  webhook: Webhook,
  { nowMs, readPermissions }: Pick<Asking, 'nowMs' | 'readPermissions'>,
): Refusal<'invalid_input' | 'forbidden'> | null {
  const { events = [] } = input
  const unreadable = readPermissions && unreadableRefusal(events, readPermissions)
  const refusal = rangeRefusal(input, nowMs) ?? eventsRefusal(events) ?? unreadable
  return refusal ?? (webhook.status === 'disabled' ? subscriptionDisabled : null)
}

/** The part of the check that needs no subscription. */
export function rangeRefusal(
  { from, to }: { readonly from: string; readonly to?: string | undefined },
  nowMs: number,
): Refusal<'invalid_input'> | null {
  if (Date.parse(from) < nowMs - longestDays * dayMs)
    return refuse('invalid_input', `from must be within the last ${longestDays} days. Older events are not kept.`)
  if (Date.parse(from) > nowMs) return refuse('invalid_input', 'from must not be in the future.')
  if (to !== undefined && to < from) return refuse('invalid_input', 'to must not be before from.')
  return null
}

export function selectionOf({ from, to, status, events }: ReplayInput, nowMs: number) {
  const types = !events || events.includes('*') ? null : events
  const askedAt = timestamp(nowMs)
  return { from, to: to ?? askedAt, status, types, askedAt } satisfies Selection
}

/** Reads the first page of the log, which for most is all of it. */
export async function beginCount(table: Table, webhookId: string, selection: ReturnType<typeof selectionOf>) {
  const pages = deliveriesSelected(table, { id: webhookId }, selection)
  return { selection, first: await pages.next(), others: pages }
}

type Begun = Awaited<ReturnType<typeof beginCount>>

interface Asking {
  readonly table: Table
  readonly work: UnitOfWork
  readonly nowMs: number
  /** What the caller may read on the whole organization; null: everything. */
  readonly readPermissions: Webhook['readPermissions']
}

/** Enqueues the replay of the readable part of a selection, if it has deliveries. Gives their number. */
export async function askForReplay(
  { table, work, nowMs, readPermissions }: Asking,
  { webhook, health }: Subscription,
  { selection: asked, ...read }: Begun,
): Promise<number> {
  const selection = { ...asked, types: readableTypes(asked.types, readPermissions) }
  const begun = { ...read, selection }
  const [logged, missed] = await Promise.all([
    countLogged(table, webhook, { begun, mayLag: mayLag(health, nowMs) }),
    countMissed(table, webhook, selection),
  ])
  const count = logged + missed
  const { orgId, providerId, livemode } = webhook
  for (const part of count === 0 ? [] : (['logged', 'missed'] as const)) {
    const data = { ...referenceOf(webhook), ...selection, part, after: null, pass: 1 } as const
    work.enqueue({ type: 'webhook.replay_due', data }, { orgId: orgId ?? providerId, livemode })
  }
  return count
}

/** Null: all types. */
function readableTypes(types: Selection['types'], held: Asking['readPermissions']): string[] | null {
  const wanted = types ?? subscribableTypes
  const readable = held === null ? wanted : wanted.filter((type) => mayReadType(held, type))
  return types === null && readable.length === wanted.length ? null : [...readable]
}

/** The index that tells what is dead follows within milliseconds, but for rare moments; none is as long as this. */
const longestLagMs = minuteMs

/** Whether something may be dead that the index does not tell of yet: every failure is noted with the subscription at once. */
function mayLag({ lastFailureAt }: Health, nowMs: number): boolean {
  return lastFailureAt !== null && nowMs - Date.parse(lastFailureAt) < longestLagMs
}

async function countLogged(
  table: Table,
  { id }: Webhook,
  { begun, mayLag }: { readonly begun: Begun; readonly mayLag: boolean },
): Promise<number> {
  const count = await sumLogged(begun)
  if (count > 0 || !mayLag || begun.selection.status !== 'dead') return count
  return await onceCaughtUp(async () => sumLogged(await beginCount(table, id, begun.selection)))
}

async function sumLogged({ selection: { types }, first, others }: Begun): Promise<number> {
  const size = ({ selected }: { readonly selected: readonly Delivery[] }) =>
    selected.filter(({ eventType }) => types?.includes(eventType) ?? true).length
  if (first.done) return 0
  return size(first.value) + (await sumOf(others, size))
}

function countMissed(table: Table, webhook: Webhook, selection: Selection): Promise<number> {
  return sumOf(eventsMissed(table, webhook, selection), ({ envelopes }) => envelopes.length)
}

async function sumOf<Page>(pages: AsyncIterable<Page>, size: (page: Page) => number): Promise<number> {
  let sum = 0
  for await (const page of pages) sum += size(page)
  return sum
}
