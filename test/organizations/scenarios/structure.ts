import { freshName } from '../../matrices/scenarios/fresh-name.ts'
import type { Ask, Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { logoUpload } from '../../support/branding.ts'
import { demand } from '../../support/client.ts'
import {
  invitation,
  invitationForm,
  invited,
  linkTokenOf,
  nodesPath,
  nodeUnder,
  patchMembership,
  personAt,
  roleOf,
  rolesPath,
} from '../../support/structure.ts'
import { type Tenant, userToken } from '../../support/tenant.ts'

function creation(parentIn: (of: Tenant) => string, type: 'entity' | 'group'): Scenario {
  return async (of): Promise<Ask> => {
    const json = { parentId: parentIn(of), type, name: 'Branch office' }
    return { path: nodesPath(of), options: { token: of.token, json } }
  }
}

/** Something that is done to a group of the tenant's entity. */
function onGroup(json?: unknown): Scenario {
  return async (of): Promise<Ask> => {
    const { id } = await nodeUnder(of, of.entity.id)
    return { path: `/v1/nodes/${id}`, options: { token: of.token, ...(json === undefined ? {} : { json }) } }
  }
}

/** A group that moves with what is in it. */
const movedGroup: Scenario = async (of) => {
  const [{ id }, { id: parentId }] = await Promise.all([
    nodeUnder(of, of.entity.id, 'Sales'),
    nodeUnder(of, of.entity.id, 'Branch office'),
  ])
  await nodeUnder(of, id, 'North')
  await invited(of, { nodeId: id })
  return { path: `/v1/nodes/${id}`, options: { token: of.token, json: { parentId } } }
}

/** Where the caller has found whom they do something to. */
const listOfMembers = (of: Tenant) => `/v1/orgs/${of.org.id}/members`

/** Something that is done to a member of the tenant's entity. */
function onMember(jsonFor: (groupId: string) => unknown = () => undefined): Scenario {
  return async (of): Promise<Ask> => {
    const { membershipId } = await personAt(of, of.entity, 'viewer')
    const json = jsonFor((await nodeUnder(of, of.entity.id)).id)
    const path = `/v1/memberships/${membershipId}`
    return { path, after: listOfMembers(of), options: { token: of.token, ...(json === undefined ? {} : { json }) } }
  }
}

/** Something that is done by who was invited. Their link follows from ids in a way that is KMS's alone. */
function asInvited(ask: (linkToken: string) => { path: string; json?: unknown }): Scenario {
  return async (of): Promise<Ask> => {
    const { id, user } = await invited(of)
    const { path, json } = ask(await linkTokenOf(id))
    return { path, options: { token: await userToken(user.id), ...(json === undefined ? {} : { json }) } }
  }
}

/** Something that is done to a role of the organization's own. */
function onRole(json?: (of: Tenant) => unknown): Scenario {
  return async (of): Promise<Ask> => {
    const { id } = await roleOf(of, ['members.read', 'signature.read'], freshName(of, 'Clerks'))
    return { path: rolesPath(of, id), options: { token: of.token, ...(json && { json: json(of) }) } }
  }
}

/** Something that a member gets who is given a role of the organization's own. */
const toCustomRole: Scenario = async (of) => {
  const [{ membershipId }, { id: role }] = await Promise.all([
    personAt(of, of.entity, 'viewer'),
    roleOf(of, ['signature.read'], freshName(of, 'Clerks')),
  ])
  const options = { token: of.token, json: { role } }
  return { path: `/v1/memberships/${membershipId}`, after: listOfMembers(of), options }
}

function listing(what: string): Scenario {
  return async (of): Promise<Ask> => {
    await Promise.all([nodeUnder(of, of.entity.id), personAt(of, of.entity, 'viewer')])
    return { path: `/v1/orgs/${of.org.id}/${what}`, options: { token: of.token } }
  }
}

/** Something that is done to settings, after they were looked at: a process knows then what the entity inherits from. */
function onSettings(nodeIn: (of: Tenant) => { readonly id: string }, json?: unknown): Scenario {
  return async (of): Promise<Ask> => {
    const path = `/v1/nodes/${nodeIn(of).id}/settings`
    return { path, after: path, options: { token: of.token, ...(json === undefined ? {} : { json }) } }
  }
}

const withLogo: Scenario = async (of) => {
  const logoUploadId = await logoUpload(of)
  return await onSettings(({ org }) => org, { branding: { logoUploadId } })(of)
}

/** Of each operation on structure, by its id. */
export const structureScenarios: Readonly<Record<string, Scenarios>> = {
  listNodes: { 'of an organization': listing('nodes') },
  createNode: {
    'an entity': creation(({ org }) => org.id, 'entity'),
    'a group': creation(({ entity }) => entity.id, 'group'),
  },
  getNode: { 'a group': onGroup() },
  changeNode: { 'the name of a group': onGroup({ name: 'Another name' }), 'the parent of a group': movedGroup },
  deleteNode: { 'an empty group': onGroup() },
  getSettings: {
    'of an organization': onSettings(({ org }) => org),
    'of an entity': onSettings(({ entity }) => entity),
  },
  changeSettings: {
    'of an organization': onSettings(({ org }) => org, { timezone: 'Europe/Rome', features: { tasks: false } }),
    'of an entity': onSettings(({ entity }) => entity, { signature: { maxExpiryDays: 60 } }),
    'with a logo': withLogo,
  },
  getUsage: {
    'of an organization': async (of) => ({ path: `/v1/orgs/${of.org.id}/usage`, options: { token: of.token } }),
  },
  listMembers: {
    'of an organization': listing('members'),
    'by words and role': listing('members?q=paul&role=viewer'),
  },
  getMembership: {
    'of an entity': onMember(),
    'by a member with a custom role': async (of) => {
      const [{ id: role }, { membershipId, token }] = await Promise.all([
        roleOf(of, ['members.read'], freshName(of, 'Reader')),
        personAt(of, of.entity, 'viewer'),
      ])
      demand(await patchMembership(of, membershipId, { role }), 200)
      const path = `/v1/memberships/${membershipId}`
      return { path, options: { token }, after: path }
    },
  },
  changeMembership: {
    'another role': onMember(() => ({ role: 'manager' })),
    'another node': onMember((nodeId) => ({ nodeId })),
    'a custom role': toCustomRole,
  },
  removeMembership: { 'of an entity': onMember() },
  listAuditLog: { 'of an organization': listing('audit-log') },
  inviteMember: {
    'a new person': async (of) => ({
      path: listOfMembers(of),
      options: { token: of.token, json: invitation(of) },
    }),
  },
  resendInvitation: {
    pending: async (of) => {
      const { id } = await invited(of)
      const path = `/v1/memberships/${id}/resend-invitation`
      return { path, after: listOfMembers(of), options: { token: of.token } }
    },
  },
  acceptInvitation: { pending: asInvited((token) => ({ path: '/v1/invitations/accept', json: { token } })) },
  showInvitation: { pending: asInvited((token) => ({ path: `/invitations/${token}` })) },
  acceptOnPage: {
    pending: async (of) => {
      const { id, user } = await invited(of)
      const path = `/invitations/${await linkTokenOf(id)}`
      return { path, options: { token: await userToken(user.id), ...(await invitationForm(path)) } }
    },
  },
  listRoles: { 'of an organization': listing('roles') },
  getRole: { 'of the organization': onRole() },
  createRole: {
    'of the organization': async (of) => ({
      path: rolesPath(of),
      options: { token: of.token, json: { name: freshName(of, 'Clerks'), permissions: ['signature.read'] } },
    }),
  },
  changeRole: {
    'its name and what it permits': onRole((of) => ({
      name: freshName(of, 'Front desk'),
      permissions: ['contacts.read'],
    })),
  },
  deleteRole: { 'that nobody has': onRole() },
}
