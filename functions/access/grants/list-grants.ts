import * as v from 'valibot'
import { type Grant, grants, grantsOf, revokedKeptForMs } from '../../../shared/auth/grants/grant.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
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
  preload: ({ table, readItems, path }) => readListing(table, readItems, path.orgId),
  async handle({ preloaded: { listed, items }, clock }) {
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

/** The index may miss the changes of the last moment, so that the answer shows each grant as its own item has it. */
async function readListing(table: Table, readItems: BatchLoader, orgId: string) {
  const range = { index: 'GSI1', partition: grantsOf(orgId), newestFirst: true } as const
  const listed = recordsOf(grants, await wholeIndexRange(table, range))
  return { listed, items: await readItems([...listed.map(grants.key), ...keysShownWith(listed)]) }
}
