import type { NodeAccess, OrganizationAccess } from '../../auth/node-access.ts'
import type { OrganizationResource } from '../../auth/organization-resource.ts'
import type { EntityAccess, Membership } from '../../auth/principal.ts'
import type { Refusal } from '../../errors/refusal.ts'
import type { Entity, EntityPlace } from '../../store/entities.ts'
import type { EntitySettings } from '../../store/settings.ts'
import type { SettingsReader } from '../../store/settings-reader.ts'
import type { Item, Table } from '../../store/table.ts'
import type { Owned, Placed } from './access.ts'

/** What the handler gets: the proof of access, with the target that it was proved on. */
export type GrantedAccess = Proof & {
  /** How far the clock of the target's test organization is ahead of the real one: milliseconds. */
  readonly aheadMs?: number
}

type Proof =
  | { readonly to: 'anyone' | 'principal' }
  | {
      readonly to: 'resource'
      readonly access: EntityAccess
      readonly resource: Owned
      readonly settings: EntitySettings | null
    }
  | {
      readonly to: 'entity'
      readonly access: EntityAccess
      readonly entity: Entity
      readonly settings: EntitySettings | null
    }
  | { readonly to: 'entities'; readonly accesses: readonly EntityAccess[] }
  | { readonly to: 'organization' | 'peopleOnly'; readonly access: OrganizationAccess }
  | { readonly to: 'node'; readonly access: NodeAccess; readonly resource: Placed }
  | {
      readonly to: 'peopleOnlyResource' | 'organizationResource'
      readonly access: OrganizationAccess
      readonly resource: OrganizationResource
    }

/** How a request names its target, and what was read of it. */
export interface NamedTarget {
  readonly table: Table
  readonly path: Readonly<Record<string, string | undefined>>
  /** The organization that the path or the query names. */
  readonly orgId?: string | undefined
  /** What the handler gets of `preload`; null where the input is invalid. */
  readonly preloaded?: Promise<unknown>
  /** The entity that the body or the query names. */
  readonly entityId?: unknown
  readonly entityItem?: Item | null
  readonly resourceItems?: readonly Item[]
  readonly settings: SettingsReader
}

/** The target of a request as its caller finds it. The checks report each refusal at its place in their order. */
export interface Target {
  /** Null: the request is not about one organization. */
  readonly orgId: string | null
  /** The caller does not see the target. */
  readonly notFound?: Refusal | null
  /** The operation works in test organizations only. */
  readonly testModeDisabled?: Refusal | null
  /** The caller sees the organization, but not the target in it. */
  readonly closed?: Refusal | null
  readonly aheadMs?: number
  /** The entity where the feature must be on. */
  readonly entity?: EntityPlace
  /** Refuses only callers who lack the permission. */
  readonly grant: (settings: EntitySettings | null) => GrantedAccess | Refusal | Promise<GrantedAccess | Refusal>
}

export const isActive = ({ status }: Membership) => status === 'active'

/** The caller does not see that there is such a target. */
export function hidden(notFound: Refusal): Target {
  return { orgId: null, notFound, grant: () => notFound }
}

/** The caller sees the organization, but not what is named in it, or may not use it. */
export function closed(refusal: Refusal, orgId: string): Target {
  return { orgId, closed: refusal, grant: () => refusal }
}
