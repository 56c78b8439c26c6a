import { describe, expect, it } from 'vitest'
import { makeConsent } from '../../../infra/local/application-grants.ts'
import type { DelegatedScope } from '../../../shared/auth/permissions.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { consent, consentBody, consented, grantsPath, proofKey, redirectUri } from '../../support/applications.ts'
import { type CallOptions, call, demand, persistently } from '../../support/client.ts'
import { auditLogOf, outboxEntriesOf } from '../../support/inspection.ts'
import * as proving from '../../support/oauth.ts'
import { expectRefused } from '../../support/refused.ts'
import { patchMembership, personAt } from '../../support/structure.ts'
import { personOf, table, tenant } from '../../support/tenant.ts'

/** An application that may read contacts for a member, by their own consent that an administrator approved. */
async function approved() {
  const of = await tenant()
  const [app, admin, member] = await Promise.all([
    proving.connectedApp(of, { redirectUris: [redirectUri] }),
    personOf(of, 'admin'),
    personAt(of, of.org, 'member'),
  ])
  const { clientId } = app
  const asAdmin = { token: admin.token }
  const { codeVerifier, codeChallenge } = proofKey()
  const ask = async (...scope: DelegatedScope[]) =>
    (await consent(member.token, consentBody(of, clientId, { scope, codeChallenge }))).body
  const { grantId } = await ask('contacts:read')
  const approve = (options: CallOptions = {}) =>
    call('POST', grantsPath(of, `/${grantId}/approve`), { ...asAdmin, ...options })
  demand(await approve(), 200)
  return {
    of,
    app,
    admin,
    member,
    ask,
    approve,
    grantId,
    keep: async (...delegatedScopes: DelegatedScope[]) =>
      demand(await call('PATCH', grantsPath(of, `/${grantId}`), { ...asAdmin, json: { delegatedScopes } }), 200),
    grant: async () => (await call('GET', grantsPath(of), asAdmin)).body.results[0],
    /** The tokens for a consent to scopes that are approved. */
    tokens: async (...scope: DelegatedScope[]) => {
      const { code } = await ask(...scope)
      const token = await tokenAbout(clientId)
      const answer = await call('POST', '/v1/oauth/grants/exchange', {
        token,
        json: { code, redirectUri, codeVerifier },
      })
      demand(answer, 200)
      return { access: String(answer.body.token.accessToken), refresh: String(answer.body.token.refreshToken) }
    },
  }
}

const contacts = (token: string) => call('GET', '/v1/contacts', { token })
const tasks = (token: string) => call('GET', '/v1/tasks', { token })

