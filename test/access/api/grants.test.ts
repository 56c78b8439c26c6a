import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeConsent } from '../../../infra/local/application-grants.ts'
import { makeMembership } from '../../../infra/local/tenant.ts'
import { revokeApplication } from '../../../infra/operations/applications.ts'
import { tokenAbout } from '../../support/access-token.ts'
import {
  connectedApp,
  consent,
  consentBody,
  consented,
  delegatedFor,
  grantsPath,
  installedPartner,
  partnerWith,
  redirectUri,
} from '../../support/applications.ts'
import { call, demand } from '../../support/client.ts'
import { contactOf } from '../../support/contacts.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { patchMembership, personAt, roleOf } from '../../support/structure.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'

interface Home extends Tenant {
  readonly admin: string
}

async function home(): Promise<Home> {
  const of = await tenant()
  return { ...of, admin: (await personOf(of, 'admin')).token }
}

const install = (of: Home, json: object, token = of.admin) => call('POST', grantsPath(of), { token, json })
const onGrant = (of: Home, id: string, after: string) =>
  call('POST', grantsPath(of, `/${id}${after}`), { token: of.admin })
const patch = (of: Home, id: string, json: object) => call('PATCH', grantsPath(of, `/${id}`), { token: of.admin, json })
const listed = async (of: Home) => (await call('GET', grantsPath(of), { token: of.admin })).body.results
const nodes = (of: Home, token: string) => call('GET', `/v1/orgs/${of.org.id}/nodes`, { token })

