import { isDeepStrictEqual } from 'node:util'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import type { AuditEntry } from '../../../shared/store/audit.ts'
import { writeSwitches } from '../../../shared/store/feature-switches.ts'
import { type NodeSettings, nodeSettings } from '../../../shared/store/settings.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { changesBetween, defaultsRefusal, storable, withChoices } from '../model/settings/changed-settings.ts'
import { readUpload, takeLogo } from '../model/settings/logo.ts'
import { type NamedSettings, namedSettings } from '../model/settings/named-settings.ts'
import { settingsInput } from '../model/settings/settings-input.ts'
import { chosenReader, placeRefusal } from '../model/settings/settings-place.ts'
import { settingsView, toSettings } from '../model/settings/settings-view.ts'

export const changeSettings = operation({
  id: 'changeSettings',
  method: 'PATCH',
  path: '/v1/nodes/{nodeId}/settings',
  tag: 'Settings',
  summary: 'Change the settings of an organization or an entity',
  description:
    'Fields that you leave out keep their value. Send null to inherit again. A change holds from the next request on, for an organization also in all entities that inherit it. Requests that were already sent keep what they were sent with. While a feature is off, its operations answer `feature_disabled`, and running requests go on.',
  access: { to: 'node', resource: namedSettings, permission: 'settings.manage', scope: 'settings:write' },
  body: json(settingsInput),
  responses: { 200: settingsView },
  errors: ['invalid_node_path', 'invalid_timezone', 'invalid_input', 'file_required'],
  preload: async ({ readItems, path, body }) => ({
    readChosen: chosenReader(readItems, path.nodeId),
    upload: await readUpload(readItems, body.branding?.logoUploadId),
  }),
  async handle({ resource, body, baseUrl, preloaded: { readChosen, upload }, ...situation }) {
    const { work } = situation
    const refusal = placeRefusal(resource)
    if (refusal) return refusal
    const [asked, { own, organization }] = await Promise.all([storable(body), readChosen(resource)])
    if (isRefusal(asked)) return asked
    const logo = body.branding?.logoUploadId ? await takeLogo(upload, { ...situation, node: resource.node }) : undefined
    if (isRefusal(logo)) return logo
    const changed = withChoices(own, logo === undefined ? asked : { ...asked, branding: { ...asked.branding, logo } })
    const changes = changesBetween(own, changed)
    const unfit = defaultsRefusal(
      organization,
      changed,
      changes.map(({ field }) => field),
    )
    if (unfit) return unfit
    const { node } = resource
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    if (changes.length === 0) return reply(200, toSettings(node, { own, organization }, baseUrl), etagOf(own))
    const after = { ...changed, version: changed.version + 1 }
    write(work, resource, { before: own, after })
    work.audit(auditOf(resource, changes))
    return reply(200, toSettings(node, { own: after, organization }, baseUrl), etagOf(after))
  },
})

interface Change {
  readonly before: NodeSettings
  readonly after: NodeSettings
}

function write(work: UnitOfWork, { isNew }: NamedSettings, { before, after }: Change): void {
  if (isNew) work.create(nodeSettings, after)
  else work.update(nodeSettings, before, after)
  if (!isDeepStrictEqual(before.features, after.features)) writeSwitches(work, after, after.features)
}

function auditOf({ node }: NamedSettings, changes: AuditEntry['changes']): AuditEntry {
  const { id, orgId, livemode, name, type } = node
  const target = { type: type === 'organization' ? 'organization' : 'node', id, label: name }
  return { orgId, livemode, action: 'settings.changed', target, nodeId: id, changes }
}
