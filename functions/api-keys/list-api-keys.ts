import * as v from 'valibot'
import { type ApiKey, apiKeys, apiKeysOf, issuedKeyIn, revokedKeptForMs } from '../../shared/auth/api-key.ts'
import { clientKey } from '../../shared/auth/client.ts'
import { rolesIn } from '../../shared/auth/custom-role.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { nodes } from '../../shared/store/entities.ts'
import { readKnown, rememberKeys, withOthers } from '../../shared/store/known-keys.ts'
import { type Item, queryIndex, type Table } from '../../shared/store/table.ts'
import { keysShownWith } from './key-place.ts'
import { apiKeyView, toApiKey } from './key-view.ts'

/** More keys than this are not told in one answer; the newest are. */
const maxListed = 1_000

export const listApiKeys = operation({
  id: 'listApiKeys',
  method: 'GET',
  path: '/v1/orgs/{orgId}/api-keys',
  tag: 'API keys',
  summary: 'List the API keys of an organization',
  description: 'The newest first, in one answer. Revoked keys are listed for 90 days.',
  access: { to: 'integrations', permission: 'integrations.manage' },
  responses: { 200: v.object({ results: v.array(apiKeyView) }) },
  errors: [],
  reads: async ({ table, path }) => {
    const orgId = path.orgId.toLowerCase()
    const [listed, guessed] = await Promise.all([readListing(table, orgId), readKnown(table, apiKeysOf(orgId))])
    return { listed, guessed }
  },
  async handle({ access, early, table, clock }) {
    const nowMs = clock()
    const listed = (early?.listed ?? (await readListing(table, access.orgId))).filter(({ revocation }) => {
      return revocation === null || Date.parse(revocation.at) + revokedKeptForMs > nowMs
    })
    const keys = keysShownWith(listed)
    rememberKeys(apiKeysOf(access.orgId), keys)
    const { itemsOf, shownWith } = partsIn(await withOthers(table, keys, early?.guessed ?? []))
    const results = listed.flatMap((key) => {
      // Changes of a moment ago may not have reached the index: what is told is what stands under the key itself.
      const issued = issuedKeyIn(itemsOf(key))
      return issued ? toApiKey(issued, shownWith(issued.key), nowMs) : []
    })
    return reply(200, { results })
  },
})

async function readListing(table: Table, orgId: string): Promise<ApiKey[]> {
  const range = { partition: apiKeysOf(orgId), newestFirst: true, limit: maxListed }
  return recordsOf(apiKeys, await queryIndex(table, { index: 'GSI1', ...range }))
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
