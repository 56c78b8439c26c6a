import * as v from 'valibot'
import { type ApiKey, apiKeys, apiKeysOf, issuedKeyIn, revokedKeptForMs } from '../../../shared/auth/api-key.ts'
import { clientKey } from '../../../shared/auth/client.ts'
import { rolesIn } from '../../../shared/auth/custom-role.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodes } from '../../../shared/store/entities.ts'
import { type Followed, readListed } from '../../../shared/store/followed-reads.ts'
import { joinedReads, type ReadItems } from '../../../shared/store/joined-reads.ts'
import { type Item, type Table, wholeIndexRange } from '../../../shared/store/table.ts'
import { keysShownWith } from './key-place.ts'
import { apiKeyView, toApiKey } from './key-view.ts'

export const listApiKeys = operation({
  id: 'listApiKeys',
  method: 'GET',
  path: '/v1/orgs/{orgId}/api-keys',
  tag: 'API keys',
  summary: 'List the API keys of an organization',
  description: 'All keys in one answer, newest first. Revoked keys stay in the list for 90 days.',
  access: { to: 'peopleOnly', permission: 'integrations.manage' },
  responses: { 200: v.object({ results: v.array(apiKeyView) }) },
  errors: [],
  reads: async ({ table, readItems, path }) => await readListing(table, readItems, path.orgId.toLowerCase()),
  async handle({ access, early, table, clock }) {
    const nowMs = clock()
    const { leading, led } = early ?? (await readListing(table, joinedReads(table), access.orgId))
    const listed = recordsOf(apiKeys, leading).filter(({ revocation }) => {
      return revocation === null || Date.parse(revocation.at) + revokedKeptForMs > nowMs
    })
    const { itemsOf, shownWith } = partsIn(led)
    const results = listed.flatMap((key) => {
      // Changes of a moment ago may not have reached the index: what is told is what stands under the key itself.
      const issued = issuedKeyIn(itemsOf(key))
      return issued ? toApiKey(issued, shownWith(issued.key), nowMs) : []
    })
    return reply(200, { results })
  },
})

async function readListing(table: Table, readItems: ReadItems, orgId: string): Promise<Followed> {
  const partition = apiKeysOf(orgId)
  const reading = wholeIndexRange(table, { index: 'GSI1', partition, newestFirst: true })
  return await readListed(readItems, partition, reading, (items) => keysShownWith(recordsOf(apiKeys, items)))
}

function partsIn(items: readonly Item[]) {
  const byPartition = Map.groupBy(items, ({ PK }) => PK)
  const byId = new Map(recordsOf(nodes, items).map((node) => [node.id, node]))
  const roleBehind = rolesIn(items)
  return {
    itemsOf: ({ id }: ApiKey): readonly Item[] => byPartition.get(clientKey(id).PK) ?? [],
    shownWith: ({ nodeId, role }: ApiKey) => ({ node: byId.get(nodeId) ?? null, role: roleBehind(role) }),
  }
}
