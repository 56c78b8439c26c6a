import * as v from 'valibot'
import { type Grant, grants, grantsOf, revokedKeptForMs } from '../../shared/grants/grant.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { readKnown, rememberKeys, withOthers } from '../../shared/store/known-keys.ts'
import { queryIndex, type Table } from '../../shared/store/table.ts'
import { grantView, keysShownWith, shownBy } from './grant-view.ts'

/** More grants than this are not told in one answer; the newest are. */
const maxListed = 1_000

export const listGrants = operation({
  id: 'listGrants',
  method: 'GET',
  path: '/v1/orgs/{orgId}/grants',
  tag: 'Applications',
  summary: 'List what applications may do in an organization',
  description: 'The newest first, in one answer. Revoked grants are listed for 90 days.',
  access: { to: 'integrations', permission: 'integrations.manage' },
  responses: { 200: v.object({ results: v.array(grantView) }) },
  errors: [],
  reads: async ({ table, path }) => {
    const orgId = path.orgId.toLowerCase()
    const [listed, guessed] = await Promise.all([readListing(table, orgId), readKnown(table, grantsOf(orgId))])
    return { listed, guessed }
  },
  async handle({ access, early, table, clock }) {
    const listed = early?.listed ?? (await readListing(table, access.orgId))
    // Changes of a moment ago may not have reached the index: what is told is what stands under the grant itself.
    const keys = [...listed.map(grants.key), ...keysShownWith(listed)]
    rememberKeys(grantsOf(access.orgId), keys)
    for (const grant of listed) rememberKeys(grants.key(grant).PK, keysShownWith([grant]))
    const items = await withOthers(table, keys, early?.guessed ?? [])
    const current = new Map(recordsOf(grants, items).map((grant) => [grant.id, grant]))
    const toView = shownBy(items)
    const results = listed.flatMap(({ id }) => {
      const grant = current.get(id)
      return grant && isListed(grant, clock()) ? toView(grant) : []
    })
    return reply(200, { results })
  },
})

function isListed({ revokedAt }: Grant, nowMs: number): boolean {
  return revokedAt === null || Date.parse(revokedAt) + revokedKeptForMs > nowMs
}

async function readListing(table: Table, orgId: string): Promise<Grant[]> {
  const range = { partition: grantsOf(orgId), newestFirst: true, limit: maxListed }
  return recordsOf(grants, await queryIndex(table, { index: 'GSI1', ...range }))
}
