import type { Membership } from '../../../shared/auth/principal.ts'
import { type Found, type PageRequest, type Searched, untilFound } from '../../../shared/http/page.ts'
import { firstUuidV7Of, idAt } from '../../../shared/platform/ids.ts'
import type { AuditRecord } from '../../../shared/store/audit.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { nodesOf, pathOf } from '../../../shared/store/entities.ts'
import { firstOfRanges, startingWith } from '../../../shared/store/index-ranges.ts'
import { auditRecordsOf, type OutboxEntry, outboxEntries, outboxPartition } from '../../../shared/store/outbox-entry.ts'
import { newestBetween, type Table } from '../../../shared/store/table.ts'

/** What entries are asked for; all that is given has to hold. */
export interface AuditFilters {
  readonly actorId?: string | undefined
  /** How the action starts, such as `member.`. */
  readonly action?: string | undefined
  readonly targetId?: string | undefined
  readonly nodeId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface AuditSearch {
  readonly orgId: string
  readonly filters: AuditFilters
  readonly page: PageRequest
}

/**
 * How many commits a page looks at: of some nothing is audited, of others not what is asked for. The next page goes on from
 * there, so that a page costs the same however old an organization is.
 */
const searchedPerPage = 100

/** The outbox entries of a page, newest first: read before the caller is authorized. */
export async function outboxEntriesOfPage(table: Table, search: AuditSearch): Promise<OutboxEntry[]> {
  const { orgId, page, filters } = search
  const from = filters.from === undefined ? ' ' : firstUuidV7Of(Date.parse(filters.from))
  const until = filters.to === undefined ? '~' : firstUuidV7Of(Date.parse(filters.to) + 1)
  const after = page.after === null ? '~' : idAt(page.after, 0)
  const range = { from, to: until < after ? until : after }
  const items = await newestBetween(table, outboxPartition(orgId), range, limitOf(search))
  return items.map((item) => fromItem(outboxEntries, item))
}

/** A page of entries, newest first, of the nodes where memberships permit to read them. `looked`: what was read for it. */
export async function auditEntries(
  table: Table,
  search: AuditSearch,
  memberships: readonly Membership[],
  looked: readonly OutboxEntry[],
): Promise<Found<AuditRecord>> {
  const isReadable = await readableNodes(table, search.orgId, memberships)
  return await untilFound(entriesAmong(looked, search, isReadable), async (after) => {
    const next = { ...search, page: { ...search.page, after } }
    return entriesAmong(await outboxEntriesOfPage(table, next), next, isReadable)
  })
}

function entriesAmong(
  looked: readonly OutboxEntry[],
  search: AuditSearch,
  isReadable: Readable,
): Searched<AuditRecord> {
  const { page, filters } = search
  const entries = looked
    .flatMap((outboxEntry) => auditRecordsOf(outboxEntry).toReversed())
    .filter((entry) => (page.after === null || entry.id < page.after) && isReadable(entry) && matches(entry, filters))
  const records = entries.slice(0, page.size)
  const lookedAt = looked.length
  if (entries.length > page.size) return { records, next: records.at(-1)?.id ?? null, lookedAt }
  return { records, next: lookedAt < limitOf(search) ? null : (looked.at(-1)?.id ?? null), lookedAt }
}

function limitOf({ page }: AuditSearch): number {
  return Math.max(page.size + 1, searchedPerPage)
}

function matches(entry: AuditRecord, { actorId, action, targetId, nodeId }: AuditFilters): boolean {
  return (
    (actorId === undefined || entry.actor.id === actorId) &&
    (action === undefined || entry.action.startsWith(action)) &&
    (targetId === undefined || entry.target.id === targetId) &&
    (nodeId === undefined || entry.nodeId === nodeId)
  )
}

/** More groups than this are not looked through for one page. */
const maxGroups = 1_000

type Readable = (entry: Pick<AuditRecord, 'nodeId'>) => boolean

/** Whoever may read the log of the organization reads all of it; others what happened at their nodes and below. */
async function readableNodes(table: Table, orgId: string, memberships: readonly Membership[]): Promise<Readable> {
  const reading = memberships.filter(({ permissions }) => permissions.includes('audit.read'))
  if (reading.some(({ entityId }) => entityId === null)) return () => true
  const ranges = reading.map((own) => startingWith(`group#${pathOf(own)}`))
  const groups = await firstOfRanges(table, { partition: nodesOf(orgId), ranges, after: null, limit: maxGroups })
  const below = groups.map(({ PK }) => String(PK).slice('NODE#'.length))
  const ids = new Set([...reading.map(({ nodeId }) => nodeId), ...below])
  return ({ nodeId }) => nodeId !== null && ids.has(nodeId)
}