describe.concurrent('a partner application', () => {
  it('is installed, narrowed and revoked by an administrator, and each of it is audited', async () => {
    const of = await home()
    const partner = await partnerWith(of, ['nodes:write', 'members:write'])
    expectRefused(await nodes(of, partner.token), 'consent_required')
    const made = await install(of, {
      applicationId: partner.clientId,
      scopes: ['nodes:write', 'members:read'],
      role: 'admin',
    })
    expect([made.status, made.headers.get('etag')]).toEqual([201, 'W/"1"'])
    expect(made.body).toEqual({
      id: expect.any(String),
      orgId: of.org.id,
      kind: 'installed',
      status: 'active',
      version: 1,
      application: { id: partner.clientId, name: 'A partner', publisher: null, logoUrl: null, status: 'active' },
      role: expect.objectContaining({ key: 'admin' }),
      scopes: ['nodes:write', 'members:read'],
      delegatedScopes: [],
      requestedScopes: [],
      onBehalfOf: null,
      userId: null,
      revokedBy: null,
      revokedAt: null,
      lastUsedAt: null,
      grantedBy: expect.objectContaining({ firstName: 'Paul' }),
      grantedAt: made.body.createdAt,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect((await nodes(of, partner.token)).status).toBe(200)
    const narrowed = await patch(of, made.body.id, { scopes: ['nodes:read'], role: 'viewer' })
    expect(narrowed.body).toMatchObject({ scopes: ['nodes:read'], role: { key: 'viewer' }, version: 2 })
    expect((await patch(of, made.body.id, { scopes: ['nodes:read'] })).body.version).toBe(2)
    const json = { parentId: of.org.id, type: 'entity', name: 'No' }
    expectRefused(
      await call('POST', `/v1/orgs/${of.org.id}/nodes`, { token: partner.token, json }),
      'insufficient_scope',
    )
    const revoked = await onGrant(of, made.body.id, '/revoke')
    expect(revoked.body).toMatchObject({ status: 'revoked', revokedBy: made.body.grantedBy, version: 3 })
    expectRefused(await nodes(of, partner.token), 'consent_required')
    expect(await listed(of)).toEqual([revoked.body])
    const entries = (await auditLogOf(of.org.id)).map(({ action, target }) => [action, target.id])
    expect(entries).toEqual(['created', 'changed', 'revoked'].map((action) => [`grant.${action}`, made.body.id]))
  })

  it('is installed once: already_exists, until it was revoked', async () => {
    const of = await home()
    const { clientId, grant } = await installedPartner(of, { scopes: ['nodes:read'] })
    const json = { applicationId: clientId, scopes: ['nodes:read'], role: 'viewer' }
    expectRefused(await install(of, json), 'already_exists')
    await onGrant(of, grant.id, '/revoke')
    const answers = await Promise.all(Array.from({ length: 8 }, () => install(of, json)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 201) expectRefused(answer, 'already_exists')
    expect((await listed(of)).filter(({ status }: { status: string }) => status === 'active')).toHaveLength(1)
  })

  it.for([
    ['an unknown application', { applicationId: randomUUID() }, 'invalid_reference'],
    ['a scope that it is not registered for', { scopes: ['members:read'] }, 'invalid_input'],
    ['an unknown role', { role: 'boss' }, 'role_not_found'],
    ['the role of owners', { role: 'owner' }, 'role_escalation'],
    ['no scope', { scopes: [] }, 'invalid_request'],
  ] as const)('is not installed with %s', async ([, wrong, code]) => {
    const of = await home()
    const { clientId } = await partnerWith(of, ['nodes:read'])
    expectRefused(
      await install(of, { applicationId: clientId, scopes: ['nodes:read'], role: 'viewer', ...wrong }),
      code,
    )
  })

  it('is never given more by a change', async () => {
    const of = await home()
    const { grant } = await installedPartner(of, { scopes: ['nodes:read'], role: 'manager' })
    expectRefused(await patch(of, grant.id, { scopes: ['nodes:write'] }), 'invalid_input')
    expectRefused(await patch(of, grant.id, { delegatedScopes: ['signature:read'] }), 'invalid_input')
    expectRefused(await patch(of, grant.id, { role: 'admin' }), 'role_escalation')
    expectRefused(await patch(of, grant.id, { role: 'boss' }), 'role_not_found')
  })

  it('has a role of the organization’s own as it is now, which stays as long as the application has it', async () => {
    const of = await home()
    const [role, foreign] = [await roleOf(of, ['members.read']), await roleOf(await tenant(), ['members.read'])]
    const partner = await partnerWith(of, ['members:read', 'nodes:write'])
    const json = { applicationId: partner.clientId, scopes: ['members:read', 'nodes:write'], role: role.id }
    expectRefused(await install(of, { ...json, role: foreign.id }), 'role_other_org')
    const made = await install(of, json)
    expect(made.body.role).toEqual({ id: role.id, key: role.key, name: role.name })
    expectRefused(await patch(of, made.body.id, { role: foreign.id }), 'role_other_org')
    expectRefused(await patch(of, made.body.id, { role: 'viewer' }), 'role_escalation')
    const members = () => call('GET', `/v1/orgs/${of.org.id}/members`, { token: partner.token })
    expect((await members()).status).toBe(200)
    const path = `/v1/orgs/${of.org.id}/roles/${role.id}`
    expectRefused(await call('DELETE', path, { token: of.admin }), 'still_referenced')
    const change = { permissions: ['contacts.read'], name: 'Narrow' }
    expect((await call('PATCH', path, { token: of.admin, json: change })).status).toBe(200)
    expectRefused(await members(), 'forbidden')
    expect(await listed(of)).toMatchObject([{ role: { id: role.id, name: 'Narrow' } }])
    await onGrant(of, made.body.id, '/revoke')
    expect((await call('DELETE', path, { token: of.admin })).status).toBe(204)
  })

  it('that the operator revoked is shown as revoked, to administrators and to the person it acted for', async () => {
    const of = await home()
    const { grant, clientId, personToken } = await delegatedFor(of, { scopes: ['signature:read'] })
    const shown = async () => [
      await listed(of),
      (await call('GET', '/v1/me/grants', { token: personToken })).body.results,
    ]
    const withStatus = (status: string) => [{ id: grant.id, status: 'active', application: { id: clientId, status } }]
    expect(await shown()).toMatchObject([withStatus('active'), withStatus('active')])
    await revokeApplication(table(), clientId, Date.now())
    expect(await shown()).toMatchObject([withStatus('revoked'), withStatus('revoked')])
  })

  it('stays revoked: grant_revoked', async () => {
    const of = await home()
    const { grant } = await installedPartner(of, { scopes: ['nodes:read'] })
    await onGrant(of, grant.id, '/revoke')
    expectRefused(await onGrant(of, grant.id, '/revoke'), 'grant_revoked')
    expectRefused(await onGrant(of, grant.id, '/approve'), 'grant_revoked')
    expectRefused(await patch(of, grant.id, { role: 'viewer' }), 'grant_revoked')
  })
})

describe.concurrent('what is asked of a person', () => {
  const ask = (token: string, query: Record<string, string>) =>
    call('GET', `/v1/oauth/consent-requests?${new URLSearchParams(query)}`, { token })

  it('is told in words, with the organizations that they may decide for', async () => {
    const of = await home()
    const { clientId } = await connectedApp(of)
    const member = await personOf(of, 'member')
    const query = { clientId, redirectUri, scope: 'signature:read contacts:read' }
    const { body } = await ask(member.token, query)
    expect(body).toEqual({
      application: { id: clientId, name: 'Connected', publisher: 'Example & Sons', logoUrl: null, status: 'active' },
      scopes: [
        { key: 'signature:read', description: expect.stringMatching(/signature/) },
        { key: 'contacts:read', description: expect.stringMatching(/contacts/) },
      ],
      orgs: [{ orgId: of.org.id, orgName: 'Test organization', canConsentForAll: false, existingGrantId: null }],
    })
    const { grantId } = await consented(of.admin, consentBody(of, clientId, { onBehalfOf: 'organization' }))
    const again = await ask(member.token, { ...query, orgId: of.org.id })
    expect(again.body.orgs).toMatchObject([{ existingGrantId: grantId }])
    expect((await ask(of.admin, query)).body.orgs).toMatchObject([{ canConsentForAll: true }])
  })

  it('is refused where nobody must be asked for it', async () => {
    const of = await home()
    const { clientId } = await connectedApp(of)
    const right = { clientId, redirectUri, scope: 'signature:read' }
    for (const wrong of [
      { clientId: randomUUID() },
      { redirectUri: `${redirectUri}/` },
      { scope: 'nodes:write' },
      { scope: 'act_as' },
    ])
      expectRefused(await ask(of.admin, { ...right, ...wrong }), 'invalid_input')
    expectRefused(await ask(of.admin, { ...right, orgId: randomUUID() }), 'organization_not_found')
  })
})

describe.concurrent('a consent', () => {
  it('of an administrator counts at once, and gives a code for the application', async () => {
    const of = await home()
    const { clientId } = await connectedApp(of)
    const person = await personOf(of, 'admin')
    const acting = await tokenAbout(clientId, person.account.id, ['signature:read'])
    expectRefused(await call('GET', '/v1/signature-requests', { token: acting }), 'consent_required')
    const { status, body } = await consent(person.token, consentBody(of, clientId))
    expect(status).toBe(201)
    expect(body.code).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(Object.fromEntries(new URL(body.redirectUrl).searchParams)).toEqual({ code: body.code, state: 'a state' })
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(300_000)
    expect((await call('GET', '/v1/signature-requests', { token: acting })).status).toBe(200)
  })

  it('of a member waits for an administrator', async () => {
    const of = await home()
    const { clientId } = await connectedApp(of)
    const member = await personOf(of, 'member')
    const acting = await tokenAbout(clientId, member.account.id, ['signature:read'])
    const asked = await consent(member.token, consentBody(of, clientId))
    expect(asked.body).toEqual({ grantId: expect.any(String), code: null, redirectUrl: null, expiresAt: null })
    expectRefused(await call('GET', '/v1/signature-requests', { token: acting }), 'consent_required')
    expect(await listed(of)).toMatchObject([{ id: asked.body.grantId, status: 'pending', grantedBy: null }])
    const approved = await onGrant(of, asked.body.grantId, '/approve')
    expect(approved.body).toMatchObject({ status: 'active', kind: 'delegated', userId: member.account.id, version: 2 })
    expect((await onGrant(of, asked.body.grantId, '/approve')).body.version).toBe(2)
    expect((await call('GET', '/v1/signature-requests', { token: acting })).status).toBe(200)
    expect((await consent(member.token, consentBody(of, clientId))).body.code).not.toBeNull()
  })

  it('of a member counts at once where an administrator approved it for all members', async () => {
    const of = await home()
    const { clientId } = await connectedApp(of)
    await consented(of.admin, consentBody(of, clientId, { onBehalfOf: 'organization', scope: ['signature:send'] }))
    const member = await personOf(of, 'member')
    expect((await consent(member.token, consentBody(of, clientId))).body.code).not.toBeNull()
  })

  it('for every member is an administrator’s to give, and lets the application act for each', async () => {
    const of = await home()
    const { clientId } = await connectedApp(of)
    const member = await personOf(of, 'member')
    const json = consentBody(of, clientId, { onBehalfOf: 'organization' })
    expectRefused(await consent(member.token, json), 'forbidden')
    await consented(of.admin, json)
    const acting = await tokenAbout(clientId, member.account.id, ['signature:read'])
    expect((await call('GET', '/v1/signature-requests', { token: acting })).status).toBe(200)
    expect(await listed(of)).toMatchObject([{ onBehalfOf: 'organization', userId: null }])
  })

  it('for every member covers nothing that the administrator may not do themselves', async () => {
    const of = await home()
    const { clientId } = await connectedApp(of)
    const [{ membershipId, token }, { id: role }] = await Promise.all([
      personAt(of, of.org, 'viewer'),
      roleOf(of, ['integrations.manage', 'contacts.read', 'contacts.write']),
    ])
    demand(await patchMembership(of, membershipId, { role }), 200)
    const forAll = (scope: string[]) => consentBody(of, clientId, { onBehalfOf: 'organization', scope })
    for (const beyond of ['signature:read', 'contacts:manage']) {
      const refused = await consent(token, forAll(['contacts:read', beyond]))
      expectRefused(refused, 'role_escalation')
      expect(refused.body.error.details).toEqual({ scopes: [beyond] })
    }
    await consented(token, forAll(['contacts:write', 'profile:read']))
    const query = (scope: string) => new URLSearchParams({ clientId, redirectUri, scope })
    const shown = async (scope: string) =>
      (await call('GET', `/v1/oauth/consent-requests?${query(scope)}`, { token })).body.orgs[0].canConsentForAll
    expect([await shown('contacts:write'), await shown('signature:read')]).toEqual([true, false])
  })

  it('given again adds what it is for, to the same grant', async () => {
    const of = await home()
    const { clientId } = await connectedApp(of)
    const first = await consented(of.admin, consentBody(of, clientId))
    const second = await consented(of.admin, consentBody(of, clientId, { scope: ['contacts:read'] }))
    expect(second.grantId).toBe(first.grantId)
    expect(await listed(of)).toMatchObject([{ delegatedScopes: ['signature:read', 'contacts:read'], version: 2 }])
  })

  it('is narrowed in what it is for alone', async () => {
    const of = await home()
    const { grant, token } = await delegatedFor(of, { scopes: ['contacts:write'] })
    expectRefused(await patch(of, grant.id, { role: 'viewer' }), 'invalid_input')
    expectRefused(await patch(of, grant.id, { delegatedScopes: ['signature:read'] }), 'invalid_input')
    expect((await patch(of, grant.id, { delegatedScopes: ['contacts:read'] })).status).toBe(200)
    expectRefused(await call('POST', '/v1/uploads', { token, json: {} }), 'insufficient_scope')
    expect((await call('GET', '/v1/contacts', { token })).status).toBe(200)
  })

  it('is of one organization: a list of all of them shows nothing where another scope was given', async () => {
    const [of, other] = await Promise.all([home(), tenant()])
    const scopes = ['contacts:read', 'tasks:use'] as const
    const { clientId, account, token } = await delegatedFor(of, { scopes, consented: ['contacts:read'] })
    await makeMembership(table(), account, other.org, 'admin')
    await makeConsent(table(), other.org, clientId, { userId: account.id, scopes: ['tasks:use'] })
    const [shown] = await Promise.all([contactOf(of), contactOf(other)])
    const { status, body } = await call('GET', '/v1/contacts', { token })
    expect([status, body.results.map(({ id }: { id: string }) => id)]).toEqual([200, [shown.id]])
  })

  describe('that an administrator narrowed', () => {
    /** A member's consent to an application that the organization works with, narrowed to reading contacts. */
    const narrowedConsent = async () => {
      const of = await home()
      const { clientId } = await connectedApp(of)
      const approved = ['profile:read', 'contacts:write', 'tasks:use']
      await consented(of.admin, consentBody(of, clientId, { onBehalfOf: 'organization', scope: approved }))
      const member = await personOf(of, 'member')
      const wide = consentBody(of, clientId, { scope: ['contacts:write', 'tasks:use'] })
      const { grantId } = await consented(member.token, wide)
      expect((await patch(of, grantId, { delegatedScopes: ['contacts:read'] })).status).toBe(200)
      const grantOf = async (id: string) => (await listed(of)).find((grant: { id: string }) => grant.id === id)
      return { of, clientId, member, wide, grantId, grantOf }
    }

    it('is not widened by giving it anew: that waits for an administrator', async () => {
      const { of, member, wide, grantId, grantOf } = await narrowedConsent()
      expect((await consent(member.token, wide)).body).toMatchObject({ grantId, code: null })
      expect(await grantOf(grantId)).toMatchObject({
        status: 'active',
        delegatedScopes: ['contacts:read'],
        requestedScopes: ['contacts:write', 'tasks:use'],
      })
      expect((await onGrant(of, grantId, '/approve')).body).toMatchObject({
        status: 'active',
        delegatedScopes: ['contacts:read', 'contacts:write', 'tasks:use'],
      })
      expect((await consent(member.token, wide)).body.code).not.toBeNull()
    })

    it('and approved is not widened beyond that', async () => {
      const of = await home()
      const { clientId } = await connectedApp(of)
      const { token } = await personOf(of, 'member')
      const asking = (scope: string[]) => consent(token, consentBody(of, clientId, { scope }))
      const { grantId, code } = (await asking(['contacts:read', 'signature:read'])).body
      expect(code).toBeNull()
      await patch(of, grantId, { delegatedScopes: ['contacts:read'] })
      expect((await onGrant(of, grantId, '/approve')).body.delegatedScopes).toEqual(['contacts:read'])
      expect((await asking(['contacts:read'])).body.code).not.toBeNull()
      expect((await asking(['signature:send'])).body.code).toBeNull()
    })

    it('is not widened by taking it back before', async () => {
      const { of, member, clientId, wide, grantId, grantOf } = await narrowedConsent()
      expect((await call('DELETE', `/v1/me/grants/${grantId}`, { token: member.token })).status).toBe(204)
      const anew = (await consent(member.token, wide)).body
      expect(anew.code).toBeNull()
      expect(await grantOf(anew.grantId)).toMatchObject({ status: 'pending' })
      // What was left is theirs to give, and nothing that waited begins with it.
      const within = consentBody(of, clientId, { scope: ['contacts:read'] })
      expect((await consent(member.token, within)).body.code).not.toBeNull()
      expect(await grantOf(anew.grantId)).toMatchObject({ status: 'active', delegatedScopes: ['contacts:read'] })
    })

    it('is given anew as far as it was left, and is nobody else’s limit', async () => {
      const { of, member, clientId, wide, grantId, grantOf } = await narrowedConsent()
      const within = consentBody(of, clientId, { scope: ['contacts:read'] })
      expect((await consent(member.token, within)).body.code).not.toBeNull()
      expect(await grantOf(grantId)).toMatchObject({ status: 'active', delegatedScopes: ['contacts:read'] })
      const other = await personOf(of, 'member')
      expect((await consent(other.token, wide)).body.code).not.toBeNull()
    })

    it('is widened by a person who is an administrator themselves', async () => {
      const { of, wide } = await narrowedConsent()
      const admin = await personOf(of, 'admin')
      const { grantId } = await consented(admin.token, wide)
      await patch(of, grantId, { delegatedScopes: ['contacts:read'] })
      for (let round = 0; round < 2; round++)
        expect((await consent(admin.token, wide)).body).toMatchObject({ grantId, code: expect.any(String) })
      expect(await listed(of)).toContainEqual(
        expect.objectContaining({ id: grantId, delegatedScopes: ['contacts:read', 'contacts:write', 'tasks:use'] }),
      )
    })
  })

  it('is listed for the person, who takes it back', async () => {
    const of = await home()
    const { grant, token, personToken } = await delegatedFor(of, { scopes: ['signature:read'] })
    const other = await delegatedFor(of, { scopes: ['signature:read'] })
    const own = await call('GET', '/v1/me/grants', { token: personToken })
    expect(own.body.results).toMatchObject([{ id: grant.id, status: 'active' }])
    const remove = (id: string) => call('DELETE', `/v1/me/grants/${id}`, { token: personToken })
    expectRefused(await remove(other.grant.id), 'not_found')
    expect((await remove(grant.id)).status).toBe(204)
    expectRefused(await remove(grant.id), 'not_found')
    expectRefused(await call('GET', '/v1/signature-requests', { token }), 'consent_required')
    expect((await call('GET', '/v1/me/grants', { token: personToken })).body.results).toEqual([])
    expect((await listed(of)).map(({ status }: { status: string }) => status).sort()).toEqual(['active', 'revoked'])
  })

  it('is refused as its request is', async () => {
    const of = await home()
    const { clientId } = await connectedApp(of)
    const wrong = [
      { clientId: randomUUID() },
      { redirectUri: 'https://evil.example.com' },
      { scope: ['members:write'] },
    ]
    for (const more of wrong) expectRefused(await consent(of.admin, consentBody(of, clientId, more)), 'invalid_input')
    const elsewhere = await tenant()
    expectRefused(
      await consent(of.admin, consentBody(of, clientId, { orgId: elsewhere.org.id })),
      'organization_not_found',
    )
    for (const more of [{ codeChallenge: 'short' }, { codeChallengeMethod: 'plain' }, { scope: [] }])
      expectRefused(await consent(of.admin, consentBody(of, clientId, more)), 'invalid_request')
  })

  it('repeated under its Idempotency-Key tells the same code', async () => {
    const of = await home()
    const { clientId } = await connectedApp(of)
    const [json, options] = [consentBody(of, clientId), { headers: { 'Idempotency-Key': randomUUID() } }]
    const [first, second] = [await consent(of.admin, json, options), await consent(of.admin, json, options)]
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })
})
