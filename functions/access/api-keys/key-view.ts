import * as v from 'valibot'
import { type IssuedKey, keyStatuses, statusOfKey } from '../../../shared/auth/api-key.ts'
import { type RoleReference, referenceOf } from '../../../shared/auth/custom-role.ts'
import { personSchema } from '../../../shared/auth/person.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { Node } from '../../../shared/store/entities.ts'
import { nodeView, toNode } from '../../../shared/store/node-view.ts'

/** An API key as it is answered. */
export const apiKeyView = v.pipe(
  v.object({
    id: uuid,
    orgId: uuid,
    name: v.string(),
    clientId: v.pipe(v.string(), v.description('For the token endpoint, with the secret.')),
    secretHint: v.pipe(v.string(), v.description('The last four characters of the secret.')),
    node: v.pipe(v.nullable(nodeView), v.description('Null where a revoked key’s node has been deleted since.')),
    role: v.pipe(v.object({ id: uuid, key: v.string(), name: v.string() }), v.title('RoleReference')),
    ipAllowlist: v.pipe(v.array(v.string()), v.description('Empty: any address.')),
    expiresAt: v.nullable(timestampSchema),
    status: v.picklist(keyStatuses),
    livemode: v.boolean(),
    requestCount: v.pipe(v.number(), v.description('Requests so far, refused ones included.')),
    refusedCount: v.pipe(
      v.number(),
      v.description(
        'Those of them that were refused for the key itself: it is revoked or expired, was used from another address, also at the token endpoint, or too often.',
      ),
    ),
    lastUsedAt: v.pipe(v.nullable(timestampSchema), v.description('The last request, refused or not.')),
    lastUsedIp: v.nullable(v.string()),
    createdAt: timestampSchema,
    createdBy: v.pipe(v.nullable(personSchema), v.description('Null: made with the installation.')),
    revokedAt: v.nullable(timestampSchema),
    revokedBy: v.nullable(personSchema),
    previousSecretExpiresAt: v.pipe(
      v.nullable(timestampSchema),
      v.description('Until when the secret before the last rotation still works; null: it does not.'),
    ),
    version: v.number(),
  }),
  v.title('ApiKey'),
)
export type ApiKeyView = v.InferOutput<typeof apiKeyView>

/** A key together with its secret, which is told once. */
export const keyWithSecret = v.object({ apiKey: apiKeyView, clientSecret: v.string() })

interface ShownWith {
  readonly node: Node | null
  readonly role: RoleReference
}

export function toApiKey({ key, client, usage }: IssuedKey, { node, role }: ShownWith, nowMs: number): ApiKeyView {
  const { id, orgId, secretHint, livemode, createdAt, createdBy, revocation, version } = key
  const { name, ipAllowlist, validUntil } = client
  const { requestCount, refusedCount, lastUsedAt, lastUsedIp } = usage
  return {
    ...{ id, orgId, name, clientId: id, secretHint, node: node && toNode(node), role: referenceOf(role), ipAllowlist },
    ...{ expiresAt: validUntil, status: statusOfKey(client, nowMs), livemode },
    ...{ requestCount, refusedCount, lastUsedAt, lastUsedIp, createdAt, createdBy },
    ...{ revokedAt: revocation?.at ?? null, revokedBy: revocation?.by ?? null },
    ...{ previousSecretExpiresAt: overlapOf(client.secrets, nowMs), version },
  }
}

function overlapOf(secrets: IssuedKey['client']['secrets'], nowMs: number): string | null {
  const [until] = secrets.flatMap(({ validUntil }) => validUntil ?? [])
  return until !== undefined && Date.parse(until) > nowMs ? until : null
}
