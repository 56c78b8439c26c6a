import { namedApiKeys } from '../../../shared/auth/api-key.ts'
import { personIn } from '../../../shared/auth/person.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { revokeKey } from './issued-key.ts'
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
    const { key } = resource
    const parts = await partsOfKey(table, key, organization)
    if (key.revocation) return reply(200, toApiKey(resource, parts, nowMs), etagOf(key))
    const after = revokeKey(work, resource, { by: personIn(principal, key.orgId), nowMs })
    return reply(200, toApiKey(after, parts, nowMs), etagOf(after.key))
  },
})
