import * as v from 'valibot'
import { uuid } from '../platform/ids.ts'
import { recordsOf, type Versioned } from './collection.ts'
import type { EntityPlace } from './entities.ts'
import { type Switches, switchesAmong } from './feature-switches.ts'
import {
  type Chosen,
  type Section,
  type Settings,
  sections,
  settingFields,
  standardSettings,
} from './settings-fields.ts'
import { settingsKey } from './settings-keys.ts'
import type { Item, Table } from './table.ts'
import { wholeIndexRange } from './table.ts'
import { connectionsAmong, type VendorConnections } from './vendor-connections.ts'

type Nullable<E extends v.ObjectEntries> = { readonly [Name in keyof E]: v.NullableSchema<E[Name], undefined> }

function choices<const E extends v.ObjectEntries>(entries: E) {
  const nullable = Object.entries(entries).map(([name, schema]) => [name, v.nullable(schema)])
  return v.object(Object.fromEntries(nullable) as Nullable<E>)
}

/** A monthly limit. Null: none. A limit that is not blocking is only reported. */
const quotaLimit = v.object({ limit: v.nullable(v.number()), blocking: v.boolean() })
export type QuotaLimit = v.InferOutput<typeof quotaLimit>

export const quotaMetrics = ['signature_requests', 'registered_mail_items'] as const
export type QuotaMetric = (typeof quotaMetrics)[number]

/** The choices of an organization (the defaults of its entities) or of an entity, and the quotas that the operator gave it. */
export const nodeSettingsSchema = v.object({
  nodeId: uuid,
  orgId: uuid,
  signature: choices(settingFields.signature),
  registeredMail: choices(settingFields.registeredMail),
  tasks: choices(settingFields.tasks),
  general: choices(settingFields.general),
  branding: choices(settingFields.branding),
  quotas: v.object({ signature_requests: v.nullable(quotaLimit), registered_mail_items: v.nullable(quotaLimit) }),
  version: v.number(),
})
export type StoredSettings = v.InferOutput<typeof nodeSettingsSchema>
/** With the node's features, which stand in an item of their own. */
export type NodeSettings = StoredSettings & { readonly features: Switches }

/** One item for each node that has chosen something. An entity's settings are read from its own and from its organization's. */
export const nodeSettings: Versioned<StoredSettings> = {
  name: 'settings',
  schema: nodeSettingsSchema,
  key: ({ nodeId }) => settingsKey(nodeId),
  indexKeys: ({ orgId, nodeId }) => ({ GSI1PK: settingsOf(orgId), GSI1SK: nodeId }),
}

function settingsOf(orgId: string): string {
  return `ORG#${orgId}#SETTINGS`
}

/** The settings of a node that has chosen nothing yet. */
export function unchosen(nodeId: string, orgId: string): NodeSettings {
  const nothing = Object.fromEntries(
    sections.map((section) => [
      section,
      Object.fromEntries(Object.keys(settingFields[section]).map((name) => [name, null])),
    ]),
  ) as Chosen
  return structuredClone({
    ...nothing,
    nodeId,
    orgId,
    quotas: { signature_requests: null, registered_mail_items: null },
    version: 1,
  }) as NodeSettings
}

/** The settings of an entity, as one value. */
export interface EntitySettings extends Settings {
  /** Null: none was given. */
  readonly quotas: { readonly organization: NodeSettings['quotas']; readonly entity: NodeSettings['quotas'] }
  /** Of the organization, to outside vendors. */
  readonly vendorConnections: VendorConnections
}

/** Finds what holds for entities, among what was read. */
export function settingsAmong(items: readonly Item[]): (place: EntityPlace) => EntitySettings {
  const of = chosenAmong(items)
  return ({ orgId, entityId }) => ({
    ...settingsFrom(of({ orgId, nodeId: orgId }), of({ orgId, nodeId: entityId })),
    vendorConnections: connectionsAmong(items, orgId),
  })
}

/** Finds what nodes have chosen, among what was read. */
export function chosenAmong(items: readonly Item[]): (place: { orgId: string; nodeId: string }) => NodeSettings {
  const found = new Map(recordsOf(nodeSettings, items).map((each) => [each.nodeId, each]))
  const switchesOf = switchesAmong(items)
  return ({ orgId, nodeId }) => {
    const stored = found.get(nodeId)
    const own = stored?.orgId === orgId ? stored : unchosen(nodeId, orgId)
    return { ...own, features: switchesOf({ orgId, nodeId }) }
  }
}

const noQuotas: NodeSettings['quotas'] = { signature_requests: null, registered_mail_items: null }

/** The entity's choice, else the organization's, else the standard. */
export function settingsFrom(organization: NodeSettings | null, entity: NodeSettings | null): EntitySettings {
  return {
    ...withDefaultsAllowed(inherited(organization, entity)),
    quotas: { organization: organization?.quotas ?? noQuotas, entity: entity?.quotas ?? noQuotas },
    vendorConnections: {},
  }
}

/** As chosen: a default may be beyond what is allowed, where one was chosen here and the other one there. */
export function inherited(...levels: readonly (Chosen | null)[]): Settings {
  const [organization = null, entity = null] = levels
  const of = (section: Section) => {
    const own: Readonly<Record<string, unknown>> = entity?.[section] ?? {}
    const above: Readonly<Record<string, unknown>> = organization?.[section] ?? {}
    const standard: Readonly<Record<string, unknown>> = standardSettings[section]
    return Object.fromEntries(
      Object.keys(settingFields[section]).map((name) => [name, own[name] ?? above[name] ?? standard[name]]),
    )
  }
  return Object.fromEntries(sections.map((section) => [section, of(section)])) as unknown as Settings
}

/** A default that is not allowed gives way: the organization may have narrowed what an entity allows since it chose. */
function withDefaultsAllowed(settings: Settings): Settings {
  const { signature, registeredMail } = settings
  const { defaultExpiryDays, maxExpiryDays, defaultEidasLevel, allowedLevels } = signature
  const { defaultType, allowedTypes } = registeredMail
  return {
    ...settings,
    signature: {
      ...signature,
      defaultVendor: vendorAllowed(signature),
      defaultExpiryDays: Math.min(defaultExpiryDays, maxExpiryDays),
      defaultEidasLevel: allowedOrFirst(defaultEidasLevel, allowedLevels),
    },
    registeredMail: {
      ...registeredMail,
      defaultVendor: vendorAllowed(registeredMail),
      defaultType: allowedOrFirst(defaultType, allowedTypes),
    },
  }
}

interface VendorSettings {
  readonly defaultVendor: string | null
  readonly allowedVendors: readonly string[] | null
}

function vendorAllowed({ defaultVendor, allowedVendors }: VendorSettings): string | null {
  return defaultVendor !== null && (allowedVendors?.includes(defaultVendor) ?? true) ? defaultVendor : null
}

function allowedOrFirst<Option>(chosen: Option, allowed: readonly Option[]): Option {
  return allowed.includes(chosen) ? chosen : (allowed[0] ?? chosen)
}

/** What an organization and its entities have chosen, without features. The index lags by a moment. */
export async function readAllChosen(table: Table, orgId: string): Promise<StoredSettings[]> {
  return recordsOf(nodeSettings, await wholeIndexRange(table, { index: 'GSI1', partition: settingsOf(orgId) }))
}
