import { invitationToken } from '../../functions/organizations/model/members/invitation-token.ts'
import { makeMembership, makePerson } from '../../infra/local/tenant.ts'
import type { Permission, SystemRoleKey } from '../../shared/auth/permissions.ts'
import { kmsMacKeys } from '../../shared/personal-links/kms-mac.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import type { Entity, Group, Organization } from '../../shared/store/entities.ts'
import { type Answer, type CallOptions, call, demand, persistently } from './client.ts'
import { cloud } from './cloud.ts'
import { kms, type Tenant, table, userToken } from './tenant.ts'

/** The structure of an organization over HTTP. */

type Caller = Pick<Tenant, 'token'>
type Home = Pick<Tenant, 'org' | 'token'>

export const nodesPath = ({ org }: Pick<Tenant, 'org'>) => `/v1/orgs/${org.id}/nodes`

export async function postNode(of: Home, json: unknown): Promise<Answer> {
  return await call('POST', nodesPath(of), { token: of.token, json })
}

/** A node that has to be there before a test begins. */
export async function nodeUnder(of: Home, parentId: string, name = 'A group'): Promise<Answer['body']> {
  const json = { parentId, type: parentId === of.org.id ? 'entity' : 'group', name }
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const answer = await persistently(() => call('POST', nodesPath(of), { token: of.token, json, headers }))
  demand(answer, 201)
  return answer.body
}

export async function getNode({ token }: Caller, id: string): Promise<Answer> {
  return await call('GET', `/v1/nodes/${id}`, { token })
}

export async function patchNode({ token }: Caller, id: string, json: unknown): Promise<Answer> {
  return await call('PATCH', `/v1/nodes/${id}`, { token, json })
}

export async function deleteNode({ token }: Caller, id: string): Promise<Answer> {
  return await call('DELETE', `/v1/nodes/${id}`, { token })
}

/** A list of an organization, with the query as it stands in the address. */
export async function listOf(of: Home, what: string, query = ''): Promise<Answer> {
  return await call('GET', `/v1/orgs/${of.org.id}/${what}${query}`, { token: of.token })
}

export async function getMembership({ token }: Caller, id: string): Promise<Answer> {
  return await call('GET', `/v1/memberships/${id}`, { token })
}

export async function patchMembership({ token }: Caller, id: string, json: unknown): Promise<Answer> {
  return await call('PATCH', `/v1/memberships/${id}`, { token, json })
}

export async function removeMembership({ token }: Caller, id: string): Promise<Answer> {
  return await call('DELETE', `/v1/memberships/${id}`, { token })
}

export const rolesPath = ({ org }: Pick<Tenant, 'org'>, id = '') => `/v1/orgs/${org.id}/roles${id && `/${id}`}`

export async function postRole(of: Home, json: unknown): Promise<Answer> {
  return await call('POST', rolesPath(of), { token: of.token, json })
}

/** A role of the organization's own that has to be there before a test begins. */
export async function roleOf(of: Home, permissions: readonly Permission[], name = `Role ${systemIds()}`) {
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const json = { name, permissions }
  const answer = await persistently(() => call('POST', rolesPath(of), { token: of.token, json, headers }))
  demand(answer, 201)
  return answer.body
}

export async function patchRole(of: Home, id: string, json: unknown): Promise<Answer> {
  return await call('PATCH', rolesPath(of, id), { token: of.token, json })
}

export async function deleteRole(of: Home, id: string): Promise<Answer> {
  return await call('DELETE', rolesPath(of, id), { token: of.token })
}

/** Somebody with one role at one node, who is signed in. */
export async function personAt(of: Tenant, node: Organization | Entity | Group, role: SystemRoleKey) {
  const { providerId } = of.org
  const email = `${systemIds()}@example.com`
  const account = await makePerson(table(), { providerId, email, firstName: 'Paul', lastName: 'Person' })
  const { id: membershipId } = await makeMembership(table(), account, node, role)
  return { org: of.org, account, email, membershipId, token: await userToken(account.id) }
}

export async function invite(of: Home, json: Record<string, unknown>): Promise<Answer> {
  return await call('POST', `/v1/orgs/${of.org.id}/members`, { token: of.token, json })
}

/** What an invitation of somebody new to the tenant's entity says. */
export function invitation({ entity }: Pick<Tenant, 'entity'>, more: Record<string, unknown> = {}) {
  const email = `${systemIds()}@example.com`
  return { email, firstName: 'Nina', lastName: 'New', nodeId: entity.id, role: 'member', locale: 'en', ...more }
}

/** A member who was invited and has not answered. */
export async function invited(of: Tenant, more: Record<string, unknown> = {}): Promise<Answer['body']> {
  const json = invitation(of, more)
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const answer = await persistently(() =>
    call('POST', `/v1/orgs/${of.org.id}/members`, { token: of.token, json, headers }),
  )
  demand(answer, 201)
  return answer.body
}

/** The token of the link that an invitation's mail brings. */
export async function linkTokenOf(membershipId: string, generation = 1): Promise<string> {
  return await invitationToken(kmsMacKeys(kms(), cloud().resources.SigningSecretsKeys ?? ''), membershipId, generation)
}

export async function resend({ token }: Caller, id: string): Promise<Answer> {
  return await call('POST', `/v1/memberships/${id}/resend-invitation`, { token })
}

/** Opens the page of an invitation and gives what its button sends, as a browser does. */
export async function invitationForm(path: string): Promise<CallOptions> {
  const { text } = await call('GET', path)
  const [, secret = ''] = /name="secret" value="([^"]+)"/.exec(text) ?? []
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: cloud().baseUrl }
  return { body: new URLSearchParams({ secret }).toString(), headers }
}

export async function accept(token: string, linkToken: string): Promise<Answer> {
  return await call('POST', '/v1/invitations/accept', { token, json: { token: linkToken } })
}
