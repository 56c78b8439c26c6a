import * as v from 'valibot'
import { type ApiKey, apiKeys, apiKeysOf, issuedKeyIn, revokedKeptForMs } from '../../../shared/auth/api-key.ts'
import { clientKey } from '../../../shared/auth/client.ts'
import { rolesIn } from '../../../shared/auth/custom-role.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodes } from '../../../shared/store/entities.ts'
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
  preload: ({ table, readItems, path }) => readListing(table, readItems, path.orgId),
  async handle({ preloaded, clock }) {
    const nowMs = clock()
    const listed = preloaded.listed.filter(({ revocation }) => {
      return revocation === null || Date.parse(revocation.at) + revokedKeptForMs > nowMs
    })
    const { itemsOf, shownWith } = partsIn(preloaded.items)
    const results = listed.flatMap((key) => {
      // The index may miss the changes of the last moment: the answer shows the key's own items.
      const issued = issuedKeyIn(itemsOf(key))
      return issued ? toApiKey(issued, shownWith(issued.key), nowMs) : []
    })
    return reply(200, { results })
  },
})

async function readListing(table: Table, readItems: BatchLoader, orgId: string) {
  const range = { index: 'GSI1', partition: apiKeysOf(orgId), newestFirst: true } as const
  const listed = recordsOf(apiKeys, await wholeIndexRange(table, range))
  return { listed, items: await readItems(keysShownWith(listed)) }
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
