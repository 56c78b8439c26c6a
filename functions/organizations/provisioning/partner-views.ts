import * as v from 'valibot'
import { uuid } from '../../../shared/platform/ids.ts'
import type { Node, Organization } from '../../../shared/store/entities.ts'
import { nameOfNode, nodeView, toNode } from '../../../shared/store/node-view.ts'
import type { Member } from '../model/members/member.ts'
import { memberView, toMember } from '../model/members/member-view.ts'
import type { OwnId } from '../model/members/own-ids.ts'
import type { UserName } from '../model/tree/external-name.ts'

const ownId = { externalId: v.pipe(v.nullable(v.string()), v.description('Your own id of it. Null if you gave none.')) }
const created = { created: v.pipe(v.boolean(), v.description('False if it existed already.')) }

/** An organization, as the applications see it that work with it. */
export const organizationView = v.pipe(
  v.object({
    id: uuid,
    name: v.string(),
    ...ownId,
    environment: v.picklist(['live', 'test']),
    parentId: v.nullable(uuid),
    createdAt: v.string(),
    version: v.number(),
  }),
  v.title('ProvisionedOrganization'),
)
export type OrganizationView = v.InferOutput<typeof organizationView>

/** Nodes and members show an application what it calls them. */
export const partnerNodeView = v.pipe(v.object({ ...nodeView.entries, ...ownId }), v.title('ProvisionedNode'))
export type PartnerNode = v.InferOutput<typeof partnerNodeView>
export const createdNodeView = v.object({ ...partnerNodeView.entries, ...created })

export const partnerMemberView = v.pipe(v.object({ ...memberView.entries, ...ownId }), v.title('ProvisionedMember'))
export type PartnerMember = v.InferOutput<typeof partnerMemberView>
export const createdMemberView = v.object({ ...partnerMemberView.entries, ...created })

export const createdOrganizationView = v.object({
  org: organizationView,
  nodes: v.pipe(v.array(partnerNodeView), v.description('The organization and its first entity.')),
  owner: v.nullable(partnerMemberView),
  ...created,
})

/** What an application calls a person, among the names that all of them gave to them. */
export function externalIdIn(names: readonly UserName[], applicationId: string): string | null {
  return names.find((name) => name.applicationId === applicationId)?.externalId ?? null
}

export function toOrganization(organization: Organization, applicationId: string): OrganizationView {
  const externalId = nameOfNode(organization, applicationId)
  const { id, name, createdAt, version, livemode } = organization
  // No organization stands below another one.
  return { id, name, externalId, environment: livemode ? 'live' : 'test', parentId: null, createdAt, version }
}

export function toPartnerNode(node: Node, applicationId: string): PartnerNode {
  return { ...toNode(node), externalId: nameOfNode(node, applicationId) }
}

export function toPartnerMember(
  member: Member,
  parts: Parameters<typeof toMember>[1] & OwnId,
  nowMs: number,
): PartnerMember {
  return { ...toMember(member, parts, nowMs, parts), externalId: parts.externalId }
}
