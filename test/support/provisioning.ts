import { type Member, members, membersOf } from '../../functions/organizations/model/members/member.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { type Node, nodes, nodesOf } from '../../shared/store/entities.ts'
import { queryIndex } from '../../shared/store/table.ts'
import { type Partner, partnerWith } from './applications.ts'
import { type Answer, call, demand, persistently } from './client.ts'
import { type Tenant, table } from './tenant.ts'

/** What partner applications do to organizations, over HTTP. */

type Caller = Pick<Partner, 'token'>

const scopes = ['orgs:write', 'nodes:write', 'members:write'] as const

/** An application that may provision everything, known to no organization yet. */
export async function provisioner(of: Tenant): Promise<Partner> {
  return await partnerWith(of, scopes)
}

/** An id of the partner's own, that nothing else has. */
export const ownId = (what = 'thing') => `${what}-${systemIds()}`

export async function provision(by: Caller, path: string, json: unknown, key?: string): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  return await call('POST', `/v1/provisioning/${path}`, { token: by.token, json, headers })
}

export async function lookUp(by: Caller, path: string): Promise<Answer> {
  return await call('GET', `/v1/provisioning/${path}`, { token: by.token })
}

export async function change(by: Caller, path: string, json: unknown): Promise<Answer> {
  return await call('PATCH', `/v1/provisioning/${path}`, { token: by.token, json })
}

export async function remove(by: Caller, path: string): Promise<Answer> {
  return await call('DELETE', `/v1/provisioning/${path}`, { token: by.token })
}

/** What is sent for an organization with all that can come with it. */
export function organizationBody(more: Record<string, unknown> = {}) {
  const owner = { ...personBody(), sendInvitation: false }
  const firstEntity = { name: 'Head office', externalId: ownId('entity') }
  return { name: 'Agence du Port', externalId: ownId('org'), firstEntity, owner, ...more }
}

/** What is said of somebody new. */
export function personBody(more: Record<string, unknown> = {}) {
  const externalId = ownId('user')
  return {
    email: `${systemIds()}@example.com`,
    firstName: 'Olga',
    lastName: 'Owner',
    locale: 'en',
    externalId,
    ...more,
  }
}

export function memberBody(more: Record<string, unknown> = {}) {
  return { ...personBody(), role: 'member', sendInvitation: false, ...more }
}

/** An organization of a partner that has to be there before a test begins. */
export async function provisioned(by: Caller, more: Record<string, unknown> = {}): Promise<Answer['body']> {
  return await made(by, 'orgs', organizationBody(more))
}

/** Anything of a partner that has to be there before a test begins. */
export async function made(by: Caller, path: string, json: unknown): Promise<Answer['body']> {
  const key = crypto.randomUUID()
  const answer = await persistently(() => provision(by, path, json, key))
  demand(answer, 201)
  return answer.body
}

/** What the table holds of an organization. */
export async function nodesIn(orgId: string): Promise<Node[]> {
  return recordsOf(nodes, await queryIndex(table(), { index: 'GSI1', partition: nodesOf(orgId), limit: 1000 }))
}

export async function membersIn(orgId: string): Promise<Member[]> {
  return recordsOf(members, await queryIndex(table(), { index: 'GSI1', partition: membersOf(orgId), limit: 1000 }))
}
