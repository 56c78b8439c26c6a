import * as v from 'valibot'
import { features } from '../auth/permissions.ts'
import { type Collection, fromItem } from './collection.ts'
import { getItem, queryIndex, type Table } from './table.ts'

const uuid = v.pipe(v.string(), v.uuid())

export const eidasLevels = ['ses', 'aes', 'qes'] as const
export const authMethods = ['none', 'email_otp', 'sms_otp', 'vendor_identity'] as const

export const remindersSchema = v.object({
  enabled: v.boolean(),
  firstAfterDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)),
  everyDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)),
  max: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)),
})

/** What an entity allows in signature requests, inheritance already resolved. */
export const signatureSettingsSchema = v.object({
  defaultVendor: v.nullable(v.string()),
  /** Null: every vendor that the organization has. */
  allowedVendors: v.nullable(v.array(v.string())),
  allowedLevels: v.array(v.picklist(eidasLevels)),
  defaultEidasLevel: v.picklist(eidasLevels),
  allowedAuthMethods: v.array(v.picklist(authMethods)),
  sequentialAllowed: v.boolean(),
  externalSignersAllowed: v.boolean(),
  notariesAllowed: v.boolean(),
  defaultExpiryDays: v.number(),
  maxExpiryDays: v.number(),
  reminders: remindersSchema,
})
export type SignatureSettings = v.InferOutput<typeof signatureSettingsSchema>

/** What holds where nobody chose otherwise. */
export const defaultSignatureSettings: SignatureSettings = {
  defaultVendor: null,
  allowedVendors: null,
  allowedLevels: [...eidasLevels],
  defaultEidasLevel: 'ses',
  allowedAuthMethods: [...authMethods],
  sequentialAllowed: true,
  externalSignersAllowed: true,
  notariesAllowed: false,
  defaultExpiryDays: 30,
  maxExpiryDays: 90,
  reminders: { enabled: true, firstAfterDays: 3, everyDays: 5, max: 3 },
}

const nodeFields = {
  id: uuid,
  orgId: uuid,
  providerId: uuid,
  name: v.string(),
  createdAt: v.string(),
  version: v.number(),
  livemode: v.boolean(),
}

/** An organization: the root of its tree. */
export const organizationSchema = v.object({
  ...nodeFields,
  type: v.literal('organization'),
  /** The other one of a live organization and its test twin. */
  twinOrgId: v.nullable(uuid),
  /** How many signature requests a month may see; null is without limit. */
  signatureRequestLimit: v.nullable(v.number()),
})
export type Organization = v.InferOutput<typeof organizationSchema>

export const entitySchema = v.object({
  ...nodeFields,
  type: v.literal('entity'),
  parentId: uuid,
  /** Features that are off for this entity. */
  featuresOff: v.array(v.picklist(features)),
  signature: signatureSettingsSchema,
  /** Monthly limits that a creation is held against, the organization's repeated here; null is without limit. */
  signatureRequestLimits: v.object({ organization: v.nullable(v.number()), entity: v.nullable(v.number()) }),
})
export type Entity = v.InferOutput<typeof entitySchema>

export const groupSchema = v.object({ ...nodeFields, type: v.literal('group'), parentId: uuid, entityId: uuid })
export type Group = v.InferOutput<typeof groupSchema>

export const nodeSchema = v.variant('type', [organizationSchema, entitySchema, groupSchema])
/** A place in an organization's tree. */
export type Node = v.InferOutput<typeof nodeSchema>

export function nodeKey(id: string) {
  return { PK: `NODE#${id}`, SK: 'NODE' }
}

export const nodes: Collection<Node> = {
  name: 'node',
  schema: nodeSchema,
  key: (node) => nodeKey(node.id),
  indexKeys: (node) => ({ GSI1PK: `ORG#${node.orgId}#NODES`, GSI1SK: `${node.type}#${node.id}` }),
}

/** More entities than this in one organization are not listed at once. */
const maxEntities = 1_000

/** The entities of an organization. */
export async function entitiesOf(table: Table, orgId: string): Promise<Entity[]> {
  const range = { partition: `ORG#${orgId}#NODES`, from: 'entity#', to: 'entity#~' }
  const items = await queryIndex(table, { index: 'GSI1', ...range, limit: maxEntities })
  return items.map((item) => fromItem(nodes, item)).filter((node) => node.type === 'entity')
}

/** The entity that something belongs to. Throws where it is gone or of another organization: nothing holds without it. */
export async function entityAt(table: Table, place: { orgId: string; entityId: string }): Promise<Entity> {
  const item = await getItem(table, nodeKey(place.entityId))
  const node = item ? fromItem(nodes, item) : null
  if (node?.type === 'entity' && node.orgId === place.orgId) return node
  throw new Error(`the entity ${place.entityId} is not in its organization`)
}
