import * as v from 'valibot'
import { apiKeys, apiKeysOf } from '../../../shared/auth/api-key.ts'
import { clientKey, clients, usageSchema } from '../../../shared/auth/client.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import {
  counterKey,
  counterPartition,
  organizationQuota,
  type QuotaScope,
  quotasIn,
} from '../../../shared/store/quota.ts'
import { quotaMetrics, readAllChosen, type StoredSettings } from '../../../shared/store/settings.ts'
import { type Item, queryPartition, type Table, wholeIndexRange } from '../../../shared/store/table.ts'

/** What was read about the use of an organization. */
export interface UsageItems {
  readonly chosen: readonly StoredSettings[]
  /** Of each metric, the counters of the organization, a month each. */
  readonly months: readonly (readonly Item[])[]
  /** The clients of API keys, newest first, and the counters of entities. */
  readonly clients: readonly Item[]
  readonly counters: readonly Item[]
}

export async function readUsage(
  { table, readItems }: { readonly table: Table; readonly readItems: BatchLoader },
  orgId: string,
  nowMs: number,
): Promise<UsageItems> {
  const listed = wholeIndexRange(table, { index: 'GSI1', partition: apiKeysOf(orgId), newestFirst: true })
  const [chosen, months, keys] = await Promise.all([
    readAllChosen(table, orgId),
    Promise.all(quotaMetrics.map((metric) => queryPartition(table, partitionOf(metric, orgId), ''))),
    listed.then((items) => recordsOf(apiKeys, items)),
  ])
  const scopes = chosen.flatMap((settings) => ownScopes(settings))
  const [clientItems, counters] = await Promise.all([
    readItems(keys.map(({ id }) => clientKey(id))),
    readItems(scopes.map(({ metric, scope }) => counterKey(metric, scope, nowMs))),
  ])
  const byKey = new Map(clientItems.map((item) => [item.PK, item]))
  return {
    chosen,
    months,
    counters,
    clients: keys.map(({ id }) => byKey.get(clientKey(id).PK)).filter((item) => item !== undefined),
  }
}

function partitionOf(metric: (typeof quotaMetrics)[number], orgId: string): string {
  return counterPartition(metric, { scope: 'organization', id: orgId })
}

/** The quotas that the operator gave an entity. */
function ownScopes({ nodeId, orgId, quotas }: StoredSettings) {
  if (nodeId === orgId) return []
  return quotaMetrics.flatMap((metric) => {
    const own = quotas[metric]
    return own ? [{ metric, scope: { scope: 'entity', id: nodeId, ...own } satisfies QuotaScope }] : []
  })
}

/** How the quotas stand this month: the organization's, then those of entities. */
export function quotasNow(
  { chosen, months, counters }: UsageItems,
  { orgId, livemode }: { readonly orgId: string; readonly livemode: boolean },
  nowMs: number,
) {
  const none = { signature_requests: null, registered_mail_items: null }
  const { quotas } = chosen.find(({ nodeId }) => nodeId === orgId) ?? { quotas: none }
  const ofOrganization = quotaMetrics.flatMap((metric, index) => {
    const scope = organizationQuota(metric, { orgId, livemode }, quotas)
    return quotasIn(months[index] ?? [], metric, [scope], nowMs).map((quota) => ({ ...quota, entityId: null }))
  })
  const ofEntities = chosen
    .flatMap((settings) => ownScopes(settings))
    .flatMap(({ metric, scope }) =>
      quotasIn(counters, metric, [scope], nowMs).map((quota) => ({ ...quota, entityId: scope.id })),
    )
  return [...ofOrganization, ...ofEntities]
}

/** The use of the organization by month, newest first. */
export function monthsIn({ months }: UsageItems) {
  return quotaMetrics
    .flatMap((metric, index) =>
      (months[index] ?? []).map(({ SK, used }) => ({ month: String(SK), metric, used: Number(used) })),
    )
    .sort((a, b) => (a.month < b.month ? 1 : -1))
}

export function clientsIn({ clients: items }: UsageItems) {
  return items.map((item) => {
    const { id: clientId, name } = fromItem(clients, item)
    const { requestCount: requests, refusedCount: refusedRequests, lastUsedAt } = v.parse(usageSchema, item)
    return { clientId, name, requests, refusedRequests, lastUsedAt }
  })
}
