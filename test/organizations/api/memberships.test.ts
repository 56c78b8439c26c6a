import { describe, expect, it } from 'vitest'
import { makeGroup, makeMembership, makePerson, put } from '../../../infra/local/tenant.ts'
import { type Membership, memberships } from '../../../shared/auth/principal.ts'
import { call } from '../../support/client.ts'
import { codeOf, create, draftFor, pathOf, post } from '../../support/signature.ts'
import { type Tenant, table, tenant, userToken } from '../../support/tenant.ts'

/** Somebody whose only membership is of the organization, as told; and how to change it. */
async function personWith(of: Tenant, more: Partial<Membership>) {
  const { providerId } = of.org
  const account = await makePerson(table(), { providerId, email: 'p@example.com', firstName: 'Paul', lastName: 'P' })
  const membership = await makeMembership(table(), account, of.org, 'admin')
  const become = (changed: Partial<Membership>) => put(table(), memberships, { ...membership, ...changed })
  await become(more)
  return { token: await userToken(account.id), become }
}

/** What somebody is answered who reads, changes, sends and lists. */
async function answersTo(token: string, of: Tenant, id: string): Promise<string[]> {
  const answers = [
    await call('GET', pathOf(id), { token }),
    await call('PATCH', pathOf(id), { token, json: { title: 'Another' } }),
    await post({ entity: of.entity, token }, draftFor(of)),
    await call('GET', '/v1/signature-requests', { token }),
    await call('GET', `/v1/signature-requests?entityId=${of.entity.id}`, { token }),
  ]
  return answers.map(codeOf)
}

const hidden = 'signature_request_not_found'

describe.concurrent('a membership', () => {
  it('that is pending gives nothing until it is active', async () => {
    const of = await tenant()
    const { id } = await create(of)
    const { token, become } = await personWith(of, { status: 'pending' })
    const none = [hidden, hidden, 'entity_not_found', 'forbidden', 'entity_not_found']
    expect(await answersTo(token, of, id)).toEqual(none)
    expect((await call('GET', '/v1/me', { token })).body).toMatchObject({ orgs: [], scopes: [], memberships: [] })
    await become({ status: 'active' })
    expect(await answersTo(token, of, id)).toEqual(['200', '200', '201', '200', '200'])
  })

  it('that is pending adds nothing to an active one', async () => {
    const of = await tenant()
    const { id } = await create(of)
    const { token, become } = await personWith(of, { permissions: ['signature.read'] })
    await become({ id: of.org.id, status: 'pending' })
    expect(await answersTo(token, of, id)).toEqual(['200', 'forbidden', 'forbidden', '200', '200'])
  })

  it('that does not show requests tells of none, whatever else it permits', async () => {
    const of = await tenant()
    const { id } = await create(of)
    const { token } = await personWith(of, { permissions: ['signature.send'] })
    expect(await answersTo(token, of, id)).toEqual([hidden, hidden, '201', 'forbidden', 'forbidden'])
  })

  it('of a group reaches its entity, but sends under that entity’s own id alone', async () => {
    const of = await tenant()
    const group = await makeGroup(table(), of.entity)
    const { token } = await personWith(of, { nodeId: group.id, entityId: of.entity.id })
    const codes = [of.entity.id, group.id, of.org.id].map(async (entityId) =>
      codeOf(await post({ entity: of.entity, token }, draftFor(of, { entityId }))),
    )
    expect(await Promise.all(codes)).toEqual(['201', 'invalid_node_path', 'entity_not_found'])
  })
})
