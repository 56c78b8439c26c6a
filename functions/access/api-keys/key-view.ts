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
    clientId: v.pipe(v.string(), v.description('Send it to the token endpoint together with the secret.')),
    secretHint: v.pipe(v.string(), v.description('The last four characters of the secret.')),
    node: v.pipe(v.nullable(nodeView), v.description('Null if the key is revoked and its node was deleted since.')),
    role: v.pipe(v.object({ id: uuid, key: v.string(), name: v.string() }), v.title('RoleReference')),
    ipAllowlist: v.pipe(v.array(v.string()), v.description('Empty: the key can be used from any address.')),
    expiresAt: v.nullable(timestampSchema),
    status: v.picklist(keyStatuses),
    livemode: v.boolean(),
    requestCount: v.pipe(v.number(), v.description('The number of requests so far, including refused ones.')),
    refusedCount: v.pipe(
      v.number(),
      v.description(
        'The number of requests that were refused because of the key: it was revoked or expired, used from an ' +
          'address outside the allowlist (also at the token endpoint), or over its rate limit.',
      ),
    ),
    lastUsedAt: v.pipe(v.nullable(timestampSchema), v.description('The last request, whether refused or not.')),
    lastUsedIp: v.nullable(v.string()),
    createdAt: timestampSchema,
    createdBy: v.pipe(v.nullable(personSchema), v.description('Null: the operator of the service created the key.')),
    revokedAt: v.nullable(timestampSchema),
    revokedBy: v.pipe(v.nullable(personSchema), v.description('Null: nobody, or the operator of the service.')),
    previousSecretExpiresAt: v.pipe(
      v.nullable(timestampSchema),
      v.description('The time until which the previous secret still works. Null: it no longer works.'),
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
    id,
    orgId,
    name,
    clientId: id,
    secretHint,
    node: node && toNode(node),
    role: referenceOf(role),
    ipAllowlist,
    expiresAt: validUntil,
    status: statusOfKey(client, nowMs),
    livemode,
    requestCount,
    refusedCount,
    lastUsedAt,
    lastUsedIp,
    createdAt,
    createdBy,
    revokedAt: revocation?.at ?? null,
    revokedBy: revocation?.by ?? null,
    previousSecretExpiresAt: overlapOf(client.secrets, nowMs),
    version,
  }
}

function overlapOf(secrets: IssuedKey['client']['secrets'], nowMs: number): string | null {
  const [until] = secrets.flatMap(({ validUntil }) => validUntil ?? [])
  return until !== undefined && Date.parse(until) > nowMs ? until : null
}
