import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Me } from './api-types.ts'

export type Org = Me['orgs'][number]
export type Permission = Org['permissions'][number]
export type Entity = Me['scopes'][number]

export interface Place {
  readonly me: Me
  readonly org: Org
  /** Reads the account again, after something that changes it. */
  readonly refresh: () => Promise<void>
}

export const PlaceContext = createContext<Place | null>(null)

/** Who works, and in which organization. */
export function usePlace(): Place {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('no organization is shown')
  return place
}

export const isTest = (org: Org) => org.environment === 'test'

export const hasPermission = (org: Org, permission: Permission) => org.permissions.includes(permission)

/** The address of a screen of an organization. */
export function screenHref(org: Pick<Org, 'id'>, ...path: readonly string[]): string {
  return `#/o/${[org.id, ...path].map(encodeURIComponent).join('/')}`
}

/** The entities of an organization in which something is allowed. */
export function entitiesWith({ me, org }: Place, permission: Permission): Entity[] {
  const entities = me.scopes.filter(({ orgId, permissions }) => orgId === org.id && permissions.includes(permission))
  return [...new Map(entities.map((entity) => [entity.entityId, entity])).values()]
}

/** The entity that an address asks for, among those of the organization where something is allowed; else the first of them. */
export function entityFor(place: Place, permission: Permission, asked: string | null): Entity | null {
  const entities = entitiesWith(place, permission)
  return entities.find(({ entityId }) => entityId === asked) ?? entities[0] ?? null
}

/**
 * What an address names, below the organization that has it: a screen of the live organization never shows something of the test one.
 * Of another organization of the reader, the screen is opened there instead.
 */
export async function atHome<T extends { readonly entityId: string }>(place: Place, found: T): Promise<T> {
  return await shownIn(place, place.me.scopes.find(({ entityId }) => entityId === found.entityId)?.orgId, found)
}

/** The same of what stands at a node, such as a member. */
export async function atHomeByNode<T extends { readonly node: { readonly orgId: string } }>(
  place: Place,
  found: T,
): Promise<T> {
  return await shownIn(place, place.me.orgs.find(({ id }) => id === found.node.orgId)?.id, found)
}

async function shownIn<T>({ org }: Place, home: string | undefined, found: T): Promise<T> {
  if (home === undefined || home === org.id) return found
  location.replace(location.hash.replace(`/o/${org.id}`, `/o/${home}`))
  return await new Promise<never>(() => undefined)
}

export function personName(person: {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
}): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email || '—'
}
