import type { Grant } from '../../../shared/auth/grants/grant.ts'
import { changeGrant } from '../../../shared/auth/grants/standing-grant.ts'
import { partnerScopes, systemRoles } from '../../../shared/auth/permissions.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { missingFields } from '../../../shared/http/validation.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Ids } from '../../../shared/platform/ids.ts'
import { type Entity, type Group, nodes, type Organization, placeOf } from '../../../shared/store/entities.ts'
import { openNodeUsage } from '../../../shared/store/node-usage.ts'
import type { Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { auditOfGrant } from '../../access/model/audit.ts'
import { emitGrantEvent } from '../../access/model/grant-events.ts'
import { auditOfNode } from '../model/tree/audit.ts'
import { giveName, partnerNamed } from '../model/tree/external-name.ts'
import { nodeUnder } from '../model/tree/new-node.ts'
import { nodeName } from '../model/tree/node-name.ts'
import { applicationOf } from './application.ts'
import { idTaken } from './external-id.ts'
import { addOwner, type Owner } from './new-owner.ts'
import type { OrganizationFacts, OrganizationInput } from './organization-facts.ts'
import { toOrganization, toPartnerMember, toPartnerNode } from './partner-views.ts'

/** Where an organization is made, by whom and when. */
export interface Making {
  readonly table: Table
  readonly work: UnitOfWork
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
  const organization = organizationOf(making, { name: named.name, externalId: input.externalId })
  const entity =
    named.entityName === null
      ? null
      : entityOf(making, organization, { name: named.entityName, externalId: idOfEntity })
  addOrganization(making, organization, [entity, input.owner].filter(Boolean).length)
  if (entity) addEntity(making, entity)
  const owner = input.owner ? await addOwner(making, { organization, owner: input.owner, known: facts.owner }) : null
  if (isRefusal(owner)) return owner
  const made = { organization, entity, owner }
  giveNames(making, input, made)
  return answerOf(making, made)
}

function namesOf({ name: given, firstEntity }: OrganizationInput) {
  if (given === undefined) return missingFields('name')
  const name = nodeName(given)
  if (isRefusal(name)) return name
  const entityName = firstEntity ? nodeName(firstEntity.name) : null
  return isRefusal(entityName) ? entityName : { name, entityName }
}

interface NewOrganizationName {
  readonly name: string
  readonly externalId: string | undefined
}

function organizationOf({ ids, nowMs, principal }: Making, { name, externalId }: NewOrganizationName): Organization {
  const id = ids(nowMs)
  return {
    id,
    orgId: id,
    providerId: principal.profile.providerId,
    type: 'organization',
    name,
    createdAt: timestamp(nowMs),
    version: 1,
    livemode: true,
    twinOrgId: null,
    ...partnerNamed(applicationOf(principal).id, externalId),
  }
}

function entityOf(
  { ids, nowMs, principal }: Making,
  organization: Organization,
  own: NewOrganizationName,
): Entity | Group {
  const { name, externalId } = own
  const called = partnerNamed(applicationOf(principal).id, externalId)
  return nodeUnder(
    { ...organization, takes: 'entity' },
    { id: ids(nowMs), name, createdAt: timestamp(nowMs), ...called },
  )
}

function addOrganization(making: Making, organization: Organization, occupants: number): void {
  const { work } = making
  const { id, orgId, livemode, name } = organization
  work.create(nodes, organization)
  openNodeUsage(work, placeOf(organization), occupants)
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
    id: ids(nowMs),
    applicationId: application.id,
    orgId: organization.id,
    livemode: organization.livemode,
    kind: 'provisioned',
    role: { id: roleId, key, name },
    scopes: partnerScopes.filter((scope) => application.scopes.includes(scope)),
    delegatedScopes: [],
    requestedScopes: [],
    onBehalfOf: null,
    userId: null,
    status: 'active',
    grantedBy: null,
    grantedAt: at,
    revokedBy: null,
    revokedAt: null,
    lastUsedAt: null,
    createdAt: at,
    version: 1,
  }
  changeGrant(work, null, grant)
  emitGrantEvent(work, 'grant.created', grant, organization)
  const changes = [
    { field: 'role', from: null, to: key },
    { field: 'scopes', from: null, to: grant.scopes },
  ]
  work.audit(auditOfGrant(grant, 'grant.created', application.name, changes))
}

/** Its organization is as new, and has counted it. */
function addEntity({ work }: Making, entity: Entity | Group): void {
  work.create(nodes, entity)
  openNodeUsage(work, placeOf(entity))
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

function answerOf({ principal, nowMs }: Making, { organization, entity, owner }: Made) {
  const { id: applicationId } = applicationOf(principal)
  const org = toOrganization(organization, applicationId)
  const below = entity ? [toPartnerNode(entity, applicationId)] : []
  return {
    org,
    nodes: [toPartnerNode(organization, applicationId), ...below],
    created: true,
    owner:
      owner &&
      toPartnerMember(owner.member, { ...owner, applicationId, node: organization, role: systemRoles.owner }, nowMs),
  }
}
