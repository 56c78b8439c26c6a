import { randomUUID } from 'node:crypto'
import { errors } from 'oidc-provider'
import { describe, expect, it } from 'vitest'
import { makeGrant } from '../../../infra/local/application-grants.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { consentBody, consented, proofKey, redirectUri } from '../../support/applications.ts'
import { call, demand } from '../../support/client.ts'
import { audienceScope, connectedApp, exchange, ownApp, refresh, refusalOf, start } from '../../support/oauth.ts'
import { requestUnderWay } from '../../support/provider-session.ts'
import { expectRefused } from '../../support/refused.ts'
import { personOf, table, tenant } from '../../support/tenant.ts'
import { signIn, signOut, Visitor } from '../../support/visitor.ts'

const scope = `openid offline_access ${audienceScope}`

/** A person with a browser in which they are signed in, and the tokens of the service's own app. */
async function signedIn(account?: { id: string; email: string }, count = 1) {
  const person = account ?? (await somebody())
  const [app, visitor] = [await ownApp(), new Visitor()]
  const started = start(app, scope)
  const answered = await signIn(visitor, started.url, person.email, count)
  const tokens = await exchange(app, answered.url, started)
  return { account: person, app, visitor, tokens }
}

async function somebody() {
  const { account } = await personOf(await tenant(), 'member')
  return { id: account.id, email: account.email ?? '' }
}

const list = async (token: string) => (await call('GET', '/v1/me/sessions', { token })).body.results
const end = async (token: string, id: string) => await call('DELETE', `/v1/me/sessions/${id}`, { token })
/** Whether a browser gets a code without a question. */
const isSignedIn = async (visitor: Visitor) =>
  (await visitor.open(start(await ownApp(), scope).url)).url.searchParams.has('code')

describe.concurrent('GET /v1/me/sessions', () => {
  it('lists where a person is signed in, and nobody else’s', async () => {
    const first = await signedIn()
    const other = await signedIn()
    const [session, ...more] = await list(first.tokens.access_token)
    expect(more).toEqual([])
    expect(session).toEqual({
      id: expect.any(String),
      signedInAt: expect.stringMatching(/Z$/),
      lastUsedAt: expect.stringMatching(/Z$/),
      ip: expect.any(String),
      userAgent: expect.any(String),
      isCurrent: true,
      clientIds: ['sealpost-app'],
    })
    expectRefused(await end(other.tokens.access_token, session.id), 'not_found')
    expect(await list(first.tokens.access_token)).toHaveLength(1)
    const second = await signedIn(first.account, 2)
    const seen = await list(second.tokens.access_token)
    expect(seen).toMatchObject([{ isCurrent: true }, { id: session.id, isCurrent: false }])
    expectRefused(await call('GET', '/v1/me/sessions', { token: (await tenant()).token }), 'humans_only')
  })
})

describe.concurrent('signing out', () => {
  it('ends the sign-in and what the own app got by it, in that browser alone', async () => {
    // Given a person in two browsers, in one of which the app was loaded twice
    const here = await signedIn()
    const there = await signedIn(here.account, 2)
    const reloaded = start(there.app, scope, { prompt: 'none' })
    const later = await exchange(there.app, (await there.visitor.open(reloaded.url)).url, reloaded)
    expect(await list(here.tokens.access_token)).toHaveLength(2)
    // When they sign out in that one
    await signOut(there.visitor)
    // Then it is not listed any more, and neither load of the app can go on
    expect(await list(here.tokens.access_token)).toMatchObject([{ isCurrent: true }])
    for (const { access_token: token, refresh_token: refreshToken } of [there.tokens, later]) {
      expectRefused(await call('GET', '/v1/me/sessions', { token }), 'invalid_token')
      expect(await refusalOf(refresh(there.app, refreshToken))).toBe('invalid_grant')
    }
    expect(await isSignedIn(here.visitor)).toBe(true)
  })
})

