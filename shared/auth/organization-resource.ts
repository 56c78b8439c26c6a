import type { ErrorCode } from '../errors/error-codes.ts'
import type { Item, ItemRange } from '../store/table.ts'
import type { Permission } from './permissions.ts'

/** Belongs to an organization as a whole, not to one of its entities: a role, an API key, a webhook. */
export interface OrganizationResource {
  readonly orgId: string
  readonly version: number
}

/** A kind of organization resource that only people manage, such as API keys (contract §5.9). */
export interface PeopleOnlyResourceKind<T extends OrganizationResource = OrganizationResource> {
  readonly name: string
  /** The path parameter with its id. */
  readonly parameter: string
  readonly notFound: ErrorCode
  readonly partition: (id: string, orgId: string) => ItemRange
  /** Decodes the items of that partition; null: there is no such resource. */
  readonly decode: (items: readonly Item[]) => T | null
}

/** A kind of organization resource that people and API keys manage, such as roles. */
export interface OrganizationResourceKind<T extends OrganizationResource = OrganizationResource>
  extends PeopleOnlyResourceKind<T> {
  /** Callers see the resource if they hold this permission anywhere in the organization. */
  readonly visibleWith: Permission
  /** Says why the resource with an id cannot be changed by anybody; null: it can. */
  readonly unchangeable: (id: string) => string | null
  readonly partition: (id: string) => ItemRange
}
