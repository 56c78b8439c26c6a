import * as v from 'valibot'
import { addKey, newKey, revokeKey } from '../../functions/access/api-keys/issued-key.ts'
import { apiKeys, apiKeysOf, issuedKeyIn } from '../../shared/auth/api-key.ts'
import { clientKey } from '../../shared/auth/client.ts'
import { newApiKeySecret } from '../../shared/auth/client-secret.ts'
import { systemRoles } from '../../shared/auth/permissions.ts'
import { line } from '../../shared/http/values.ts'
import { type Ids, uuid } from '../../shared/platform/ids.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { queryPartition, type Table, wholeIndexRange } from '../../shared/store/table.ts'
import { commitCommand } from './commit-command.ts'
import { nodeNamed, organizationNamed } from './node-named.ts'
import { CommandRefusal } from './refusal.ts'

/** What a key is to be, by the options of the command. No key is an owner. */
export const keyInput = v.object({
  node: uuid,
  name: line(100),
  role: v.optional(v.picklist(['admin', 'manager', 'member', 'viewer']), 'admin'),
})

interface Moment {
  readonly ids: Ids
  readonly nowMs: number
}

/** Makes a key and gives it with its secret, which is kept nowhere. */
export async function createKey(
  table: Table,
  { node: nodeId, name, role: key }: v.InferOutput<typeof keyInput>,
  moment: Moment,
) {
  return await commitCommand(table, 'operator', async (work) => {
    const node = await nodeNamed(table, nodeId)
    const role = systemRoles[key]
    const secret = newApiKeySecret(node.livemode)
    const made = newKey({ name, node, role, secret, ipAllowlist: [], expiresAt: null, createdBy: null }, moment)
    addKey(work, made, role, moment.nowMs)
    const { id, orgId } = made.key
    return { id, orgId, nodeId: node.id, name, role: key, clientId: id, clientSecret: secret }
  })
}

/** What to do about a key whose secret was not printed. */
export function lostKey(id: string): string {
  return `The API key ${id} was made, but nobody has its secret. Revoke it: npm run operator -- api-key revoke ${id}`
}

/** Whose keys are listed, by the options of the command. */
export const ownerOfKeys = v.object({ org: uuid })

/** The keys of an organization, newest first, also those that were revoked; never their secrets. */
export async function listKeys(table: Table, { org }: v.InferOutput<typeof ownerOfKeys>) {
  const listing = { index: 'GSI1', partition: apiKeysOf(org), newestFirst: true } as const
  const keys = recordsOf(apiKeys, await wholeIndexRange(table, listing))
  // An empty listing must not tell of an organization that does not exist.
  if (keys.length === 0) await organizationNamed(table, org)
  const clients = await Promise.all(keys.map(({ id }) => queryPartition(table, clientKey(id).PK, '')))
  const issued = clients.flatMap((items) => issuedKeyIn(items) ?? [])
  return issued.map(({ key: { id, orgId, nodeId, createdAt, revocation }, client: { name } }) => {
    return { id, orgId, nodeId, name, createdAt, revokedAt: revocation?.at ?? null }
  })
}

/** Ends a key for good. A key that is revoked already stays as it is. */
export async function revokeKeyById(table: Table, id: string, nowMs: number) {
  return await commitCommand(table, 'operator', async (work) => {
    const issued = issuedKeyIn(await queryPartition(table, clientKey(id).PK, ''))
    if (!issued) throw new CommandRefusal(`There is no API key ${id}.`)
    const { key } = issued.key.revocation ? issued : revokeKey(work, issued, { by: null, nowMs })
    return { id, orgId: key.orgId, name: issued.client.name, revokedAt: key.revocation?.at ?? null }
  })
}
