import * as v from 'valibot'
import { uuid } from '../../../../shared/platform/ids.ts'
import { type Collection, recordsOf } from '../../../../shared/store/collection.ts'
import type { Node } from '../../../../shared/store/entities.ts'
import type { Item, Key } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'

const common = { applicationId: v.string(), externalId: v.string() }

/** An organization that the application has made, with what it asked for together with it. */
const organizationName = v.object({
  ...common,
  kind: v.literal('organization'),
  orgId: uuid,
  firstEntityId: v.nullable(uuid),
  owner: v.nullable(v.object({ membershipId: uuid, userId: v.string(), email: v.string() })),
})
export type OrganizationName = v.InferOutput<typeof organizationName>

const nodeName = v.object({
  ...common,
  kind: v.literal('node'),
  orgId: uuid,
  nodeId: uuid,
  type: v.picklist(['entity', 'group']),
})
export type NodeName = v.InferOutput<typeof nodeName>

const userName = v.object({ ...common, kind: v.literal('user'), userId: v.string(), email: v.string() })
export type UserName = v.InferOutput<typeof userName>

const externalNameSchema = v.variant('kind', [organizationName, nodeName, userName])
/** What an application calls an organization, an entity or group, or a person: by its own id of them. */
export type ExternalName = v.InferOutput<typeof externalNameSchema>

type Kind = ExternalName['kind']
type NameOf<K extends Kind> = Extract<ExternalName, { kind: K }>

/** Where it stands what an application means by its own id. Of a kind of things, each id names one. */
export function externalIdKey(applicationId: string, kind: Kind, externalId: string): Key {
  return { PK: `APPLICATION#${applicationId}#EXTERNAL#${kind}#${externalId}`, SK: 'EXTERNAL' }
}

const externalIds: Collection<ExternalName> = {
  name: 'external_id',
  schema: externalNameSchema,
  key: ({ applicationId, kind, externalId }) => externalIdKey(applicationId, kind, externalId),
}

/** What an application calls a person, beside the account of their e-mail. */
export function nameOfUserKey(applicationId: string, email: string): Key {
  return { PK: `EMAIL#${email.toLowerCase()}`, SK: `EXTERNAL#${applicationId}` }
}

/** The same records beside the persons that they name: each has one name of an application. */
const userNames: Collection<UserName> = {
  name: 'user_name',
  schema: userName,
  key: ({ applicationId, email }) => nameOfUserKey(applicationId, email),
}

/** Gives a thing its name; a new node tells it of itself besides. Stale where the name is another's, or the person has one. */
export function giveName(work: UnitOfWork, name: ExternalName): void {
  work.create(externalIds, name)
  if (name.kind === 'user') work.create(userNames, name)
}

/** What a new node tells of its name. */
export function partnerNamed(applicationId: string, externalId: string | undefined): Pick<Node, 'partnerName'> {
  return externalId === undefined ? {} : { partnerName: { applicationId, externalId } }
}

/** Together with the node itself, whose own write guards it. */
export function forgetNodeName(work: UnitOfWork, { partnerName, type }: Node): void {
  if (!partnerName) return
  const kind = type === 'organization' ? 'organization' : 'node'
  work.removePart(externalIdKey(partnerName.applicationId, kind, partnerName.externalId))
}

/** What applications call the persons that were read. */
export function userNamesIn(items: readonly Item[]): UserName[] {
  return recordsOf(userNames, items)
}

/** What one of them means by its ids, among what was read. */
export function meaningsIn(items: readonly Item[]): ExternalName[] {
  return recordsOf(externalIds, items)
}

export function nameOfKind<K extends Kind>(names: readonly ExternalName[], kind: K): NameOf<K> | null {
  return names.find((name): name is NameOf<K> => name.kind === kind) ?? null
}
