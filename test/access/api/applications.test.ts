import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeMembership, makeOrganization } from '../../../infra/local/tenant.ts'
import { changeGrant } from '../../../shared/auth/grants/standing-grant.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { delegatedFor, installedPartner, partnerWith } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { expectRefused } from '../../support/refused.ts'
import { create } from '../../support/signature.ts'
import { committedHere, personOf, type Tenant, table, tenant } from '../../support/tenant.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

const nodesOf = (orgId: string) => `/v1/orgs/${orgId}/nodes`
const entityBody = () => ({ parentId: home.org.id, type: 'entity', name: 'Branch' })

describe('the machine of a partner application', () => {
  test('reads and changes what an organization let it', async () => {
    const { token, clientId } = await installedPartner(home, { scopes: ['nodes:write', 'audit:read'] })
    const listed = await call('GET', nodesOf(home.org.id), { token })
    expect(listed.body.results.map(({ id }: { id: string }) => id)).toContain(home.entity.id)
    const made = await call('POST', nodesOf(home.org.id), { token, json: entityBody() })
    expect(made.status).toBe(201)
    expect((await call('DELETE', `/v1/nodes/${made.body.id}`, { token })).status).toBe(204)
    const { body } = await call('GET', `/v1/orgs/${home.org.id}/audit-log?actorId=${clientId}`, { token })
    expect(body.results.map(({ action }: { action: string }) => action)).toEqual(['node.deleted', 'node.created'])
    expect(body.results[0].actor).toEqual({ type: 'application', id: clientId, name: 'A partner', onBehalfOf: null })
  })

  test('where no organization let it: consent_required with its id', async () => {
    const { token } = await partnerWith(home, ['nodes:write'])
    const refused = await call('GET', nodesOf(home.org.id), { token })
    expectRefused(refused, 'consent_required')
    expect(refused.body.error.details).toEqual({ orgId: home.org.id })
    expectRefused(await call('GET', nodesOf(randomUUID()), { token }), 'organization_not_found')
    expectRefused(await call('GET', nodesOf(home.entity.id), { token }), 'organization_not_found')
    expectRefused(
      await call('PATCH', `/v1/nodes/${home.entity.id}`, { token, json: { name: 'Mine' } }),
      'node_not_found',
    )
  })

  test.each([
    [
      'that it is not registered for',
      { scopes: ['nodes:read'], granted: ['nodes:write'] },
      /not registered.* operator/,
    ],
    ['that the organization did not grant', { scopes: ['nodes:write'], granted: ['nodes:read'] }, /administrator/],
  ] as const)('by a scope %s: insufficient_scope', async (_, options, message) => {
    const { token } = await installedPartner(home, options)
    expect((await call('GET', nodesOf(home.org.id), { token })).status).toBe(200)
    const refused = await call('POST', nodesOf(home.org.id), { token, json: entityBody() })
    expectRefused(refused, 'insufficient_scope')
    expect(refused.body.error.details).toEqual({ required: 'nodes:write' })
    expect(refused.body.error.message).toMatch(message)
  })

  test('by a scope that it has and its token lacks: insufficient_scope', async () => {
    const { clientId } = await installedPartner(home, { scopes: ['nodes:write'] })
    const token = await tokenAbout(clientId, clientId, ['nodes:read'])
    const refused = await call('POST', nodesOf(home.org.id), { token, json: entityBody() })
    expectRefused(refused, 'insufficient_scope')
    expect(refused.body.error.message).toMatch(/token/)
  })

  test('does no more than the role of its grant: forbidden', async () => {
    const { token } = await installedPartner(home, { scopes: ['nodes:write'], role: 'member' })
    expectRefused(await call('POST', nodesOf(home.org.id), { token, json: entityBody() }), 'forbidden')
  })

  test('gives no role that exceeds that of its grant: role_escalation', async () => {
    const { token } = await installedPartner(home, { scopes: ['members:write'], role: 'manager' })
    const invite = (role: string) => {
      const json = { email: `${randomUUID()}@example.com`, firstName: 'A', lastName: 'B', nodeId: home.entity.id, role }
      return call('POST', `/v1/orgs/${home.org.id}/members`, { token, json })
    }
    expectRefused(await invite('admin'), 'role_escalation')
    expect((await invite('manager')).status).toBe(201)
  })

  test('reaches no business data', async () => {
    const { token } = await installedPartner(home, { scopes: ['orgs:write', 'members:write'] })
    for (const path of ['/v1/signature-requests', `/v1/signature-requests?entityId=${home.entity.id}`]) {
      const refused = await call('GET', path, { token })
      expectRefused(refused, 'insufficient_scope')
      expect(refused.body.error.details).toEqual({ required: null })
      expect(refused.body.error.message).toMatch(/token that acts for a person/)
    }
  })

  test('is nobody in organizations by its own account', async () => {
    const { token } = await installedPartner(home, { scopes: ['nodes:write'] })
    expect((await call('GET', '/v1/me', { token })).body).toMatchObject({ principalType: 'partner', orgs: [] })
  })

  test('ends with the grant, at the next request', async () => {
    const { token, grant } = await installedPartner(home, { scopes: ['nodes:write'] })
    expect((await call('GET', nodesOf(home.org.id), { token })).status).toBe(200)
    await committedHere((work) => {
      const revoked = { status: 'revoked' as const, revokedAt: timestamp(Date.now()), version: 2 }
      changeGrant(work, grant, { ...grant, ...revoked })
    })
    expectRefused(await call('GET', nodesOf(home.org.id), { token }), 'consent_required')
  })
})

