import { type Quota, type Refusal, refuse } from '../errors/refusal.ts'
import { dayMs, timestamp } from '../platform/clock.ts'
import type { EntityPlace } from './entities.ts'
import type { EntitySettings, NodeSettings, QuotaLimit, QuotaMetric } from './settings.ts'
import { getItems, type Item, type Key, type Table } from './table.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Whose month is counted, and how much of it there is (null: without limit). */
export interface QuotaScope extends QuotaLimit {
  readonly scope: Quota['scope']
  readonly id: string
}

/** What a test organization has a month where the operator has not said otherwise. */
const testLimit: QuotaLimit = { limit: 200, blocking: true }
const unlimited: QuotaLimit = { limit: null, blocking: false }

interface QuotaPlace extends EntityPlace {
  readonly livemode: boolean
}

/** The quota of an organization. */
export function organizationQuota(
  metric: QuotaMetric,
  { orgId, livemode }: Pick<QuotaPlace, 'orgId' | 'livemode'>,
  quotas: NodeSettings['quotas'],
): QuotaScope {
  return { scope: 'organization', id: orgId, ...(quotas[metric] ?? (livemode ? unlimited : testLimit)) }
}

/** Quotas of the same thing that hold together: the organization's, and the entity's own where it has one. */
export function quotaScopes(
  metric: QuotaMetric,
  place: QuotaPlace,
  { quotas }: Pick<EntitySettings, 'quotas'>,
): readonly [QuotaScope, ...QuotaScope[]] {
  const organization = organizationQuota(metric, place, quotas.organization)
  const own = quotas.entity[metric]
  return own ? [organization, { scope: 'entity', id: place.entityId, ...own }] : [organization]
}

/** Counts one or several more of a month (by the real time), together with what is created; refuses when there is no room. */
export function countAgainstQuota(work: UnitOfWork, metric: QuotaMetric, quota: QuotaScope, amount = 1): void {
  const { nowMs } = work
  const limit = quota.blocking ? quota.limit : null
  const room = limit === null ? {} : { ':room': limit - amount }
  const values = { ':amount': amount, ':forgotten': forgottenAtSec(nowMs), ...room }
  work.write(
    (TableName) => ({
      Update: {
        TableName,
        Key: counterKey(metric, quota, nowMs),
        UpdateExpression: 'ADD used :amount SET expiresAt = :forgotten',
        ExpressionAttributeValues: values,
        ...roomFor(limit, amount),
      },
    }),
    exceeded(quotaOf(metric, quota, limit ?? 0, nowMs)),
  )
}

function roomFor(limit: number | null, amount: number) {
  if (limit === null) return {}
  // A counter that does not exist yet stands at nothing: that is room, unless less is allowed in all.
  return { ConditionExpression: limit >= amount ? 'attribute_not_exists(used) OR used <= :room' : 'used <= :room' }
}

function exceeded(full: Quota) {
  const message = `The monthly quota of ${full.limit} has no room left for this; it starts anew at ${full.resetsAt}.`
  return refuse('quota_exceeded', message, full)
}

/** The refusal of a quota that has no room now: for what is told instead of a later error. A commit counts for itself. */
export async function quotaRefusal(
  table: Table,
  metric: QuotaMetric,
  scopes: readonly QuotaScope[],
  nowMs: number,
): Promise<Refusal<'quota_exceeded'> | null> {
  return fullQuota(await readQuotas(table, metric, scopes, nowMs), 1)
}

/** The refusal of the first quota that has no room for so many more. */
export function fullQuota(quotas: readonly Quota[], amount: number): Refusal<'quota_exceeded'> | null {
  const full = quotas.find(({ blocking, remaining }) => blocking && remaining !== null && remaining < amount)
  return full ? exceeded(full) : null
}

/** How quotas of one metric stand, in their order. */
export async function readQuotas(
  table: Table,
  metric: QuotaMetric,
  scopes: readonly QuotaScope[],
  nowMs: number,
): Promise<Quota[]> {
  const counters = await getItems(
    table,
    scopes.map((quota) => counterKey(metric, quota, nowMs)),
  )
  return quotasIn(counters, metric, scopes, nowMs)
}

/** How quotas stand, among what was read. */
export function quotasIn(
  counters: readonly Item[],
  metric: QuotaMetric,
  scopes: readonly QuotaScope[],
  nowMs: number,
): Quota[] {
  return scopes.map((quota) => {
    const { PK, SK } = counterKey(metric, quota, nowMs)
    const counter = counters.find((item) => item.PK === PK && item.SK === SK)
    return quotaOf(metric, quota, Number(counter?.used ?? 0), nowMs)
  })
}

function quotaOf(metric: QuotaMetric, { scope, limit, blocking }: QuotaScope, used: number, nowMs: number): Quota {
  return {
    metric,
    period: 'month',
    limit,
    used,
    remaining: limit === null ? null : Math.max(0, limit - used),
    blocking: limit !== null && blocking,
    resetsAt: timestamp(nextMonthMs(nowMs)),
    scope,
  }
}

/** The counter of a month. */
export function counterKey(metric: QuotaMetric, { scope, id }: Pick<QuotaScope, 'scope' | 'id'>, nowMs: number): Key {
  return { PK: counterPartition(metric, { scope, id }), SK: timestamp(nowMs).slice(0, 'YYYY-MM'.length) }
}

/** The counters of one quota, a month each. */
export function counterPartition(metric: QuotaMetric, { scope, id }: Pick<QuotaScope, 'scope' | 'id'>): string {
  return `QUOTA#${scope}#${id}#${metric}`
}

function nextMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}

/** A counter of a past month is of no use; it may go a year later. */
function forgottenAtSec(nowMs: number): number {
  return Math.ceil((nowMs + 365 * dayMs) / 1000)
}

/** The quota that is used up first: all of them hold. One that blocks comes before one that is only reported. */
export function tightestQuota(quotas: readonly Quota[]): Quota {
  const room = ({ blocking, remaining }: Quota) => [blocking ? 0 : 1, remaining ?? Number.POSITIVE_INFINITY] as const
  const [first] = quotas.toSorted((a, b) => {
    const [[blocksA, roomA], [blocksB, roomB]] = [room(a), room(b)]
    return blocksA === blocksB ? (roomA < roomB ? -1 : 1) : blocksA - blocksB
  })
  if (!first) throw new Error('an organization always has a quota')
  return first
}
