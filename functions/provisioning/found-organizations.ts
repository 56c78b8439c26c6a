import { scopesCover } from '../../shared/auth/permissions.ts'
import { administrationKey, organizationsOf, standingGrants, standingIn } from '../../shared/grants/standing-grant.ts'
import type { Found, PageRequest } from '../../shared/http/page.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../shared/store/entities.ts'
import { everything, firstOfRanges } from '../../shared/store/index-ranges.ts'
import { getItem, getItems, type Table } from '../../shared/store/table.ts'
import { externalIdKey, meaningsIn, nameOfKind } from '../../shared/structure/external-name.ts'
import { type OrganizationView, toOrganization } from './partner-views.ts'

export interface OrganizationSearch {
  readonly applicationId: string
  /** Null: all that let the application work with them. */
  readonly externalId: string | null
  readonly page: PageRequest
}

/** The organizations that a page may show and one more: read before it is known who asks. */
export async function organizationIds(table: Table, search: OrganizationSearch): Promise<string[]> {
  const { applicationId, externalId, page } = search
  if (externalId !== null) {
    const item = await getItem(table, externalIdKey(applicationId, 'organization', externalId))
    const name = item && nameOfKind(meaningsIn([item]), 'organization')
    return name ? [name.orgId] : []
  }
  const partition = organizationsOf(applicationId)
  const given = { partition, ranges: [everything], after: page.after, limit: page.size + 1 }
  return recordsOf(standingGrants, await firstOfRanges(table, given)).map(({ orgId }) => orgId)
}

/** Of these organizations those that let the application read them now, as it sees them. */
export async function foundOrganizations(
  table: Table,
  { applicationId, page }: OrganizationSearch,
  ids: readonly string[],
): Promise<Found<OrganizationView>> {
  const shown = ids.slice(0, page.size)
  const keys = shown.flatMap((id) => [administrationKey(applicationId, id), nodeKey(id)])
  const items = await getItems(table, keys)
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
