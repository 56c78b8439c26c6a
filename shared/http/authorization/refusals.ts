import { type OrganizationAccess, permits } from '../../auth/node-access.ts'
import type { Permission } from '../../auth/permissions.ts'
import type { Membership } from '../../auth/principal.ts'
import type { ErrorCode } from '../../errors/error-codes.ts'
import { type Refusal, refuse } from '../../errors/refusal.ts'
import type { EntityPlace } from '../../store/entities.ts'
import type { Feature } from '../../store/features.ts'

export const noOrganization = refuse(
  'organization_not_found',
  'There is no such organization, or it is not visible to you.',
)

export const testModeDisabled = refuse(
  'test_mode_disabled',
  'This test organization is disabled, or is being created or emptied. Look at GET …/test-mode of the live organization.',
)

export function noResource({ notFound, name }: { notFound: ErrorCode; name: string }): Refusal {
  return refuse(notFound, `There is no such ${name}, or it is not visible to you.`)
}

/** Refuses what an entity has switched off. */
export function featureRefusal(feature: Feature, { entityId }: EntityPlace): Refusal<'feature_disabled'> {
  return refuse(
    'feature_disabled',
    `The feature ${feature} is turned off for this entity. An administrator can turn it on.`,
    { feature, entityId },
  )
}

export function lacksAll(
  memberships: readonly Membership[],
  needed: readonly Permission[],
): Refusal<'forbidden'> | null {
  const isHeld = needed.length === 0 || needed.some((permission) => permits(memberships, permission))
  return isHeld ? null : forbidden(...needed)
}

/** Refuses callers who hold none of the permissions. */
export function forbidden(...needed: readonly Permission[]): Refusal<'forbidden'> {
  const which = needed.length === 1 ? 'the permission' : 'one of the permissions'
  return refuse('forbidden', `You need ${which} ${needed.join(', ')}.`)
}

/** Refuses callers who do not hold the permission on the organization as a whole. A part of its tree is not enough. */
export function organizationRefusal(
  { memberships, orgId }: Pick<OrganizationAccess, 'memberships' | 'orgId'>,
  permission: Permission,
): Refusal<'forbidden'> | null {
  const ofOrganization = memberships.filter(({ nodeId }) => nodeId === orgId)
  if (permits(ofOrganization, permission)) return null
  return refuse('forbidden', `You need the permission ${permission} on the organization itself.`)
}
