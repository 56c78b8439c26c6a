import * as v from 'valibot'
import { type Ids, uuid } from '../platform/ids.ts'
import type { Collection, Versioned } from '../store/collection.ts'
import type { EntityPlace } from '../store/entities.ts'
import { type Item, type Key, queryPartition, type Table } from '../store/table.ts'
import type { Grant } from './grants/grant.ts'
import { type Permission, permissions } from './permissions.ts'

/**
 * Who an account is. A person's names are null until they confirm them: until then, each membership has those that its
 * organization gave. A machine's account has the id of its OAuth client and no e-mail.
 */
export const profileSchema = v.object({
  id: v.string(),
  kind: v.picklist(['person', 'service']),
  email: v.nullable(v.string()),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  locale: v.string(),
  avatarUrl: v.nullable(v.string()),
  welcomeCompletedAt: v.nullable(v.string()),
  providerId: uuid,
  createdAt: v.string(),
  version: v.number(),
})
export type Profile = v.InferOutput<typeof profileSchema>

/** A role on a node and on everything below it. It repeats the permissions of its role, so that one read decides a request. */
export const membershipSchema = v.object({
  id: uuid,
  userId: v.string(),
  orgId: uuid,
  nodeId: uuid,
  /** Null for a membership of the organization itself. */
  entityId: v.nullable(uuid),
  /** Of its node, from the organization down. */
  ancestorIds: v.array(uuid),
  role: v.object({ id: uuid, key: v.string(), name: v.string() }),
  /** The names that the organization gave to a person. Absent for machines, which have only the name of their account. */
  names: v.optional(v.object({ firstName: v.nullable(v.string()), lastName: v.nullable(v.string()) })),
  permissions: v.array(v.picklist(permissions)),
  livemode: v.boolean(),
  status: v.picklist(['active', 'pending']),
  createdAt: v.string(),
  version: v.number(),
})
export type Membership = v.InferOutput<typeof membershipSchema>

/** The same for all accounts: an inviter who could tell when an account was created would know whether it is new. */
const timeOfAccountIds = Date.UTC(2000, 0, 1)

export function newAccountId(ids: Ids): string {
  return ids(timeOfAccountIds)
}

export function accountPartition(accountId: string): string {
  return `USER#${accountId}`
}

/** An account with all that stands in its partition: memberships, standing consents. */
export async function readAccount(table: Table, accountId: string): Promise<Item[]> {
  return await queryPartition(table, accountPartition(accountId), '')
}

export function profileKey(accountId: string): Key {
  return { PK: accountPartition(accountId), SK: 'PROFILE' }
}

export const profiles: Versioned<Profile> = {
  name: 'profile',
  schema: profileSchema,
  key: ({ id }) => profileKey(id),
}

export function membershipKey(accountId: string, id: string) {
  return { PK: accountPartition(accountId), SK: `MEMBERSHIP#${id}` }
}

export const memberships: Collection<Membership> = {
  name: 'membership',
  schema: membershipSchema,
  key: (membership) => membershipKey(membership.userId, membership.id),
}

/** The kinds of principal: a signed-in person, a machine, a partner, or a partner for a person. */
export type PrincipalKind = 'user' | 'api_key' | 'partner' | 'delegated'

/** Who a request acts as, and what they may do. */
export interface Principal {
  readonly kind: PrincipalKind
  /** The account. Page tokens belong to it; uploads and idempotency keys only as it acts through one application. */
  readonly id: string
  readonly clientId: string
  readonly profile: Profile
  readonly memberships: readonly Membership[]
  /** Scopes of the token that limit a partner or a delegated principal. */
  readonly scopes: readonly string[]
  /** Null for people in the service's own app, and for API keys. */
  readonly application: Application | null
}

/** The owner of an upload. A person has other uploads through an application than in the service's own app. */
export function uploaderOf({ kind, id, clientId }: Pick<Principal, 'kind' | 'id' | 'clientId'>): string {
  return kind === 'delegated' ? `${clientId}#${id}` : id
}

/** The application that a principal is, or that acts for it. Its principal has the memberships that grants let it use. */
export interface Application {
  readonly id: string
  readonly name: string
  /** Those that its machine is registered for. */
  readonly scopes: readonly string[]
  /** What lets it act: in the organization that the request is about, or wherever its person consented. */
  readonly grants: readonly Grant[]
  /** The memberships it would have if everybody had let it act: what they do not reach is not there for it. */
  readonly visibleMemberships: readonly Membership[]
}

/** The principal as far as it may know that things are there. */
export function withVisibleMemberships(principal: Principal): Principal {
  const { application } = principal
  return application ? { ...principal, memberships: application.visibleMemberships } : principal
}

/** The partner application whose machine asks; null for everybody else. */
export function partnerIdOf({ kind, application }: Principal): string | null {
  return kind === 'partner' && application ? application.id : null
}

declare const granted: unique symbol

/**
 * Proof that the principal holds a permission on an entity. Only authorization makes one, and the store's finders ask
 * for it, so that no read or write can forget whose data it touches.
 */
export interface EntityAccess extends EntityPlace {
  readonly principal: Principal
  readonly permission: Permission
  readonly livemode: boolean
  readonly [granted]: true
}

/** The memberships that reach an entity: of its organization, of itself, or of a group in it. */
export function membershipsReaching(principal: Principal, place: EntityPlace): Membership[] {
  return principal.memberships.filter(
    (membership) =>
      membership.status === 'active' &&
      membership.orgId === place.orgId &&
      (membership.entityId === null || membership.entityId === place.entityId),
  )
}

/** The access that memberships give to a place, or null where none holds the permission. */
export function accessThrough(
  principal: Principal,
  reaching: readonly Membership[],
  place: EntityPlace,
  permission: Permission,
): EntityAccess | null {
  const holding = reaching.find((membership) => membership.permissions.includes(permission))
  if (!holding) return null
  const { orgId, entityId } = place
  return { principal, permission, orgId, entityId, livemode: holding.livemode } as EntityAccess
}
