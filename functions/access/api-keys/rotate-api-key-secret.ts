import { apiKeys, type IssuedKey, namedApiKeys } from '../../../shared/auth/api-key.ts'
import { changeClient } from '../../../shared/auth/client.ts'
import { newApiKeySecret, secretHash } from '../../../shared/auth/client-secret.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { nullsAbsent, overlapHours } from '../../../shared/http/values.ts'
import { hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { auditOfKey } from './audit.ts'
import { partsOfKey, readNode } from './key-place.ts'
import { heldRoleRefusal, inactiveRefusal } from './key-rules.ts'
import { keyWithSecret, toApiKey } from './key-view.ts'

const rotation = nullsAbsent({
  previousSecretExpiresInHours: overlapHours('How long the previous secret keeps working.'),
})

export const rotateApiKeySecret = operation({
  id: 'rotateApiKeySecret',
  method: 'POST',
  path: '/v1/orgs/{orgId}/api-keys/{keyId}/rotate-secret',
  tag: 'API keys',
  summary: 'Rotate the secret of an API key',
  description:
    'Only this answer contains the new secret. The previous secret keeps working for the requested time. Any ' +
    'older secret stops working.',
  access: { to: 'peopleOnlyResource', resource: namedApiKeys, permission: 'integrations.manage' },
  recentSignIn: true,
  body: json(rotation),
  returnsSecret: true,
  responses: { 200: keyWithSecret },
  errors: ['invalid_input', 'role_escalation'],
  preload: ({ table, path }) => readNode(table, path.orgId),
  async handle({ access, resource, body, preloaded: organization, table, work, clock }) {
    const nowMs = clock()
    const parts = await partsOfKey(table, resource.key, organization)
    const refusal = inactiveRefusal(resource, nowMs) ?? heldRoleRefusal(access, parts.role)
    if (refusal) return refusal
    const secret = newApiKeySecret(resource.key.livemode)
    const after = rotated(resource, secret, { nowMs, overlapMs: body.previousSecretExpiresInHours * hourMs })
    work.update(apiKeys, resource.key, after.key)
    changeClient(work, after.client)
    const { previousSecretExpiresInHours: to } = body
    work.audit(auditOfKey(after, 'api_key.secret_rotated', [{ field: 'previousSecretExpiresInHours', from: null, to }]))
    return reply(200, { apiKey: toApiKey(after, parts, nowMs), clientSecret: secret }, etagOf(after.key))
  },
})

function rotated(
  { key, client, usage }: IssuedKey,
  secret: string,
  { nowMs, overlapMs }: { nowMs: number; overlapMs: number },
): IssuedKey {
  const version = key.version + 1
  const validUntil = timestamp(nowMs + overlapMs)
  const soFar = client.secrets.filter((held) => held.validUntil === null)
  const overlapping = overlapMs > 0 ? soFar.map(({ sha256 }) => ({ sha256, validUntil })) : []
  const secrets = [{ sha256: secretHash(secret), validUntil: null }, ...overlapping]
  return {
    key: { ...key, secretHint: secret.slice(-4), version },
    client: { ...client, secrets, version },
    usage,
  }
}
