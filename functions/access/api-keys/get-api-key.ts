import { namedApiKeys } from '../../../shared/auth/api-key.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { partsOfKey, readNode } from './key-place.ts'
import { apiKeyView, toApiKey } from './key-view.ts'

export const getApiKey = operation({
  id: 'getApiKey',
  method: 'GET',
  path: '/v1/orgs/{orgId}/api-keys/{keyId}',
  tag: 'API keys',
  summary: 'Read an API key',
  access: { to: 'peopleOnlyResource', resource: namedApiKeys, permission: 'integrations.manage' },
  responses: { 200: apiKeyView },
  errors: [],
  preload: ({ table, path }) => readNode(table, path.orgId),
  async handle({ resource, preloaded: organization, table, clock }) {
    const parts = await partsOfKey(table, resource.key, organization)
    return reply(200, toApiKey(resource, parts, clock()), etagOf(resource))
  },
})
