import { apiKeys, apiKeysOf } from '../../../shared/auth/api-key.ts'
import { clientKey, clients } from '../../../shared/auth/client.ts'
import { ceilingKey } from '../../../shared/auth/grants/ceiling.ts'
import { grants, grantsOf } from '../../../shared/auth/grants/grant.ts'
import { standingGrants } from '../../../shared/auth/grants/standing-grant.ts'
import { accountPartition } from '../../../shared/auth/principal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { deleteItems, deletePartition, queryIndex, queryPartition, type Table } from '../../../shared/store/table.ts'
import { keyNames } from '../api-keys/key-name.ts'

const everything = 1_000

/** Deletes API keys of an organization with their accounts, `limit` at most. Gives how many it found. */
export async function deleteApiKeys(table: Table, orgId: string, limit: number): Promise<number> {
  const found = recordsOf(apiKeys, await queryIndex(table, { index: 'GSI1', partition: apiKeysOf(orgId), limit }))
  for (const key of found) {
    const [client] = recordsOf(clients, await queryPartition(table, clientKey(key.id).PK, clientKey(key.id).SK))
    await deletePartition(table, accountPartition(key.id), everything)
    if (client) await deleteItems(table, [keyNames.key({ orgId, name: client.name, keyId: key.id, validUntil: null })])
    await deletePartition(table, clientKey(key.id).PK, everything)
  }
  return found.length
}

/** Deletes grants of an organization and what administrators left of consents, `limit` at most. Gives how many it found. */
export async function deleteGrants(table: Table, orgId: string, limit: number): Promise<number> {
  const found = recordsOf(grants, await queryIndex(table, { index: 'GSI1', partition: grantsOf(orgId), limit }))
  for (const grant of found) {
    const { applicationId, userId } = grant
    await deletePartition(table, ceilingKey({ applicationId, orgId, userId: userId ?? '' }).PK, everything)
    await deleteItems(table, [standingGrants.key(grant), grants.key(grant)])
  }
  return found.length
}