describe.concurrent('DELETE /v1/me/sessions/{id}', () => {
  it('signs the browser out, and ends what applications got by it', async () => {
    // Given a person whose browser a thief has, too
    const { account, app, visitor, tokens } = await signedIn()
    const next = await refresh(app, tokens.refresh_token)
    expect(await isSignedIn(visitor)).toBe(true)
    const [session] = await list(tokens.access_token)
    const own = (await signedIn(account, 2)).tokens.access_token
    // When they end the session from another browser
    expect((await end(own, session.id)).status).toBe(204)
    // Then neither the browser nor a refresh token signs anybody in, and no access token of it does anything
    expect(await isSignedIn(visitor)).toBe(false)
    expect(await refusalOf(refresh(app, next.refresh_token))).toBe('invalid_grant')
    for (const { access_token: token } of [tokens, next])
      expectRefused(await call('GET', '/v1/me', { token }), 'invalid_token')
    expect(await list(own)).toMatchObject([{ isCurrent: true }])
    for (const id of [session.id, randomUUID(), 'none']) expectRefused(await end(own, id), 'not_found')
    expect(account.id).toBeTruthy()
  })
})

describe.concurrent('a request that is under way when its session ends', () => {
  const ends: [string, (at: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>][] = [
    ['the person signs out', ({ visitor }) => signOut(visitor)],
    [
      'the person ends it from another browser',
      async ({ account, tokens }) => {
        const [session] = await list(tokens.access_token)
        await end((await signedIn(account, 2)).tokens.access_token, session.id)
      },
    ],
    [
      'somebody else signs in with the browser',
      async ({ app, visitor }) =>
        await signIn(visitor, start(app, scope, { prompt: 'login' }).url, (await somebody()).email),
    ],
  ]

  it.each(ends)('does not sign the browser in again: %s', async (_, ended) => {
    // Given a browser whose cookie somebody else has, too, and a request of it
    const browser = await signedIn()
    const copy = browser.visitor.copy()
    const finish = await requestUnderWay(browser.visitor)
    expect(await isSignedIn(copy)).toBe(true)
    // When the session ends before the request does
    await ended(browser)
    // Then the request does not save it, and the cookie is nobody's
    await expect(finish()).rejects.toBeInstanceOf(errors.SessionNotFound)
    expect(await isSignedIn(copy)).toBe(false)
  })
})

describe.concurrent('what an application got by a consent of the API', () => {
  /** A person who lets an application act for them by their token, and the sign-in that this is of. */
  async function consenting() {
    const of = await tenant()
    const { account } = await personOf(of, 'member')
    const { tokens } = await signedIn({ id: account.id, email: account.email ?? '' })
    const connected = await connectedApp(of, { redirectUris: [redirectUri] })
    const { clientId } = connected
    await makeGrant(table(), of.org, clientId, { scopes: ['nodes:read'], delegatedScopes: ['structure:read'] })
    const { codeVerifier, codeChallenge } = proofKey()
    const asked = consentBody(of, clientId, { scope: ['structure:read'], codeChallenge })
    const { code } = await consented(tokens.access_token, asked)
    const json = { code, redirectUri, codeVerifier }
    const exchanged = async () =>
      await call('POST', '/v1/oauth/grants/exchange', { token: await tokenAbout(clientId), json })
    const [session] = await list(tokens.access_token)
    const elsewhere = (await signedIn({ id: account.id, email: account.email ?? '' }, 2)).tokens.access_token
    return { connected, exchanged, session, elsewhere }
  }

  it('ends with the sign-in of the person', async () => {
    const { connected, exchanged, session, elsewhere } = await consenting()
    const answer = await exchanged()
    demand(answer, 200)
    const { accessToken: token, refreshToken } = answer.body.token
    const next = await refresh(connected, refreshToken)
    expect((await call('GET', '/v1/me', { token })).status).toBe(200)
    const clientIds = [connected.clientId, 'sealpost-app'].sort()
    expect(await list(elsewhere)).toMatchObject([{ isCurrent: true }, { id: session.id, clientIds }])

    expect((await end(elsewhere, session.id)).status).toBe(204)

    for (const given of [token, next.access_token])
      expectRefused(await call('GET', '/v1/me', { token: given }), 'invalid_token')
    expect(await refusalOf(refresh(connected, next.refresh_token))).toBe('invalid_grant')
    expect(await list(elsewhere)).toMatchObject([{ isCurrent: true }])
  })

  it('is nothing, where the sign-in has ended before', async () => {
    const { exchanged, session, elsewhere } = await consenting()
    await end(elsewhere, session.id)
    expectRefused(await exchanged(), 'invalid_grant')
    expect(await list(elsewhere)).toMatchObject([{ isCurrent: true }])
  })
})
