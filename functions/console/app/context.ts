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

export function personName(person: {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
}): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email || '—'
}
