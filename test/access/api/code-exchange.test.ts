import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { consentCodeKey, consentCodes, hashOfCode } from '../../../functions/access/model/consent-code.ts'
import { put } from '../../../infra/local/tenant.ts'
import { ownConsentKey, standingGrants } from '../../../shared/auth/grants/standing-grant.ts'
import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { tokenAbout } from '../../support/access-token.ts'
import {
  connectedApp,
  consentBody,
  consented,
  delegatedFor,
  exchangeable,
  grantsPath,
  proofKey,
  redirectUri,
} from '../../support/applications.ts'
import { type CallOptions, call } from '../../support/client.ts'
import * as proving from '../../support/oauth.ts'
import { expectRefused } from '../../support/refused.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { liveWithTestMode } from '../../support/test-mode.ts'

const exchange = (token: string, json: object, options: CallOptions = {}) =>
  call('POST', '/v1/oauth/grants/exchange', { token, json, ...options })

/** An exchange for an application that can prove itself at the token endpoint. */
async function sessionOf(of: Tenant) {
  const app = await proving.connectedApp(of, { redirectUris: [redirectUri] })
  const ready = await exchangeable(of, { scope: ['signature:read'] }, { clientId: app.clientId, clientSecret: '' })
  const { body } = await exchange(ready.token, ready.json)
  return { app, ...ready, refreshToken: String(body.token.refreshToken) }
}

describe.concurrent('the session that came of a code', () => {
  it('goes on at the token endpoint, with a new refresh token each time', async () => {
    const of = await tenant()
    const { app, refreshToken, person } = await sessionOf(of)
    const first = await proving.refresh(app, refreshToken)
    expect(first.refresh_token).not.toBe(refreshToken)
    const me = await call('GET', '/v1/me', { token: first.access_token })
    expect(me.body).toMatchObject({ principalType: 'delegated', user: { id: person.account.id } })
    expect(me.body.scopes[0].permissions).toEqual(['signature.read'])
    const second = await proving.refresh(app, first.refresh_token)
    expect(await proving.refusalOf(proving.refresh(app, first.refresh_token))).toBe('invalid_grant')
    expect(await proving.refusalOf(proving.refresh(app, second.refresh_token))).toBe('invalid_grant')
  })

  it('goes on in a test organization, of which its person is a member through the live one', async () => {
    const { live, test } = await liveWithTestMode()
    const app = await proving.connectedApp(test, { redirectUris: [redirectUri] })
    const { codeVerifier, codeChallenge } = proofKey()
    const { code } = await consented(live.owner.token, consentBody(test, app.clientId, { codeChallenge }))
    const json = { code, redirectUri, codeVerifier }
    const { body } = await exchange(await tokenAbout(app.clientId), json)
    const { access_token: token } = await proving.refresh(app, String(body.token.refreshToken))
    const scopes: readonly { orgId: string }[] = (await call('GET', '/v1/me', { token })).body.scopes
    expect(new Set(scopes.map(({ orgId }) => orgId))).toEqual(new Set([test.org.id]))
  })

  it('ends with a second use of the code', async () => {
    const { app, refreshToken, token, json } = await sessionOf(await tenant())
    expectRefused(await exchange(token, json), 'invalid_grant')
    expect(await proving.refusalOf(proving.refresh(app, refreshToken))).toBe('invalid_grant')
  })

  it('ends with the grant', async () => {
    const of = await tenant()
    const { app, refreshToken, grantId, person } = await sessionOf(of)
    await call('DELETE', `/v1/me/grants/${grantId}`, { token: person.token })
    expect(await proving.refusalOf(proving.refresh(app, refreshToken))).toBe('invalid_grant')
  })

  it('does not begin again with a consent that is given later', async () => {
    const of = await tenant()
    const { app, refreshToken, person } = await sessionOf(of)
    const item = await getItem(table(), ownConsentKey(app.clientId, of.org.id, person.account.id))
    if (!item) throw new Error('there is no consent')
    // As if it had been taken back, and given anew a minute after.
    const consent = fromItem(standingGrants, item)
    await put(table(), standingGrants, { ...consent, grantedAt: timestamp(Date.now() + minuteMs) })
    expect(await proving.refusalOf(proving.refresh(app, refreshToken))).toBe('invalid_grant')
    await put(table(), standingGrants, consent)
    expect((await proving.refresh(app, refreshToken)).access_token).toBeTruthy()
  })
})

