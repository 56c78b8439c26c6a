import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { uuid } from '../../shared/platform/ids.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import type { Node } from '../../shared/store/entities.ts'
import {
  nodeSettings,
  type QuotaLimit,
  quotaMetrics,
  type StoredSettings,
  unchosen,
} from '../../shared/store/settings.ts'
import { settingsKey } from '../../shared/store/settings-keys.ts'
import { getItems, type Table } from '../../shared/store/table.ts'
import type { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { commitCommand } from './commit-command.ts'
import { nodeNamed } from './node-named.ts'
import { CommandRefusal } from './refusal.ts'

/** A quota by the options of the command. */
export const quotaInput = v.object({
  node: uuid,
  metric: v.picklist(quotaMetrics),
  limit: v.union(
    [v.picklist(['none', 'default']), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))],
    'Give a whole number, none or default.',
  ),
  'report-only': v.optional(v.boolean(), false),
})
type QuotaInput = v.InferOutput<typeof quotaInput>

/** Gives a node a quota, or takes it back. The same quota again changes nothing. */
export async function setQuota(table: Table, input: QuotaInput) {
  const { metric } = input
  return await commitCommand(table, 'operator', async (work) => {
    const node = await nodeNamed(table, input.node)
    if (node.type === 'group') throw new CommandRefusal('A group has no quota. Name its entity or its organization.')
    const [found] = recordsOf(nodeSettings, await getItems(table, [settingsKey(node.id)]))
    const before = found ?? unchosen(node.id, node.orgId)
    const quota = quotaOf(input)
    if (!isDeepStrictEqual(before.quotas[metric], quota)) {
      const after = { ...before, quotas: { ...before.quotas, [metric]: quota }, version: before.version + 1 }
      if (found) work.update(nodeSettings, before, after)
      else work.create(nodeSettings, after)
      audit(work, node, { metric, before, after })
    }
    return { nodeId: node.id, orgId: node.orgId, metric, quota }
  })
}

function quotaOf({ limit, 'report-only': isReportOnly }: QuotaInput): QuotaLimit | null {
  if (limit === 'default') return null
  return limit === 'none' ? { limit: null, blocking: false } : { limit, blocking: !isReportOnly }
}

interface Change {
  readonly metric: QuotaInput['metric']
  readonly before: StoredSettings
  readonly after: StoredSettings
}

function audit(work: UnitOfWork, { id, orgId, livemode, name, type }: Node, { metric, before, after }: Change): void {
  const target = { type: type === 'organization' ? 'organization' : 'node', id, label: name }
  const change = { field: `quotas.${metric}`, from: before.quotas[metric], to: after.quotas[metric] }
  work.audit({ orgId, livemode, action: 'settings.changed', target, nodeId: id, changes: [change] })
}
