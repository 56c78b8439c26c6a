import * as v from 'valibot'
import { type Permission, permissions } from '../../../shared/auth/permissions.ts'
import { personSchema } from '../../../shared/auth/person.ts'
import type { Membership } from '../../../shared/auth/principal.ts'
import { growing } from '../../../shared/platform/growing.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { Entity, Organization } from '../../../shared/store/entities.ts'
import type { FeatureStates } from '../../../shared/store/feature-switches.ts'
import { type Feature, features } from '../../../shared/store/features.ts'
import { nodeView, toNode } from '../../../shared/store/node-view.ts'
import type { Tree } from './tree.ts'

const roleReference = v.pipe(v.object({ id: uuid, key: v.string(), name: v.string() }), v.title('RoleReference'))
const permissionList = v.array(growing(permissions))
const featureList = v.array(growing(features))

/** The parts of an organization's administration, each opened by a permission. */
const sectionPermissions = {
  organization: 'organization.manage',
  structure: 'nodes.manage',
  members: 'members.manage',
  roles: 'roles.manage',
  settings: 'settings.manage',
  vendors: 'settings.manage',
  integrations: 'integrations.manage',
  audit: 'audit.read',
  test_mode: 'test_mode.manage',
} as const satisfies Record<string, Permission>
type Section = keyof typeof sectionPermissions

const orgView = v.object({
  id: uuid,
  name: v.string(),
  permissions: permissionList,
  role: v.nullable(roleReference),
  features: featureList,
  admin: v.object({ sections: v.array(v.string()) }),
  parentId: v.nullable(uuid),
  ancestorIds: v.array(uuid),
  depth: v.number(),
  contractMode: v.picklist(['own', 'inherited']),
  access: v.picklist(['member', 'inherited']),
  environment: v.picklist(['live', 'test']),
  twinOrgId: v.nullable(uuid),
  logoUrl: v.nullable(v.string()),
})

const scopeView = v.object({
  orgId: uuid,
  orgName: v.string(),
  entityId: uuid,
  entityName: v.string(),
  nodeId: uuid,
  twinNodeId: v.nullable(uuid),
  permissions: permissionList,
  features: featureList,
  role: roleReference,
})

const membershipView = v.object({
  id: uuid,
  orgId: uuid,
  orgName: v.string(),
  node: nodeView,
  entityName: v.nullable(v.string()),
  role: roleReference,
})

const invitationView = v.pipe(
  v.object({
    membershipId: v.pipe(uuid, v.description('Send it to POST /v1/invitations/accept, or delete this membership.')),
    orgName: v.string(),
    role: roleReference,
    invitedBy: v.nullable(personSchema),
  }),
  v.title('OwnInvitation'),
)
export type Invitation = v.InferOutput<typeof invitationView>

export const meView = v.pipe(
  v.object({
    principalType: v.picklist(['user', 'api_key', 'partner', 'delegated']),
    user: v.object({
      id: v.string(),
      email: v.nullable(v.string()),
      firstName: v.nullable(v.string()),
      lastName: v.nullable(v.string()),
      locale: v.string(),
      avatarUrl: v.nullable(v.string()),
      welcomeCompletedAt: v.nullable(v.string()),
    }),
    provider: v.object({ id: uuid, name: v.string(), slug: v.string() }),
    orgs: v.array(orgView),
    scopes: v.array(scopeView),
    memberships: v.array(membershipView),
    invitations: v.pipe(v.array(invitationView), v.description('Only people have invitations.')),
    blockedOrgs: v.array(v.object({ id: uuid, name: v.string(), reason: v.string() })),
  }),
  v.title('Me'),
)

/** An organization with what the memberships in it add up to. */
export function meOrg(
  org: Organization,
  memberships: readonly Membership[],
  { featuresOf }: Pick<Tree, 'featuresOf'>,
): v.InferOutput<typeof orgView> {
  const own = memberships.filter(({ orgId }) => orgId === org.id)
  const held = new Set(own.flatMap((membership) => membership.permissions))
  const ofWhole = own.find(({ entityId }) => entityId === null)
  const sections = Object.keys(sectionPermissions)
    .filter((section) => held.has(sectionPermissions[section as Section]))
    // A test organization has no test mode of its own.
    .filter((section) => org.livemode || section !== 'test_mode')
  return {
    id: org.id,
    name: org.name,
    permissions: permissions.filter((permission) => held.has(permission)),
    role: ofWhole?.role ?? null,
    features: featuresOn(featuresOf({ orgId: org.id, entityId: org.id })),
    admin: { sections },
    parentId: null,
    ancestorIds: [],
    depth: 0,
    contractMode: 'own',
    access: 'member',
    environment: org.livemode ? 'live' : 'test',
    twinOrgId: org.twinOrgId,
    logoUrl: null,
  }
}

/** The features that are on at an entity, or by the defaults of an organization. */
function featuresOn(states: FeatureStates): Feature[] {
  return features.filter((feature) => states[feature])
}

/** What one membership gives on one entity. */
export function meScope(
  org: Organization,
  entity: Entity,
  membership: Membership & { readonly twinNodeId: string | null },
  { featuresOf }: Pick<Tree, 'featuresOf'>,
): v.InferOutput<typeof scopeView> {
  return {
    orgId: org.id,
    orgName: org.name,
    entityId: entity.id,
    entityName: entity.name,
    nodeId: membership.nodeId,
    twinNodeId: membership.twinNodeId,
    permissions: membership.permissions,
    features: featuresOn(featuresOf({ orgId: org.id, entityId: entity.id })),
    role: membership.role,
  }
}

export function meMembership(membership: Membership, tree: Tree): v.InferOutput<typeof membershipView>[] {
  const node = tree.nodes.get(membership.nodeId)
  const org = tree.organizations.find(({ id }) => id === membership.orgId)
  if (!node || !org) return []
  const entity = tree.entities.find(({ id }) => id === membership.entityId)
  const { id, orgId, role } = membership
  return [{ id, orgId, orgName: org.name, node: toNode(node), entityName: entity?.name ?? null, role }]
}
