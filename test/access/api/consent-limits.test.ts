import { describe, expect, it } from 'vitest'
import { makeGrant } from '../../../infra/local/application-grants.ts'
import type { DelegatedScope } from '../../../shared/auth/permissions.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { connectedApp, consent, consentBody, consented, exchangeable, grantsPath } from '../../support/applications.ts'
import { call, demand } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { personAt } from '../../support/structure.ts'
import { leave, personOf, table, tenant } from '../../support/tenant.ts'

/** An application between an administrator and a member. */
async function connected() {
  const of = await tenant()
  const [{ clientId }, admin, member] = await Promise.all([
    connectedApp(of),
    personOf(of, 'admin'),
    personAt(of, of.org, 'member'),
  ])
  const onGrant = (id: string, action: 'approve' | 'revoke') =>
    call('POST', grantsPath(of, `/${id}/${action}`), { token: admin.token })
  return {
    of,
    clientId,
    member,
    /** What the application may read for the member with a token of these scopes. */
    mayRead: async () => {
      const token = await tokenAbout(clientId, member.account.id, ['contacts:read', 'signature:read', 'tasks:use'])
      const paths = ['contacts', 'signature-requests', 'tasks']
      const answers = await Promise.all(paths.map((path) => call('GET', `/v1/${path}`, { token })))
      return paths.filter((_, index) => answers[index]?.status === 200)
    },
    ask: async (...scope: DelegatedScope[]) => (await consent(member.token, consentBody(of, clientId, { scope }))).body,
    consentForAll: (...scope: DelegatedScope[]) =>
      consented(admin.token, consentBody(of, clientId, { onBehalfOf: 'organization', scope })),
    approve: async (id: string) => demand(await onGrant(id, 'approve'), 200),
    revoke: async (id: string) => demand(await onGrant(id, 'revoke'), 200),
    narrow: async (id: string, ...delegatedScopes: DelegatedScope[]) => {
      const options = { token: admin.token, json: { delegatedScopes } }
      demand(await call('PATCH', grantsPath(of, `/${id}`), options), 200)
    },
    takeBack: async (id: string) => demand(await call('DELETE', `/v1/me/grants/${id}`, { token: member.token }), 204),
    own: async () => (await call('GET', '/v1/me/grants', { token: member.token })).body.results,
  }
}

describe.concurrent('a consent for all members', () => {
  it('does not stand in for a member’s own that an administrator revoked', async () => {
    const app = await connected()
    await app.consentForAll('contacts:read', 'signature:read')
    const { grantId } = await app.ask('contacts:read')
    await app.narrow(grantId, 'contacts:read')
    expect(await app.mayRead()).toEqual(['contacts'])

    await app.revoke(grantId)

    expect(await app.mayRead()).toEqual([])
    const anew = await app.ask('contacts:read')
    expect(anew.code).toBeNull()
    expect(await app.mayRead()).toEqual([])
    await app.approve(anew.grantId)
    expect(await app.mayRead()).toEqual(['contacts'])
  })

  it('does not stand in for what a member took back, until they give it anew', async () => {
    const app = await connected()
    await app.consentForAll('contacts:read', 'signature:read')
    const { grantId } = await app.ask('contacts:read')
    await app.takeBack(grantId)
    expect(await app.mayRead()).toEqual([])

    const waiting = await app.ask('contacts:read', 'tasks:use')
    expect([waiting.code, await app.mayRead()]).toEqual([null, []])
    await app.takeBack(waiting.grantId)
    expect((await app.ask('contacts:read')).code).not.toBeNull()
    expect(await app.mayRead()).toEqual(['contacts'])
  })

  it('covers a member whose consent waits only as far as an administrator left it', async () => {
    const app = await connected()
    await app.consentForAll('contacts:manage', 'signature:read')
    const { grantId } = await app.ask('contacts:manage', 'signature:read')
    await app.narrow(grantId, 'contacts:read')
    expect((await app.ask('signature:read')).code).toBeNull()
    expect(await app.mayRead()).toEqual(['contacts'])
  })

  it('still covers a member whose request for more was turned down', async () => {
    const app = await connected()
    await app.consentForAll('contacts:read')
    const { grantId } = await app.ask('contacts:read', 'signature:read')
    expect(await app.mayRead()).toEqual(['contacts'])
    await app.revoke(grantId)
    expect(await app.mayRead()).toEqual(['contacts'])
    expect((await app.ask('signature:read')).code).toBeNull()
  })
})

describe.concurrent('a member’s own consent is not approved', () => {
  it('by the approval of one that was revoked, where the application is installed', async () => {
    const app = await connected()
    await makeGrant(table(), app.of.org, app.clientId, { scopes: ['nodes:read'] })
    const { grantId } = await app.ask('contacts:read')
    await app.approve(grantId)
    await app.revoke(grantId)
    expect((await app.ask('contacts:read')).code).toBeNull()
    expect(await app.mayRead()).toEqual([])
  })

  it('by one to less, which an administrator gave for all members', async () => {
    const app = await connected()
    await app.ask('contacts:read', 'signature:read', 'tasks:use')
    await app.consentForAll('contacts:read')
    expect((await app.ask('contacts:read')).code).not.toBeNull()
    expect(await app.own()).toMatchObject([{ status: 'active', delegatedScopes: ['contacts:read'] }])
    expect((await app.ask('tasks:use')).code).toBeNull()
  })

  it('by being narrowed while it waits, where the application is installed', async () => {
    const app = await connected()
    await makeGrant(table(), app.of.org, app.clientId, { scopes: ['nodes:read'] })
    const { grantId } = await app.ask('contacts:read', 'tasks:use')
    await app.narrow(grantId, 'contacts:read')
    expect((await app.ask('contacts:read')).code).toBeNull()
    expect(await app.own()).toMatchObject([{ status: 'pending' }])
    await app.approve(grantId)
    expect(await app.mayRead()).toEqual(['contacts'])
  })
})

it('the code of somebody who is no member any more is exchanged for nothing', async () => {
  const of = await tenant()
  const { token, json, person } = await exchangeable(of)
  await leave(person.account.id)
  expectRefused(await call('POST', '/v1/oauth/grants/exchange', { token, json }), 'invalid_grant')
})