describe('an application that acts for a person', () => {
  test.each([undefined, true] as const)(
    'has what was consented to, within the rights of the person',
    async (forAll) => {
      const acting = await delegatedFor(home, {
        role: 'member',
        scopes: ['signature:read', 'contacts:manage'],
        ...(forAll && { forAll }),
      })
      const { body } = await call('GET', '/v1/me', { token: acting.token })
      expect(body).toMatchObject({ principalType: 'delegated', user: { id: acting.account.id } })
      expect(body.scopes).toHaveLength(1)
      expect([...body.scopes[0].permissions].sort()).toEqual(['contacts.read', 'contacts.write', 'signature.read'])
    },
  )

  test('reads what a scope opens, and is refused what none does', async () => {
    const request = await create(home, { draft: true })
    const { token } = await delegatedFor(home, { scopes: ['signature:read'] })
    const path = `/v1/signature-requests/${request.id}`
    expect((await call('GET', path, { token })).body.id).toBe(request.id)
    expect((await call('GET', '/v1/signature-requests', { token })).status).toBe(200)
    const refused = await call('POST', `${path}/send`, { token, json: {} })
    expectRefused(refused, 'insufficient_scope')
    expect(refused.body.error.details).toEqual({ required: 'signature:send' })
    expectRefused(await call('GET', nodesOf(home.org.id), { token }), 'insufficient_scope')
    expectRefused(await call('POST', nodesOf(home.org.id), { token, json: entityBody() }), 'insufficient_scope')
  })

  test('reads the tree by structure:read', async () => {
    const { token } = await delegatedFor(home, { scopes: ['structure:read'] })
    expect((await call('GET', nodesOf(home.org.id), { token })).status).toBe(200)
    expect((await call('GET', `/v1/nodes/${home.entity.id}`, { token })).status).toBe(200)
  })

  test('by a scope that the consent was narrowed from: insufficient_scope', async () => {
    const { token } = await delegatedFor(home, { scopes: ['contacts:write'], consented: ['contacts:read'] })
    expect((await call('GET', '/v1/contacts', { token })).status).toBe(200)
    const refused = await call('POST', '/v1/uploads', { token, json: {} })
    expectRefused(refused, 'insufficient_scope')
    expect(refused.body.error.message).toMatch(/consent/)
  })

  test('cannot do what the person cannot: forbidden', async () => {
    const request = await create(home, { draft: true })
    const { token } = await delegatedFor(home, { role: 'viewer', scopes: ['signature:send'] })
    const sent = await call('POST', `/v1/signature-requests/${request.id}/send`, { token, json: {} })
    expectRefused(sent, 'forbidden')
  })

  test('is told where the person consents, where they did not', async () => {
    const other = await tenant()
    const { account } = await personOf(other, 'admin')
    const { clientId } = await partnerWith(other, [])
    const refused = await call('GET', '/v1/me', { token: await tokenAbout(clientId, account.id) })
    expectRefused(refused, 'consent_required')
    const { orgId, authorizeUrl } = refused.body.error.details
    expect(orgId).toBe(other.org.id)
    expect(authorizeUrl).toBe(`${cloud().authUrl}/oauth/consent?client_id=${clientId}&org_id=${other.org.id}`)
  })

  test('stays in the organizations that the person consented for', async () => {
    const acting = await delegatedFor(home, { scopes: ['signature:send', 'structure:read'] })
    const other = await tenant()
    await makeMembership(table(), acting.account, other.org, 'admin')
    const request = await create(other, { draft: true })
    const { token } = acting
    const refused = await call('GET', `/v1/signature-requests/${request.id}`, { token })
    expectRefused(refused, 'consent_required')
    expect(refused.body.error.details.orgId).toBe(other.org.id)
    expectRefused(await call('GET', nodesOf(other.org.id), { token }), 'consent_required')
    expectRefused(
      await call('GET', `/v1/signature-requests?entityId=${other.entity.id}`, { token }),
      'consent_required',
    )
    const { body } = await call('GET', '/v1/me', { token })
    expect(body.orgs.map(({ id }: { id: string }) => id)).toEqual([home.org.id])
    const listed = await call('GET', '/v1/signature-requests', { token })
    expect(listed.body.results.every(({ entityId }: { entityId: string }) => entityId === home.entity.id)).toBe(true)
  })

  test('does not learn of what the person does not see', async () => {
    const { token } = await delegatedFor(home, { scopes: ['structure:read'] })
    const { id } = await makeOrganization(table(), { providerId: home.org.providerId, name: 'Far', livemode: false })
    expectRefused(await call('GET', nodesOf(id), { token }), 'organization_not_found')
  })

  test('leaves a trace under its own name, on the person’s behalf', async () => {
    const acting = await delegatedFor(home, { scopes: ['signature:send'] })
    const request = await create({ ...home, token: acting.token }, { draft: true })
    const path = `/v1/orgs/${home.org.id}/audit-log?targetId=${request.id}`
    const { body } = await call('GET', path, { token: home.token })
    const { id: userId } = acting.account
    expect(body.results[0].actor).toEqual({
      type: 'delegated',
      id: acting.clientId,
      name: 'A partner',
      onBehalfOf: { userId, name: 'Paul Person' },
    })
    const activity = await call('GET', `/v1/signature-requests/${request.id}/activity`, { token: home.token })
    expect(activity.body.results[0].actor).toEqual(body.results[0].actor)
  })
})
