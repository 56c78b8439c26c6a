import { apiKeys, namedApiKeys } from '../../../shared/auth/api-key.ts'
import { changeClient } from '../../../shared/auth/client.ts'
import { personIn } from '../../../shared/auth/person.ts'
import { membershipKey } from '../../../shared/auth/principal.ts'
import { changeRoleUsage } from '../../../shared/auth/role-usage.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { decreaseNodeUsage } from '../../../shared/store/node-usage.ts'
import { auditOfKey } from './audit.ts'
import { releaseName } from './key-name.ts'
import { partsOfKey, readNode } from './key-place.ts'
import { apiKeyView, toApiKey } from './key-view.ts'

export const revokeApiKey = operation({
  id: 'revokeApiKey',
  method: 'POST',
  path: '/v1/orgs/{orgId}/api-keys/{keyId}/revoke',
  tag: 'API keys',
  summary: 'Revoke an API key',
  description: 'Takes effect at once: the next request with a token of the key is refused. It cannot be undone.',
  access: { to: 'peopleOnlyResource', resource: namedApiKeys, permission: 'integrations.manage' },
  responses: { 200: apiKeyView },
  errors: [],
  preload: ({ table, path }) => readNode(table, path.orgId),
  async handle({ resource, preloaded: organization, table, work, clock, principal }) {
    const nowMs = clock()
    const { key, client, usage } = resource
    const parts = await partsOfKey(table, key, organization)
    if (key.revocation) return reply(200, toApiKey(resource, parts, nowMs), etagOf(key))
    const at = timestamp(nowMs)
    const version = key.version + 1
    const after = {
      key: { ...key, revocation: { at, by: personIn(principal, key.orgId) }, version },
      client: { ...client, revokedAt: at, secrets: [], version },
      usage,
    }
    work.update(apiKeys, key, after.key)
    changeClient(work, after.client)
    work.removePart(membershipKey(key.id, key.membershipId))
    decreaseNodeUsage(work, key.nodeId)
    changeRoleUsage(work, key.role, null)
    releaseName(work, resource, nowMs)
    work.audit(auditOfKey(after, 'api_key.revoked'))
    return reply(200, toApiKey(after, parts, nowMs), etagOf(after.key))
  },
})
