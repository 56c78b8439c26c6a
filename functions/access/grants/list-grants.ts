import * as v from 'valibot'
import { type Grant, grants, grantsOf, revokedKeptForMs } from '../../../shared/auth/grants/grant.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Followed, readListed } from '../../../shared/store/followed-reads.ts'
import { joinedReads, type ReadItems } from '../../../shared/store/joined-reads.ts'
import { type Table, wholeIndexRange } from '../../../shared/store/table.ts'
import { grantView, keysShownWith, shownBy } from './grant-view.ts'

export const listGrants = operation({
  id: 'listGrants',
  method: 'GET',
  path: '/v1/orgs/{orgId}/grants',
  tag: 'Applications',
  summary: 'List the grants of applications in an organization',
  description: 'All grants in one answer, newest first. Revoked grants stay in the list for 90 days.',
  access: { to: 'peopleOnly', permission: 'integrations.manage' },
  responses: { 200: v.object({ results: v.array(grantView) }) },
  errors: [],
  reads: async ({ table, readItems, path }) => await readListing(table, readItems, path.orgId.toLowerCase()),
  async handle({ access, early, table, clock }) {
    const { leading, led } = early ?? (await readListing(table, joinedReads(table), access.orgId))
    const current = new Map(recordsOf(grants, led).map((grant) => [grant.id, grant]))
    const toView = shownBy(led)
    const results = recordsOf(grants, leading).flatMap(({ id }) => {
      const grant = current.get(id)
      return grant && isListed(grant, clock()) ? toView(grant) : []
    })
    return reply(200, { results })
  },
})

function isListed({ revokedAt }: Grant, nowMs: number): boolean {
  return revokedAt === null || Date.parse(revokedAt) + revokedKeptForMs > nowMs
}

/** Changes of a moment ago may not have reached the index: what is told is what stands under the grant itself. */
async function readListing(table: Table, readItems: ReadItems, orgId: string): Promise<Followed> {
  const partition = grantsOf(orgId)
  const reading = wholeIndexRange(table, { index: 'GSI1', partition, newestFirst: true })
  return await readListed(readItems, partition, reading, (items) => {
    const listed = recordsOf(grants, items)
    return [...listed.map(grants.key), ...keysShownWith(listed)]
  })
}
