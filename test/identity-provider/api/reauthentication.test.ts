import { describe, expect, it } from 'vitest'
import { makeGrant } from '../../../infra/local/application-grants.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { keysPath } from '../../support/api-keys.ts'
import { type Answer, call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { invitation, invite, patchMembership, personAt, removeMembership, resend } from '../../support/structure.ts'
import { personOf, table, tenant, userToken } from '../../support/tenant.ts'
import { hooksPath, takingReceiver } from '../../support/webhooks.ts'

const agoSec = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60

/** An owner with a token from a sign-in of some minutes ago, and one from just now. */
async function owner(minutesAgo = 16) {
  const of = await tenant()
  const { account, token: fresh } = await personOf(of, 'owner')
  return { of, account, fresh, old: await userToken(account.id, agoSec(minutesAgo)) }
}

function expectSignInNeeded(answer: Answer): void {
  expectRefused(answer, 'forbidden')
  expect(answer.body.error.details).toEqual({ reason: 'reauthentication_required' })
}

describe.concurrent('with a sign-in of more than 15 minutes ago', () => {
  it('nobody creates or rotates an API key, or changes its role or its addresses', async () => {
    const { of, fresh, old } = await owner()
    const json = { name: 'A key', role: 'viewer' }
    expectSignInNeeded(await call('POST', keysPath(of), { token: old, json }))
    const created = await call('POST', keysPath(of), { token: fresh, json })
    expect(created.status).toBe(201)
    const path = keysPath(of, `/${created.body.apiKey.id}`)
    expectSignInNeeded(await call('POST', `${path}/rotate-secret`, { token: old, json: {} }))
    for (const change of [
      { role: 'member' },
      { ipAllowlist: null },
      { ipAllowlist: ['203.0.113.0/24'], name: 'Other' },
    ])
      expectSignInNeeded(await call('PATCH', path, { token: old, json: change }))
    expect((await call('PATCH', path, { token: old, json: { name: 'Another name' } })).status).toBe(200)
    expect((await call('PATCH', path, { token: fresh, json: { role: 'member' } })).status).toBe(200)
    expect((await call('POST', `${path}/revoke`, { token: old })).status).toBe(200)
  })

  it('nobody creates or rotates a webhook, or sends its events elsewhere', async () => {
    const { of, fresh, old } = await owner()
    const json = { url: await takingReceiver(), events: ['*'] }
    expectSignInNeeded(await call('POST', hooksPath(of), { token: old, json }))
    const { id } = (await call('POST', hooksPath(of), { token: fresh, json })).body.webhook
    expectSignInNeeded(await call('POST', hooksPath(of, `/${id}/rotate-secret`), { token: old, json: {} }))
    const path = hooksPath(of, `/${id}`)
    const moved = { url: `${json.url}/moved`, description: 'Moved' }
    expectSignInNeeded(await call('PATCH', path, { token: old, json: moved }))
    expect((await call('PATCH', path, { token: old, json: { url: json.url, description: 'Same' } })).status).toBe(200)
    expect((await call('PATCH', path, { token: fresh, json: moved })).body).toMatchObject(moved)
    expect((await call('POST', hooksPath(of, `/${id}/disable`), { token: old })).status).toBe(200)
  })

  it('nobody gives or takes a far-reaching role', async () => {
    const { of, fresh, old } = await owner()
    const caller = { org: of.org, token: old }
    const permissions = ['organization.manage', 'members.manage', 'members.read']
    const roles = `/v1/orgs/${of.org.id}/roles`
    const { id: roleId, key } = (
      await call('POST', roles, { token: fresh, json: { name: 'Shadow', permissions: ['members.read'] } })
    ).body
    for (const role of ['admin', roleId, key])
      expectSignInNeeded(await invite(caller, invitation(of, { nodeId: of.org.id, role })))
    expectSignInNeeded(await call('PATCH', `${roles}/${roleId}`, { token: old, json: { permissions } }))
    const [viewer, admin] = [await personAt(of, of.org, 'viewer'), await personAt(of, of.org, 'admin')]
    expectSignInNeeded(await patchMembership(caller, viewer.membershipId, { role: key }))
    expectSignInNeeded(await removeMembership(caller, admin.membershipId))
    expect((await patchMembership(caller, viewer.membershipId, { role: 'manager' })).status).toBe(200)
    expect((await call('PATCH', `${roles}/${roleId}`, { token: old, json: { name: 'Light' } })).status).toBe(200)
    expect((await removeMembership(caller, viewer.membershipId)).status).toBe(204)
  })

  it('nobody lets an application into the organization', async () => {
    const { of, old } = await owner()
    const application = { applicationId: 'none', scopes: ['members:write'], role: 'viewer' }
    expectSignInNeeded(await call('POST', `/v1/orgs/${of.org.id}/grants`, { token: old, json: application }))
    const pending = (
      await makeGrant(table(), of.org, systemIds(), { kind: 'delegated', role: null, status: 'pending' })
    ).id
    expectSignInNeeded(await call('POST', `/v1/orgs/${of.org.id}/grants/${pending}/approve`, { token: old }))
    const consent = {
      clientId: 'none',
      redirectUri: 'https://app.example/callback',
      scope: ['profile:read'],
      codeChallenge: 'x'.repeat(43),
      codeChallengeMethod: 'S256',
      orgId: of.org.id,
    }
    const consents = (onBehalfOf: string) =>
      call('POST', '/v1/oauth/consents', { token: old, json: { ...consent, onBehalfOf } })
    expectSignInNeeded(await consents('organization'))
    expectRefused(await consents('self'), 'invalid_input')
  })

  it('nobody gives or takes the role owner', async () => {
    const { of, fresh, old } = await owner()
    const caller = { org: of.org, token: old }
    const whole = { nodeId: of.org.id, role: 'owner' }
    expectSignInNeeded(await invite(caller, invitation(of, whole)))
    const member = await personAt(of, of.org, 'viewer')
    expectSignInNeeded(await patchMembership(caller, member.membershipId, { role: 'owner' }))
    expect((await patchMembership({ token: fresh }, member.membershipId, { role: 'owner' })).status).toBe(200)
    expectSignInNeeded(await patchMembership(caller, member.membershipId, { role: 'viewer' }))
    expectSignInNeeded(await removeMembership(caller, member.membershipId))
    expect((await removeMembership({ token: fresh }, member.membershipId)).status).toBe(204)
  })

  it('nobody sends the invitation of an owner again', async () => {
    const { of, fresh, old } = await owner()
    const invited = async (role: string) =>
      (await invite({ org: of.org, token: fresh }, invitation(of, { nodeId: of.org.id, role }))).body.id
    const [ownerToBe, viewerToBe] = await Promise.all([invited('owner'), invited('viewer')])
    expectSignInNeeded(await resend({ token: old }, ownerToBe))
    expect((await resend({ token: old }, viewerToBe)).status).toBe(200)
    expect((await resend({ token: fresh }, ownerToBe)).status).toBe(200)
  })

  it('a token that does not tell, or tells the future, does not count', async () => {
    const { of, account } = await owner()
    const json = { name: 'A key', role: 'viewer' }
    const untold = await tokenAbout('sealpost-app', account.id)
    const future = await userToken(account.id, agoSec(-10))
    for (const token of [untold, future]) expectSignInNeeded(await call('POST', keysPath(of), { token, json }))
  })

  it('who may not do it at all is told so first', async () => {
    const { of } = await owner()
    const { account } = await personOf(of, 'viewer')
    const token = await userToken(account.id, agoSec(60))
    const answer = await call('POST', keysPath(of), { token, json: { name: 'A key', role: 'viewer' } })
    expectRefused(answer, 'forbidden')
    expect(answer.body.error.details).toBeUndefined()
  })
})

describe.concurrent('a sign-in of 14 minutes ago', () => {
  it('is enough', async () => {
    const { of, old } = await owner(14)
    const answer = await call('POST', keysPath(of), { token: old, json: { name: 'A key', role: 'viewer' } })
    expect(answer.status).toBe(201)
  })
})
