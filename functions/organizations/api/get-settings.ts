import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { namedSettings } from '../model/settings/named-settings.ts'
import { chosenReader, placeRefusal } from '../model/settings/settings-place.ts'
import { settingsView, toSettings } from '../model/settings/settings-view.ts'

export const getSettings = operation({
  id: 'getSettings',
  method: 'GET',
  path: '/v1/nodes/{nodeId}/settings',
  tag: 'Settings',
  summary: 'Read the settings of an organization or an entity',
  description:
    'An entity inherits from its organization, and the organization from the standard of the service. Null means inherited. `effective` shows what holds.',
  access: { to: 'node', resource: namedSettings, permission: 'settings.manage', scope: 'settings:read' },
  responses: { 200: settingsView },
  errors: ['invalid_node_path'],
  preload: async ({ readItems, path }) => chosenReader(readItems, path.nodeId),
  async handle({ resource, baseUrl, preloaded: readChosen }) {
    const refusal = placeRefusal(resource)
    if (refusal) return refusal
    return reply(200, toSettings(resource.node, await readChosen(resource), baseUrl), etagOf(resource))
  },
})
