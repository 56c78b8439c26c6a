import * as v from 'valibot'
import { logosAt } from '../../../../shared/pages/stored-brand.ts'
import { uuid } from '../../../../shared/platform/ids.ts'
import type { Node } from '../../../../shared/store/entities.ts'
import { organizationQuota } from '../../../../shared/store/quota.ts'
import {
  type NodeSettings,
  nodeSettingsSchema,
  type quotaMetrics,
  settingsFrom,
} from '../../../../shared/store/settings.ts'
import {
  type Section,
  type Settings,
  settingFields,
  standardSettings,
} from '../../../../shared/store/settings-fields.ts'
import type { ChosenAt } from './settings-place.ts'

const chosen = nodeSettingsSchema.entries

function effective<S extends Section>(section: S): v.GenericSchema<Settings[S]> {
  const standard: Readonly<Record<string, unknown>> = standardSettings[section]
  const entries = Object.entries<v.GenericSchema>(settingFields[section]).map(([name, schema]) => [
    name,
    standard[name] === null ? v.nullable(schema) : schema,
  ])
  return v.object(Object.fromEntries(entries)) as unknown as v.GenericSchema<Settings[S]>
}

type Branding = NodeSettings['branding']

const { logo: _, ...brandingEntries } = chosen.branding.entries
/** The logo by its address instead of its name. */
const brandingView = v.object({
  logoUrl: v.pipe(v.nullable(v.string()), v.description('Where the logo is served to everybody.')),
  ...brandingEntries,
})

function shownBranding({ logo, ...branding }: Branding, baseUrl: string) {
  return { logoUrl: logo && `${logosAt(baseUrl)}${logo}`, ...branding }
}

const quotaLimitView = v.nullable(v.object({ limit: v.nullable(v.number()), blocking: v.boolean() }))

export const settingsView = v.pipe(
  v.object({
    nodeId: uuid,
    orgId: uuid,
    type: v.picklist(['organization', 'entity']),
    features: v.object({
      tasks: v.nullable(v.boolean()),
      signature: v.nullable(v.boolean()),
      registered_mail: v.nullable(v.boolean()),
    }),
    signature: chosen.signature,
    registeredMail: chosen.registeredMail,
    tasks: chosen.tasks,
    timezone: chosen.general.entries.timezone,
    smsCountries: chosen.general.entries.smsCountries,
    branding: brandingView,
    quotas: v.pipe(
      v.object({ signature_requests: quotaLimitView, registered_mail_items: quotaLimitView }),
      v.description(
        'Monthly limits of this node itself. The operator of the service sets them. Null: none of its own.',
      ),
    ),
    effective: v.pipe(
      v.object({
        features: effective('features'),
        signature: effective('signature'),
        registeredMail: effective('registeredMail'),
        tasks: effective('tasks'),
        timezone: v.string(),
        smsCountries: v.array(v.string()),
        branding: brandingView,
      }),
      v.description('What holds, with everything that is inherited.'),
    ),
    version: v.number(),
  }),
  v.title('Settings'),
)

export function toSettings(
  node: Node,
  { own: settings, organization }: ChosenAt,
  baseUrl: string,
): v.InferOutput<typeof settingsView> {
  const { general, features, signature, registeredMail, tasks, branding, version } = settings
  const isEntity = node.type === 'entity'
  const {
    general: shared,
    quotas: _,
    vendorConnections: _connections,
    ...inForce
  } = isEntity ? settingsFrom(organization, settings) : settingsFrom(settings, null)
  return {
    nodeId: node.id,
    orgId: node.orgId,
    type: isEntity ? 'entity' : 'organization',
    features,
    signature,
    registeredMail,
    tasks,
    ...general,
    branding: shownBranding(branding, baseUrl),
    quotas: isEntity ? settings.quotas : quotasOfOrganization(node, settings),
    effective: { ...inForce, ...shared, branding: shownBranding(inForce.branding, baseUrl) },
    version,
  }
}

function quotasOfOrganization(node: Node, settings: NodeSettings): NodeSettings['quotas'] {
  const of = (metric: (typeof quotaMetrics)[number]) => {
    const { limit, blocking } = organizationQuota(metric, node, settings.quotas)
    return { limit, blocking }
  }
  return { signature_requests: of('signature_requests'), registered_mail_items: of('registered_mail_items') }
}
