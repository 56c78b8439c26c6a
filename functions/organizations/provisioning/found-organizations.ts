import {
  administrationKey,
  organizationsOf,
  standingGrants,
  standingIn,
} from '../../../shared/auth/grants/standing-grant.ts'
import { scopesCover } from '../../../shared/auth/permissions.ts'
import type { Found, PageRequest } from '../../../shared/http/page.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { readFollowed, readListed } from '../../../shared/store/followed-reads.ts'
import { everything, firstOfRanges } from '../../../shared/store/index-ranges.ts'
import type { ReadItems } from '../../../shared/store/joined-reads.ts'
import type { Item, Table } from '../../../shared/store/table.ts'
import { externalIdKey, meaningsIn, nameOfKind } from '../model/tree/external-name.ts'
import { type OrganizationView, toOrganization } from './partner-views.ts'

export interface OrganizationSearch {
  readonly applicationId: string
  /** Null: all that let the application work with them. */
  readonly externalId: string | null
  readonly page: PageRequest
}

/** The organizations that a page may show and one more, with what tells whether they are shown: read before it is known who asks. */
export interface LookedFor {
  readonly ids: readonly string[]
  readonly items: readonly Item[]
}

export async function lookedFor(table: Table, readItems: ReadItems, search: OrganizationSearch): Promise<LookedFor> {
  const { applicationId, externalId, page } = search
  const keysOf = (ids: readonly string[]) =>
    ids.slice(0, page.size).flatMap((id) => [administrationKey(applicationId, id), nodeKey(id)])
  if (externalId !== null) {
    const key = externalIdKey(applicationId, 'organization', externalId)
    const { leading, led } = await readFollowed(readItems, [key], (items) => keysOf(organizationsNamed(items)))
    return { ids: organizationsNamed(leading), items: led }
  }
  const partition = organizationsOf(applicationId)
  const given = { partition, ranges: [everything], after: page.after, limit: page.size + 1 }
  const { leading, led } = await readListed(readItems, partition, firstOfRanges(table, given), (items) =>
    keysOf(organizationsListed(items)),
  )
  return { ids: organizationsListed(leading), items: led }
}

function organizationsNamed(items: readonly Item[]): string[] {
  const name = nameOfKind(meaningsIn(items), 'organization')
  return name ? [name.orgId] : []
}

function organizationsListed(items: readonly Item[]): string[] {
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
