import {
  administrationKey,
  organizationsOf,
  standingGrants,
  standingIn,
} from '../../../shared/auth/grants/standing-grant.ts'
import { scopesCover } from '../../../shared/auth/permissions.ts'
import type { Found, PageRequest } from '../../../shared/http/page.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { everything, firstOfRanges } from '../../../shared/store/index-ranges.ts'
import type { Item, Table } from '../../../shared/store/table.ts'
import { externalIdKey, meaningsIn, nameOfKind } from '../model/tree/external-name.ts'
import { type OrganizationView, toOrganization } from './partner-views.ts'

export interface OrganizationSearch {
  readonly applicationId: string
  /** Null: all that let the application work with them. */
  readonly externalId: string | null
  readonly page: PageRequest
}

/** The organizations that a page may show and one more, with the grants that decide whether it shows them. */
export interface LookedFor {
  readonly ids: readonly string[]
  readonly items: readonly Item[]
}

export async function lookedFor(table: Table, readItems: BatchLoader, search: OrganizationSearch): Promise<LookedFor> {
  const { applicationId, externalId, page } = search
  const ids =
    externalId === null
      ? await organizationsListed(table, applicationId, page)
      : await organizationsNamed(readItems, applicationId, externalId)
  const keys = ids.slice(0, page.size).flatMap((id) => [administrationKey(applicationId, id), nodeKey(id)])
  return { ids, items: await readItems(keys) }
}

async function organizationsNamed(readItems: BatchLoader, applicationId: string, externalId: string) {
  const items = await readItems([externalIdKey(applicationId, 'organization', externalId)])
  const name = nameOfKind(meaningsIn(items), 'organization')
  return name ? [name.orgId] : []
}

async function organizationsListed(table: Table, applicationId: string, { after, size }: PageRequest) {
  const partition = organizationsOf(applicationId)
  const items = await firstOfRanges(table, { partition, ranges: [everything], after, limit: size + 1 })
  return recordsOf(standingGrants, items).map(({ orgId }) => orgId)
}

/** Of these organizations those that let the application read them now, as it sees them. */
export function foundOrganizations(
  { applicationId, page }: OrganizationSearch,
  { ids, items }: LookedFor,
): Found<OrganizationView> {
  const shown = ids.slice(0, page.size)
  const letting = standingIn(items, applicationId).filter(
    ({ status, scopes }) => status === 'active' && scopesCover(scopes, 'orgs:read'),
  )
  const found = new Map(recordsOf(nodes, items).map((node) => [node.id, node]))
  const records = shown.flatMap((id) => {
    const node = found.get(id)
    if (node?.type !== 'organization' || !letting.some(({ orgId }) => orgId === id)) return []
    return toOrganization(node, applicationId)
  })
  return { records, next: ids.length > page.size ? (shown.at(-1) ?? null) : null }
}
