import { type Quota, type Refusal, refuse } from '../errors/refusal.ts'
import { dayMs, timestamp } from '../platform/clock.ts'
import { getItem, type Key, type Table } from './table.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Whose month is counted, and how much of it there is (null: without limit). */
export interface QuotaScope {
  readonly scope: Quota['scope']
  readonly id: string
  readonly limit: number | null
}

/** Limits of the same thing that hold together: the organization's, and the entity's own where it has one. */
export function quotaScopes(
  place: { orgId: string; entityId: string },
  limits: { organization: number | null; entity: number | null },
): QuotaScope[] {
  const organization = { scope: 'organization' as const, id: place.orgId, limit: limits.organization }
  if (limits.entity === null) return [organization]
  return [organization, { scope: 'entity', id: place.entityId, limit: limits.entity }]
}

/** Counts one more of a month, together with what is created; refuses when there is no room. */
export function countAgainstQuota(work: UnitOfWork, metric: Quota['metric'], quota: QuotaScope, nowMs: number): void {
  const { limit } = quota
  const values = { ':one': 1, ':forgotten': forgottenAtSec(nowMs), ...(limit === null ? {} : { ':limit': limit }) }
  work.write(
    (TableName) => ({
      Update: {
        TableName,
        Key: counterKey(metric, quota, nowMs),
        UpdateExpression: 'ADD used :one SET expiresAt = :forgotten',
        ExpressionAttributeValues: values,
        ...roomFor(limit),
      },
    }),
    exceeded(quotaOf(metric, quota, limit ?? 0, nowMs)),
  )
}

function roomFor(limit: number | null) {
  if (limit === null) return {}
  // A counter that does not exist yet stands at nothing: that is room, unless nothing is allowed at all.
  return { ConditionExpression: limit > 0 ? 'attribute_not_exists(used) OR used < :limit' : 'used < :limit' }
}

function exceeded(full: Quota) {
  const message = `The monthly quota of ${full.limit} is used up; it starts anew at ${full.resetsAt}.`
  return refuse('quota_exceeded', message, full)
}

/** The refusal of a quota that has no room now: for what is told instead of a later error. A commit counts for itself. */
export async function quotaRefusal(
  table: Table,
  metric: Quota['metric'],
  scopes: readonly QuotaScope[],
  nowMs: number,
): Promise<Refusal<'quota_exceeded'> | null> {
  const quotas = await Promise.all(scopes.map((scope) => readQuota(table, metric, scope, nowMs)))
  const full = quotas.find((quota) => quota.remaining === 0)
  return full ? exceeded(full) : null
}

/** How a quota stands. */
export async function readQuota(
  table: Table,
  metric: Quota['metric'],
  quota: QuotaScope,
  nowMs: number,
): Promise<Quota> {
  const counter = await getItem(table, counterKey(metric, quota, nowMs))
  return quotaOf(metric, quota, Number(counter?.used ?? 0), nowMs)
}

function quotaOf(metric: Quota['metric'], { scope, limit }: QuotaScope, used: number, nowMs: number): Quota {
  return {
    metric,
    period: 'month',
    limit,
    used,
    remaining: limit === null ? null : Math.max(0, limit - used),
    blocking: limit !== null,
    resetsAt: timestamp(nextMonthMs(nowMs)),
    scope,
  }
}

/** What is counted by the month. */
export const countedMetrics = ['signature_requests'] as const

export function quotaPartition({ scope, id }: Pick<QuotaScope, 'scope' | 'id'>, metric: string): string {
  return `QUOTA#${scope}#${id}#${metric}`
}

function counterKey(metric: string, scope: Pick<QuotaScope, 'scope' | 'id'>, nowMs: number): Key {
  return { PK: quotaPartition(scope, metric), SK: timestamp(nowMs).slice(0, 'YYYY-MM'.length) }
}

function nextMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}

/** A counter of a past month is of no use; it may go a year later. */
function forgottenAtSec(nowMs: number): number {
  return Math.ceil((nowMs + 365 * dayMs) / 1000)
}