describe.concurrent('a consent to more than was approved', () => {
  it('waits, while every token goes on working', async () => {
    const { app, ask, grant, grantId, tokens, member } = await approved()
    const { access, refresh } = await tokens('contacts:read')

    expect(await ask('contacts:read', 'tasks:use')).toEqual({ grantId, code: null, redirectUrl: null, expiresAt: null })

    const waiting = { status: 'active', delegatedScopes: ['contacts:read'], requestedScopes: ['tasks:use'] }
    expect(await grant()).toMatchObject({ id: grantId, ...waiting })
    const own = await call('GET', '/v1/me/grants', { token: member.token })
    expect(own.body.results).toMatchObject([{ id: grantId, ...waiting }])
    expect((await contacts(access)).status).toBe(200)
    const refreshed = await proving.refresh(app, refresh)
    expect((await contacts(refreshed.access_token)).status).toBe(200)
    expectRefused(await tasks(await tokenAbout(app.clientId, member.account.id, ['tasks:use'])), 'insufficient_scope')
    expect((await ask('contacts:read')).code).not.toBeNull()
  })

  it('is approved by an administrator, and ends no token', async () => {
    const { app, of, approve, ask, grant, grantId, tokens, member } = await approved()
    const { refresh } = await tokens('contacts:read')
    const { grantedAt } = await grant()
    await ask('tasks:use')

    const { body } = await approve()

    const scopes = ['contacts:read', 'tasks:use']
    expect(body).toMatchObject({ status: 'active', delegatedScopes: scopes, requestedScopes: [], grantedAt })
    expect((await approve()).body.version).toBe(body.version)
    const { access } = await tokens('contacts:read', 'tasks:use')
    expect([(await contacts(access)).status, (await tasks(access)).status]).toEqual([200, 200])
    expect((await contacts((await proving.refresh(app, refresh)).access_token)).status).toBe(200)
    const entries = (await auditLogOf(of.org.id)).filter(({ action }) => action === 'grant.approved')
    expect(entries.at(-1)?.changes).toEqual([
      { field: 'delegatedScopes', from: ['contacts:read'], to: scopes },
      { field: 'requestedScopes', from: ['tasks:use'], to: [] },
    ])
    const data = { grantId, applicationId: app.clientId, kind: 'delegated', userId: member.account.id }
    const events = (await outboxEntriesOf(of.org.id)).flatMap((entry) => entry.events)
    expect(events.filter(({ type }) => type.startsWith('grant.'))).toMatchObject([
      { type: 'grant.created', data: { ...data, status: 'pending' } },
      { type: 'grant.approved', data: { ...data, status: 'active' } },
      { type: 'grant.approved', data: { ...data, status: 'active' } },
    ])
  })

  it('is declined by a PATCH with the approved scopes, and waits again once the person consents to it again', async () => {
    const { of, approve, ask, grant, keep, tokens } = await approved()
    const { access } = await tokens('contacts:read')
    await ask('tasks:use')

    await keep('contacts:read')

    const declined = await grant()
    expect(declined).toMatchObject({ status: 'active', delegatedScopes: ['contacts:read'], requestedScopes: [] })
    expect((await approve()).body).toEqual(declined)
    expect((await contacts(access)).status).toBe(200)
    const [entry] = (await auditLogOf(of.org.id)).slice(-1)
    expect(entry).toMatchObject({
      action: 'grant.changed',
      changes: [{ field: 'requestedScopes', from: ['tasks:use'], to: [] }],
    })
    expect((await ask('tasks:use')).code).toBeNull()
    expect(await grant()).toMatchObject({ status: 'active', requestedScopes: ['tasks:use'] })
  })

  it('adds to what waits already, once', async () => {
    const { ask, grant } = await approved()
    await ask('tasks:use')
    await ask('signature:read')
    await ask('tasks:use')
    expect(await grant()).toMatchObject({
      delegatedScopes: ['contacts:read'],
      requestedScopes: ['tasks:use', 'signature:read'],
      version: 4,
    })
  })

  it('loses nothing when it comes with the approval of an earlier one', async () => {
    const { ask, approve, grant } = await approved()
    await ask('tasks:use')
    await Promise.all([persistently(() => approve()), ask('signature:read')])
    const { delegatedScopes, requestedScopes } = await grant()
    expect([...delegatedScopes, ...requestedScopes].toSorted()).toEqual([
      'contacts:read',
      'signature:read',
      'tasks:use',
    ])
    expect(delegatedScopes).toEqual(expect.arrayContaining(['contacts:read', 'tasks:use']))
  })

  it('is not approved unseen: an approval of another version is refused', async () => {
    const { ask, approve, grant } = await approved()
    await ask('tasks:use')
    const { version } = await grant()
    await ask('signature:read')
    expectRefused(await approve({ headers: { 'If-Match': `W/"${version}"` } }), 'precondition_failed')
    expect(await grant()).toMatchObject({ requestedScopes: ['tasks:use', 'signature:read'] })
  })

  it('needs nobody else from somebody who became an administrator', async () => {
    const { ask, grant, member, of } = await approved()
    await ask('tasks:use', 'signature:read')
    demand(await patchMembership(of, member.membershipId, { role: 'admin' }), 200)
    expect((await ask('tasks:use')).code).not.toBeNull()
    expect(await grant()).toMatchObject({
      delegatedScopes: ['contacts:read', 'tasks:use'],
      requestedScopes: ['signature:read'],
    })
  })

  it('takes nothing away from a member whom a consent for all members covers', async () => {
    const { of, app } = await approved()
    const colleague = await personAt(of, of.org, 'member')
    await makeConsent(table(), of.org, app.clientId, { userId: null, scopes: ['contacts:read'] })
    const token = await tokenAbout(app.clientId, colleague.account.id, ['contacts:read'])
    const asked = await consented(colleague.token, consentBody(of, app.clientId, { scope: ['tasks:use'] }))
    expect([asked.code, (await contacts(token)).status]).toEqual([null, 200])
  })
})
