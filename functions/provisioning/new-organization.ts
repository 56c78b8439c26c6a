import { partnerScopes, systemRoles } from '../../shared/auth/permissions.ts'
import type { Principal } from '../../shared/auth/principal.ts'
import { timestamp } from '../../shared/clock.ts'
import { isRefusal } from '../../shared/errors/refusal.ts'
import { auditOfGrant } from '../../shared/grants/audit.ts'
import type { Grant } from '../../shared/grants/grant.ts'
import { changeGrant } from '../../shared/grants/standing-grant.ts'
import type { Ids } from '../../shared/ids.ts'
import { type Entity, type Group, nodes, type Organization, placeOf } from '../../shared/store/entities.ts'
import { openOccupancy } from '../../shared/store/occupancy.ts'
import type { Table } from '../../shared/store/table.ts'
import type { Work } from '../../shared/store/work.ts'
import { auditOfNode } from '../../shared/structure/audit.ts'
import { giveName } from '../../shared/structure/external-name.ts'
import { nodeUnder } from '../../shared/structure/new-node.ts'
import { nodeName } from '../../shared/structure/node-name.ts'
import { applicationOf } from './application.ts'
import { idTaken } from './external-id.ts'
import { addOwner, type Owner } from './new-owner.ts'
import type { OrganizationFacts, OrganizationInput } from './organization-facts.ts'
import { toOrganization, toPartnerMember, toPartnerNode } from './partner-views.ts'

/** Where an organization is made, by whom and when. */
export interface Making {
  readonly table: Table
  readonly work: Work
  readonly ids: Ids
  readonly nowMs: number
  readonly principal: Principal
}

/** Makes an organization with everything that was asked for together with it, or says why it cannot be. */
export async function newOrganization(making: Making, input: OrganizationInput, facts: OrganizationFacts) {
  const named = namesOf(input)
  if (isRefusal(named)) return named
  const idOfEntity = input.firstEntity?.externalId
  if (facts.entity && idOfEntity !== undefined) return idTaken('node', idOfEntity)
  const organization = organizationOf(making, named.name)
  const entity = named.entityName === null ? null : entityOf(making, organization, named.entityName)
  addOrganization(making, organization, [entity, input.owner].filter(Boolean).length)
  if (entity) addEntity(making, entity)
  const owner = input.owner ? await addOwner(making, { organization, owner: input.owner, known: facts.owner }) : null
  if (isRefusal(owner)) return owner
  const made = { organization, entity, owner }
  giveNames(making, input, made)
  return answerOf(input, made, making.nowMs)
}

function namesOf({ name: given, firstEntity }: OrganizationInput) {
  const name = nodeName(given)
  if (isRefusal(name)) return name
  const entityName = firstEntity ? nodeName(firstEntity.name) : null
  return isRefusal(entityName) ? entityName : { name, entityName }
}

function organizationOf({ ids, nowMs, principal }: Making, name: string): Organization {
  const id = ids(nowMs)
  return {
    ...{ id, orgId: id, providerId: principal.profile.providerId, type: 'organization', name },
    ...{ createdAt: timestamp(nowMs), version: 1, livemode: true, twinOrgId: null, signatureRequestLimit: null },
  }
}

function entityOf({ ids, nowMs }: Making, organization: Organization, name: string): Entity | Group {
  return nodeUnder({ ...organization, takes: 'entity' }, { id: ids(nowMs), name, createdAt: timestamp(nowMs) })
}

function addOrganization(making: Making, organization: Organization, occupants: number): void {
  const { work } = making
  const { id, orgId, livemode, name } = organization
  work.create(nodes, organization)
  openOccupancy(work, placeOf(organization), occupants)
  const target = { type: 'organization', id, label: name }
  work.audit({ orgId, livemode, action: 'organization.created', target, nodeId: id, changes: [] })
  addGrant(making, organization)
}

/** Whoever makes an organization may administer it, by the scopes that the application is registered for. */
function addGrant({ work, ids, nowMs, principal }: Making, organization: Organization): void {
  const application = applicationOf(principal)
  const { id: roleId, key, name } = systemRoles.admin
  const at = timestamp(nowMs)
  const grant: Grant = {
    ...{ id: ids(nowMs), applicationId: application.id, orgId: organization.id, livemode: organization.livemode },
    ...{ kind: 'provisioned', role: { id: roleId, key, name } },
    scopes: partnerScopes.filter((scope) => application.scopes.includes(scope)),
    ...{ delegatedScopes: [], onBehalfOf: null, userId: null, status: 'active', grantedBy: null, grantedAt: at },
    ...{ revokedBy: null, revokedAt: null, lastUsedAt: null, createdAt: at, version: 1 },
  }
  changeGrant(work, null, grant)
  const data = { grantId: grant.id, applicationId: application.id, kind: grant.kind }
  work.emit({ type: 'grant.created', data }, { ...organization, ...placeOf(organization) })
  const changes = [
    { field: 'role', from: null, to: key },
    { field: 'scopes', from: null, to: grant.scopes },
  ]
  work.audit(auditOfGrant(grant, 'grant.created', application.name, changes))
}

/** Its organization is as new, and has counted it. */
function addEntity({ work }: Making, entity: Entity | Group): void {
  work.create(nodes, entity)
  openOccupancy(work, placeOf(entity))
  work.audit(auditOfNode(entity, 'node.created'))
}

interface Made {
  readonly organization: Organization
  readonly entity: Entity | Group | null
  readonly owner: Owner | null
}

/** So that the same request finds all of it again. */
function giveNames({ work, principal }: Making, input: OrganizationInput, { organization, entity, owner }: Made): void {
  const { id: applicationId } = applicationOf(principal)
  const { id: orgId } = organization
  const idOfEntity = input.firstEntity?.externalId
  if (entity && idOfEntity !== undefined)
    giveName(work, { applicationId, externalId: idOfEntity, kind: 'node', orgId, nodeId: entity.id, type: 'entity' })
  if (input.externalId === undefined) return
  const made = { firstEntityId: entity?.id ?? null, owner: owner && ownerOf(owner) }
  giveName(work, { applicationId, externalId: input.externalId, kind: 'organization', orgId, ...made })
}

function ownerOf({ member }: Owner) {
  return { membershipId: member.id, userId: member.userId, email: member.email }
}

function answerOf(input: OrganizationInput, { organization, entity, owner }: Made, nowMs: number) {
  const externalId = input.externalId ?? null
  const org = toOrganization(organization, externalId)
  const below = entity ? [toPartnerNode(entity, input.firstEntity?.externalId ?? null)] : []
  return {
    ...{ org, nodes: [toPartnerNode(organization, externalId), ...below], created: true },
    owner: owner && toPartnerMember(owner.member, { ...owner, node: organization, role: systemRoles.owner }, nowMs),
  }
}
