import type { Principal } from '../../auth/principal.ts'
import type { Access } from './access.ts'
import { entitiesTarget, entityTarget, resourceTarget } from './entity-targets.ts'
import {
  nodeTarget,
  organizationResourceTarget,
  organizationTarget,
  peopleOnlyResourceTarget,
  peopleOnlyTarget,
} from './organization-targets.ts'
import { permissionsOf } from './principals-of.ts'
import { lacksAll } from './refusals.ts'
import { isActive, type NamedTarget, type Target } from './target.ts'

export function findTarget(principal: Principal, access: Access, named: NamedTarget): Target {
  switch (access.to) {
    case 'organization':
      return organizationTarget(principal, access, named)
    case 'node':
      return nodeTarget(principal, access, named)
    case 'resource':
      return resourceTarget(principal, access, named)
    case 'entity':
      return entityTarget(principal, access, named)
    case 'entities':
      return entitiesTarget(principal, access, named)
    case 'peopleOnly':
      return peopleOnlyTarget(principal, access, named)
    case 'peopleOnlyResource':
      return peopleOnlyResourceTarget(principal, access, named)
    case 'organizationResource':
      return organizationResourceTarget(principal, access, named)
    default:
      return itself(principal, access)
  }
}

/** The operation is about the caller itself. */
function itself(principal: Principal, access: Access): Target {
  const active = principal.memberships.filter(isActive)
  return { orgId: null, grant: () => lacksAll(active, permissionsOf(access)) ?? { to: 'principal' } }
}
