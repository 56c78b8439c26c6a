import { freshName } from '../../matrices/scenarios/fresh-name.ts'
import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { installedPartner, type Partner } from '../../support/applications.ts'
import { partnerHook } from '../../support/partner-webhooks.ts'
import { made, memberBody, organizationBody, ownId, personBody } from '../../support/provisioning.ts'
import { personAt } from '../../support/structure.ts'
import type { Tenant } from '../../support/tenant.ts'
import { deliveredTo } from '../../webhooks/scenarios/webhooks.ts'

const scopes = ['orgs:write', 'nodes:write', 'members:write', 'events:read'] as const

type PartnerRequest = (of: Tenant, by: Partner) => Promise<{ path: string; json?: unknown; after?: string }>

const at = (path: string) => `/v1/provisioning/${path}`

/** Something that an application asks for which the tenant's organization has let in. */
function byPartner(asked: PartnerRequest): Scenario {
  return async (of) => {
    const partner = await installedPartner(of, { scopes })
    const { path, json, after } = await asked(of, partner)
    const options = { token: partner.token, ...(json === undefined ? {} : { json }) }
    return { path: at(path), options, ...(after !== undefined && { after: at(after) }) }
  }
}

const nodesPath = ({ org }: Tenant) => `orgs/${org.id}/nodes`
const membersPath = ({ org }: Tenant) => `orgs/${org.id}/members`

const entityBody = () => ({ type: 'entity', name: 'Branch office', externalId: ownId('entity') })
const memberOf = ({ entity }: Tenant) => memberBody({ nodeId: entity.id, sendInvitation: true })

/** Something that is done to a node of the application's. */
function onNode(json?: unknown): Scenario {
  return byPartner(async (of, by) => {
    const { id } = await made(by, nodesPath(of), entityBody())
    return { path: `nodes/${id}`, json }
  })
}

/** Something that is done to a member whom the application knows. */
function onMember(after: string, json?: unknown, sendInvitation = false): Scenario {
  return byPartner(async (of, by) => {
    const { id } = await made(by, membersPath(of), { ...memberOf(of), sendInvitation })
    return { path: `memberships/${id}${after}`, json }
  })
}

/** Something that an application reads of its subscription, whose log has an event of the tenant. */
function onWebhook(path: (webhookId: string, deliveryId: string) => string): Scenario {
  return byPartner(async (of, by) => {
    const { id } = await partnerHook(by, 'http://127.0.0.1:9/hooks')
    return { path: `webhooks${path(id, await deliveredTo(of, by.clientId, id))}` }
  })
}

/** Of each operation for partner applications, by its id. */
export const provisioningScenarios: Readonly<Record<string, Scenarios>> = {
  listProvisionedOrganizations: {
    all: byPartner(async () => ({ path: 'orgs', after: 'orgs' })),
    'by its externalId': byPartner(async (_, by) => {
      const { org } = await made(by, 'orgs', organizationBody())
      return { path: `orgs?externalId=${org.externalId}` }
    }),
  },
  provisionOrganization: {
    'with an entity and an owner': byPartner(async () => ({
      path: 'orgs',
      json: organizationBody({ owner: personBody() }),
    })),
    'for somebody with an account': byPartner(async (of) => {
      const { email } = await personAt(of, of.entity, 'viewer')
      return { path: 'orgs', json: organizationBody({ owner: personBody({ email }) }) }
    }),
  },
  renameProvisionedOrganization: {
    'that let it': byPartner(async (of) => ({
      path: `orgs/${of.org.id}`,
      json: { name: freshName(of, 'Another name') },
    })),
  },
  listProvisionedNodes: {
    'of an organization': byPartner(async (of, by) => {
      await made(by, nodesPath(of), entityBody())
      return { path: nodesPath(of) }
    }),
  },
  provisionNode: {
    'an entity': byPartner(async (of) => ({ path: nodesPath(of), json: entityBody() })),
    'a group, by the externalId of its parent': byPartner(async (of, by) => {
      const { externalId: parentExternalId } = await made(by, nodesPath(of), entityBody())
      const json = { type: 'group', name: 'Team', externalId: ownId('group'), parentExternalId }
      return { path: nodesPath(of), json }
    }),
  },
  renameProvisionedNode: { 'an entity': onNode({ name: 'Another name' }) },
  deleteProvisionedNode: { 'an empty entity': onNode() },
  provisionMember: {
    'a new person': byPartner(async (of) => ({ path: membersPath(of), json: memberOf(of) })),
    'a known person elsewhere': byPartner(async (of, by) => {
      const body = memberOf(of)
      await made(by, membersPath(of), body)
      const { externalId: nodeExternalId } = await made(by, nodesPath(of), entityBody())
      return { path: membersPath(of), json: { ...body, nodeId: undefined, nodeExternalId } }
    }),
  },
  provisionMembers: {
    'two new persons': byPartner(async (of) => ({
      path: `${membersPath(of)}/batch`,
      json: { members: [memberOf(of), memberOf(of)] },
    })),
  },
  changeProvisionedMembership: { 'another role': onMember('', { role: 'manager' }) },
  removeProvisionedMembership: { 'of an entity': onMember('') },
  resendProvisionedInvitation: { pending: onMember('/resend-invitation', undefined, true) },
  findProvisionedUser: {
    'by their externalId': byPartner(async (of, by) => {
      const { externalId } = await made(by, membersPath(of), memberOf(of))
      const path = `users?externalId=${externalId}`
      return { path, after: path }
    }),
  },
  listOwnWebhooks: { 'of an application': onWebhook(() => '') },
  listOwnDeliveries: { 'of a subscription': onWebhook((id) => `/${id}/deliveries`) },
  getOwnDelivery: { 'of an event': onWebhook((id, deliveryId) => `/${id}/deliveries/${deliveryId}`) },
}