describe.concurrent('the code of a consent', () => {
  it('is exchanged for tokens that act for the person, within what they consented to', async () => {
    const of = await tenant()
    const { token, json, person, grantId } = await exchangeable(of, { scope: ['signature:read', 'structure:read'] })
    const { status, body } = await exchange(token, json)
    expect(status).toBe(200)
    const { id, email, firstName, lastName, locale } = person.account
    expect(body.user).toEqual({ id, email, firstName, lastName, locale })
    expect(body.grant).toMatchObject({ id: grantId, status: 'active', application: { name: 'Connected' } })
    expect(body.token).toEqual({
      tokenType: 'Bearer',
      accessToken: expect.any(String),
      expiresIn: 600,
      refreshToken: null,
      scope: 'urn:svc:api:aud signature:read structure:read',
    })
    const { accessToken } = body.token
    const me = await call('GET', '/v1/me', { token: accessToken })
    expect(me.body).toMatchObject({ principalType: 'delegated', user: { id } })
    expect(me.body.scopes[0].permissions).toEqual(['signature.read'])
    expectRefused(await call('GET', '/v1/contacts', { token: accessToken }), 'insufficient_scope')
  })

  it('is exchanged once', async () => {
    const { token, json } = await exchangeable(await tenant())
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(token, json)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expectRefused(answer, 'invalid_grant')
  })

  it('repeated under its Idempotency-Key tells the same tokens', async () => {
    const { token, json } = await exchangeable(await tenant())
    const options = { headers: { 'Idempotency-Key': randomUUID() } }
    const [first, second] = [await exchange(token, json, options), await exchange(token, json, options)]
    expect([second.status, second.body]).toEqual([200, first.body])
  })

  it.for([
    ['an unknown code', () => ({ code: 'a'.repeat(43) })],
    ['another redirectUri', () => ({ redirectUri: 'https://app.example.com/other' })],
    ['another codeVerifier', () => ({ codeVerifier: proofKey().codeVerifier })],
  ] as const)('is nothing with %s: invalid_grant, and is still there', async ([, wrong]) => {
    const { token, json } = await exchangeable(await tenant())
    expectRefused(await exchange(token, { ...json, ...wrong() }), 'invalid_grant')
    expect((await exchange(token, json)).status).toBe(200)
  })

  it('is nothing to another application: invalid_grant', async () => {
    const of = await tenant()
    const { json } = await exchangeable(of)
    const { clientId } = await connectedApp(of)
    expectRefused(await exchange(await tokenAbout(clientId), json), 'invalid_grant')
  })

  it('is nothing after five minutes: invalid_grant', async () => {
    const { token, json } = await exchangeable(await tenant())
    const item = await getItem(table(), consentCodeKey(hashOfCode(json.code)))
    if (!item) throw new Error('the code is not stored')
    expect(JSON.stringify(item)).not.toContain(json.code)
    await put(table(), consentCodes, { ...fromItem(consentCodes, item), expiresAt: '2020-01-01T00:00:00.000Z' })
    expectRefused(await exchange(token, json), 'invalid_grant')
  })

  it('whose consent was taken back meanwhile: grant_revoked', async () => {
    const of = await tenant()
    const { token, json, grantId } = await exchangeable(of)
    const { token: administrator } = await personOf(of, 'admin')
    await call('POST', grantsPath(of, `/${grantId}/revoke`), { token: administrator })
    expectRefused(await exchange(token, json), 'grant_revoked')
  })

  it('is for the machine of the application alone', async () => {
    const of = await tenant()
    const { json, person } = await exchangeable(of)
    const acting = await delegatedFor(of, { scopes: ['signature:read'] })
    expectRefused(await exchange(acting.token, json), 'machine_credentials_required')
    for (const token of [person.token, of.token]) expectRefused(await exchange(token, json), 'partner_app_only')
  })
})
