import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { describe, expect, it } from 'vitest'
import { standingConsents } from '../../../functions/access/model/consent.ts'
import { makeConsent, makeGrant } from '../../../infra/local/application-grants.ts'
import { makeMembership, makeOrganization, makePerson } from '../../../infra/local/tenant.ts'
import type { SystemRoleKey } from '../../../shared/auth/permissions.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { chooseLogo } from '../../support/branding.ts'
import { call, demand } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import {
  appRedirectUri,
  audienceScope,
  type ConnectedApp,
  connectedApp,
  discovered,
  exchange,
  ownApp,
  pkce,
  refresh,
  refusalOf,
  type Started,
  start,
} from '../../support/oauth.ts'
import { makeSignInOld } from '../../support/provider-session.ts'
import { patchMembership, personAt, removeMembership, roleOf } from '../../support/structure.ts'
import { keyOf, personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { disableTestMode, liveWithTestMode } from '../../support/test-mode.ts'
import { signIn, signOut, type Visited, Visitor } from '../../support/visitor.ts'

const ownScope = `openid profile email offline_access ${audienceScope}`
const scope = `openid offline_access ${audienceScope} members:read`

/** A person with an app that wants to act for them, on the page that asks them. */
async function asking(role: SystemRoleKey = 'admin', more: Record<string, string> = {}) {
  const of = await tenant()
  const [{ account, token }, app] = [await personOf(of, role), await connectedApp(of)]
  const started = start(app, scope, more)
  const visitor = new Visitor()
  const page = await signIn(visitor, started.url, account.email ?? '')
  return { of, account, token, app, started, visitor, page }
}

/** A person who has let the app act for them, with its tokens. */
async function connected(choice: 'self' | 'organization' = 'self') {
  const dependencies = await asking()
  const answered = await dependencies.visitor.submit(dependencies.page, 'allow', {
    choice: `${choice}/${dependencies.of.org.id}`,
  })
  return { ...dependencies, answered, tokens: await exchange(dependencies.app, answered.url, dependencies.started) }
}

async function ownTokens() {
  const of = await tenant()
  const { account } = await personOf(of, 'member')
  const app = await ownApp()
  const started = start(app, ownScope)
  const answered = await signIn(new Visitor(), started.url, account.email ?? '')
  return { account, app, started, answered, tokens: await exchange(app, answered.url, started) }
}

async function consentsOf({ clientId }: ConnectedApp, { org }: Tenant, userId: string) {
  return await standingConsents(table(), { applicationId: clientId, orgId: org.id, userId })
}

async function statusAtMe({ access_token: token }: { readonly access_token: string }): Promise<number> {
  return (await call('GET', '/v1/me', { token })).status
}

const errorIn = ({ url }: Visited) => Object.fromEntries(url.searchParams)

describe.concurrent('discovery', () => {
  it('tells what is served to people and machines', async () => {
    const response = await fetch(`${cloud().authUrl}/.well-known/openid-configuration`)
    const { authUrl } = cloud()
    expect(await response.json()).toEqual({
      issuer: authUrl,
      authorization_endpoint: `${authUrl}/oauth/v2/authorize`,
      token_endpoint: `${authUrl}/oauth/v2/token`,
      jwks_uri: `${authUrl}/oauth/v2/keys`,
      revocation_endpoint: `${authUrl}/oauth/v2/revoke`,
      end_session_endpoint: `${authUrl}/oauth/v2/logout`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      prompt_values_supported: ['none', 'login', 'consent', 'passkeys'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
      token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      scopes_supported: expect.arrayContaining(['openid', 'offline_access', audienceScope, 'contacts:read']),
      claims_supported: expect.arrayContaining(['sub', 'email', 'name']),
      claim_types_supported: ['normal'],
      claims_parameter_supported: false,
      request_uri_parameter_supported: false,
      id_token_signing_alg_values_supported: ['ES256'],
      subject_types_supported: ['public'],
    })
  })
})

describe.concurrent('a machine', () => {
  it('gets tokens for itself', async () => {
    const of = await tenant()
    const { clientId, clientSecret } = await keyOf(of, 'viewer')
    const configuration = await discovered(clientId, client.ClientSecretBasic(clientSecret))
    const tokens = await client.clientCredentialsGrant(configuration, { scope: audienceScope })
    expect((await call('GET', '/v1/me', { token: tokens.access_token })).body.principalType).toBe('api_key')
    const app = await connectedApp(of, { scopes: ['orgs:read'] })
    const own = await client.clientCredentialsGrant(app.configuration, { scope: audienceScope })
    expect(decodeJwt(own.access_token)).toMatchObject({ sub: app.clientId, scope: `${audienceScope} orgs:read` })
  })
})

describe.concurrent('the service’s own app', () => {
  it('gets tokens for the API and knows who signed in, and nobody is asked to allow that', async () => {
    const { account, answered, tokens } = await ownTokens()
    expect(`${answered.url.origin}${answered.url.pathname}`).toBe(appRedirectUri)
    expect(tokens.expires_in).toBe(600)
    expect(tokens.claims()).toMatchObject({
      sub: account.id,
      email: account.email,
      email_verified: true,
      given_name: 'Paul',
      family_name: 'Person',
    })
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      sub: account.id,
      client_id: 'sealpost-app',
      aud: 'urn:svc:api',
      scope: audienceScope,
    })
    const me = await call('GET', '/v1/me', { token: tokens.access_token })
    expect([me.status, me.body.user.id, me.body.principalType]).toEqual([200, account.id, 'user'])
  })

  it('gets tokens that tell when the person signed in, however often they are refreshed', async () => {
    const { app, tokens } = await ownTokens()
    const signedInAtSec = (accessToken: string) => Number(decodeJwt(accessToken).auth_time)
    const first = signedInAtSec(tokens.access_token)
    expect(Math.abs(Date.now() / 1000 - first)).toBeLessThan(60)
    let token = tokens
    for (let round = 0; round < 2; round++) {
      token = await refresh(app, token.refresh_token)
      expect(signedInAtSec(token.access_token)).toBe(first)
    }
  })

  it('is given another refresh token each time; one that is used twice ends them all', async () => {
    const { app, tokens } = await ownTokens()
    const second = await refresh(app, tokens.refresh_token)
    const third = await refresh(app, second.refresh_token)
    expect(new Set([tokens, second, third].map((given) => given.refresh_token)).size).toBe(3)
    expect(await statusAtMe(third)).toBe(200)
    expect(await refusalOf(refresh(app, second.refresh_token))).toBe('invalid_grant')
    expect(await refusalOf(refresh(app, third.refresh_token))).toBe('invalid_grant')
    expect(await Promise.all([tokens, second, third].map(statusAtMe))).toEqual([401, 401, 401])
  })

  it('loses all when one refresh token comes many times at once', async () => {
    const { app, tokens } = await ownTokens()
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => refresh(app, tokens.refresh_token)))
    const given = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    expect(given.length).toBeLessThanOrEqual(1)
    for (const { refresh_token } of given) expect(await refusalOf(refresh(app, refresh_token))).toBe('invalid_grant')
  })

  it('cannot use a code twice: that ends what the first use gave', async () => {
    const { app, answered, started, tokens } = await ownTokens()
    expect(await statusAtMe(tokens)).toBe(200)
    expect(await refusalOf(exchange(app, answered.url, started))).toBe('invalid_grant')
    expect(await refusalOf(refresh(app, tokens.refresh_token))).toBe('invalid_grant')
    expect(await statusAtMe(tokens)).toBe(401)
  })

  it('can give its refresh token back, which ends its access tokens too', async () => {
    const { app, tokens } = await ownTokens()
    await client.tokenRevocation(app.configuration, tokens.refresh_token ?? '')
    expect(await refusalOf(refresh(app, tokens.refresh_token))).toBe('invalid_grant')
    expect(await statusAtMe(tokens)).toBe(401)
  })

  it('asks for tokens from its own pages, which other sites cannot do', async () => {
    const asked = async (origin: string) => {
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: 'none',
        client_id: 'sealpost-app',
      })
      const response = await fetch(`${cloud().authUrl}/oauth/v2/token`, {
        method: 'POST',
        headers: { Origin: origin },
        body,
      })
      return response.headers.get('access-control-allow-origin')
    }
    expect(await asked('http://localhost:8080')).toBe('http://localhost:8080')
    expect(await asked('https://elsewhere.example.com')).toBeNull()
  })
})

describe.concurrent('a request for authorization', () => {
  const { challenge } = pkce()
  const refused: [string, Record<string, string>, string][] = [
    ['without a challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with the verifier itself', { code_challenge: challenge, code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'invalid_request'],
    ['for the removed scope', { scope: `${scope} act_as` }, 'invalid_scope'],
    ['for a scope of machines', { scope: `${scope} orgs:write` }, 'invalid_scope'],
    ['for a scope of our own app', { scope: `${scope} email` }, 'invalid_scope'],
    ['for a scope that nobody knows', { scope: `${scope} moon:read` }, 'invalid_scope'],
    ['about an organization with no id', { org_id: 'acme' }, 'invalid_request'],
    ['for another audience', { resource: 'https://elsewhere.example.com' }, 'invalid_target'],
  ]
  it.each(refused)('%s is refused, to the app', async (_case, more, error) => {
    const app = await connectedApp(await tenant())
    const { url } = start(app, scope, more)
    for (const [name, value] of Object.entries(more)) if (value === '') url.searchParams.delete(name)
    const answered = await new Visitor().open(url)
    expect(answered.url.href.startsWith(app.redirectUri)).toBe(true)
    const told = new URLSearchParams(answered.url.search || answered.url.hash.slice(1))
    expect([told.get('error'), told.get('iss')]).toEqual([error, cloud().authUrl])
  })

  const atHome: [string, Record<string, string>][] = [
    ['to another address', { redirect_uri: 'https://app.example.com/callback/' }],
    ['of a client that nobody knows', { client_id: systemIds() }],
    ['to be answered by a form', { response_mode: 'form_post' }],
    ['to be answered behind the hash', { response_mode: 'fragment' }],
  ]
  it.each(atHome)('%s is refused on our own page', async (_case, more) => {
    const { url } = start(await connectedApp(await tenant()), scope, more)
    const page = await new Visitor().open(url)
    expect([page.status, page.url.origin]).toEqual([400, new URL(cloud().authUrl).origin])
    expect(page.text).toContain('Go back to the application and start again.')
  })

  it('of an application without addresses, or with a secret, is refused', async () => {
    const of = await tenant()
    for (const more of [{ redirectUris: [] }, { jwks: null }]) {
      const { url } = start(await connectedApp(of, more), scope)
      expect((await new Visitor().open(url)).status).toBe(400)
    }
  })
})

describe.concurrent('a code', () => {
  it('is exchanged by who has its verifier and the app’s key alone', async () => {
    const { app, started, visitor, page, of } = await asking()
    const answered = await visitor.submit(page, 'allow', { choice: `self/${of.org.id}` })
    const wrong: Started = { ...started, checks: { ...started.checks, pkceCodeVerifier: pkce().verifier } }
    expect(await refusalOf(exchange(app, answered.url, wrong))).toBe('invalid_grant')
    const keyless = { ...app, configuration: await discovered(app.clientId, client.None()) }
    expect(await refusalOf(exchange(keyless, answered.url, started))).toBe('invalid_client')
    const other = await connectedApp(of)
    expect(await refusalOf(exchange(other, answered.url, started))).toBe('invalid_grant')
    expect((await exchange(app, answered.url, started)).access_token).toBeTruthy()
  })

  it('that comes many times at once is used once, and nothing of it lasts', async () => {
    const { app, started, visitor, page, of } = await asking()
    const answered = await visitor.submit(page, 'allow', { choice: `self/${of.org.id}` })
    const uses = Array.from({ length: 5 }, () => exchange(app, answered.url, started))
    const given = (await Promise.allSettled(uses)).flatMap((use) => (use.status === 'fulfilled' ? use.value : []))
    expect(given.length).toBeLessThanOrEqual(1)
    for (const { refresh_token } of given) expect(await refusalOf(refresh(app, refresh_token))).toBe('invalid_grant')
  })
})

describe.concurrent('a connected app', () => {
  it('asks a person, and then acts for them as far as they allowed', async () => {
    const { account, app, tokens, of, page } = await connected()
    expect(page.text).toContain('Allow A connected app to act for you?')
    expect(page.text).toContain('<li>See who belongs to your organization</li>')
    expect(page.text).not.toContain('See contacts')
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      sub: account.id,
      client_id: app.clientId,
      aud: 'urn:svc:api',
      scope: `${audienceScope} members:read`,
    })
    const me = await call('GET', '/v1/me', { token: tokens.access_token })
    expect([me.status, me.body.principalType]).toEqual([200, 'delegated'])
    const members = await call('GET', `/v1/orgs/${of.org.id}/members`, { token: tokens.access_token })
    expect(members.status).toBe(200)
    expect((await refresh(app, tokens.refresh_token)).access_token).toBeTruthy()
  })

  it('shows who makes it, and how it looks', async () => {
    const of = await tenant()
    const { account } = await personOf(of, 'member')
    const logoUrl = 'https://cdn.example.com/logo.png?size=64&theme=light'
    await chooseLogo(of, of.org)
    const app = await connectedApp(of, { name: '<b>Notes & more</b>', publisher: 'Maker SAS', logoUrl })
    const page = await signIn(new Visitor(), start(app, scope).url, account.email ?? '')
    expect(page.text).toContain('Allow &lt;b&gt;Notes &amp; more&lt;/b&gt; to act for you?')
    expect(page.text).toContain('An application by Maker SAS')
    expect(page.text).toContain('You go on to app.example.com.')
    expect(page.text).toContain('asks for access to your Sealpost account.')
    expect(page.text).toMatch(/<p class="brand"><img class="logo" src="data:image\/png;base64,[\w+/=]{50,}" alt="">/)
    expect(page.text).toContain(`<span>${of.org.name}</span></p>`)
    expect(page.text).toContain('<img src="https://cdn.example.com/logo.png?size=64&amp;theme=light" alt="">')
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data: https://cdn.example.com;")
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example.com;")
  })

  it('does not ask again for what is allowed, but for more, or where it wants to', async () => {
    const { app, visitor, of } = await connected()
    const again = start(app, `openid ${audienceScope} members:read`)
    const answered = await visitor.open(again.url)
    const tokens = await exchange(app, answered.url, again)
    expect([tokens.refresh_token, decodeJwt(tokens.access_token).scope]).toEqual([
      undefined,
      `${audienceScope} members:read`,
    ])
    const more = await visitor.open(start(app, `${scope} contacts:read`).url)
    expect(more.text).toContain('to act for you?')
    const anew = await visitor.open(start(app, scope, { prompt: 'consent' }).url)
    expect(anew.text).toContain('to act for you?')
    expect((await visitor.submit(anew, 'allow', { choice: `self/${of.org.id}` })).url.searchParams.has('code')).toBe(
      true,
    )
    const silent = await visitor.open(start(app, `${scope} contacts:read`, { prompt: 'none' }).url)
    expect(errorIn(silent)).toMatchObject({ error: 'consent_required' })
  })

  it('is told when the person does not allow it', async () => {
    const { visitor, page, started, app, of, account } = await asking()
    const answered = await visitor.submit(page, 'cancel')
    expect(errorIn(answered)).toMatchObject({ error: 'access_denied', state: started.checks.expectedState })
    expect(await consentsOf(app, of, account.id)).toEqual({
      ceiling: null,
      own: null,
      forAll: null,
      administration: null,
    })
  })

  it('acts for all members where an administrator allows that, who are not asked any more', async () => {
    const { of, app, account } = await connected('organization')
    expect(await consentsOf(app, of, account.id)).toMatchObject({ own: null, forAll: { status: 'active' } })
    const { account: colleague } = await personOf(of, 'viewer')
    const started = start(app, scope)
    const answered = await signIn(new Visitor(), started.url, colleague.email ?? '')
    expect((await exchange(app, answered.url, started)).claims()?.sub).toBe(colleague.id)
  })

  it('acts for all members only where the administrator has just signed in', async () => {
    const { visitor, page, of, app, account } = await asking()
    await makeSignInOld(visitor)
    const asked = await visitor.submit(page, 'allow', { choice: `organization/${of.org.id}` })
    expect([asked.url.searchParams.has('code'), asked.text]).toEqual([false, expect.stringContaining('name="email"')])
    expect(await consentsOf(app, of, account.id)).toMatchObject({ own: null, forAll: null })
  })

  it('asks who may by a role of the organization’s own as it asks administrators', async () => {
    const of = await tenant()
    const person = await personAt(of, of.org, 'viewer')
    const limited = await personAt(of, of.org, 'viewer')
    const role = await roleOf(of, ['integrations.manage', 'members.read', 'contacts.read', 'signature.read'])
    expect((await patchMembership(of, person.membershipId, { role: role.id })).status).toBe(200)
    const page = await signIn(new Visitor(), start(await connectedApp(of), scope).url, person.email)
    expect(page.text).toContain('All members of Test organization')
    // Nobody consents for all to what they may not do themselves.
    const { id: nothingElse } = await roleOf(of, ['integrations.manage'])
    expect((await patchMembership(of, limited.membershipId, { role: nothingElse })).status).toBe(200)
    const other = await signIn(new Visitor(), start(await connectedApp(of), scope).url, limited.email)
    expect(other.text).not.toContain('All members of')
  })

  it('lets nobody but an administrator allow it for all', async () => {
    const { visitor, page, of, app, account } = await asking('manager')
    expect(page.text).not.toContain('All members')
    const forged = await visitor.submit(page, 'allow', { choice: `organization/${of.org.id}` })
    expect(forged.status).toBe(422)
    expect(await consentsOf(app, of, account.id)).toMatchObject({ own: null, forAll: null })
  })

  it('waits for an administrator where the organization has not approved it', async () => {
    const { visitor, page, of, app, account, started } = await asking('member')
    const waiting = await visitor.submit(page, 'allow', { choice: `self/${of.org.id}` })
    expect([waiting.status, waiting.text]).toEqual([
      200,
      expect.stringContaining('An administrator must approve first'),
    ])
    expect(waiting.text).not.toContain('meanwhile')
    expect(await consentsOf(app, of, account.id)).toMatchObject({ own: { status: 'pending' } })
    const back = await visitor.submit(waiting, 'wait')
    expect(errorIn(back)).toMatchObject({ error: 'access_denied', state: started.checks.expectedState })
    await makeGrant(table(), of.org, app.clientId)
    const later = await visitor.open(start(app, scope).url)
    const allowed = await visitor.submit(later, 'allow', { choice: `self/${of.org.id}` })
    expect(allowed.url.searchParams.has('code')).toBe(true)
  })

  it('waits for one too when it asks only who the person is, and again once that was revoked', async () => {
    const { visitor, of, app, account, token } = await asking('member')
    const admin = await personOf(of, 'admin')
    const decide = async (what: 'approve' | 'revoke') => {
      const { own } = await consentsOf(app, of, account.id)
      demand(await call('POST', `/v1/orgs/${of.org.id}/grants/${own?.id}/${what}`, { token: admin.token }), 200)
    }
    const isWaiting = async () => {
      const page = await visitor.open(start(app, `openid ${audienceScope}`).url)
      const { text } = await visitor.submit(page, 'allow', { choice: `self/${of.org.id}` })
      return text.includes('An administrator must approve first')
    }
    expect(await isWaiting()).toBe(true)
    await decide('approve')
    const allowed = await visitor.open(start(app, `openid ${audienceScope}`).url)
    expect(allowed.url.searchParams.has('code')).toBe(true)
    // Whoever takes an approved consent back is not revoked by anybody: a consent for all lets them in again.
    await makeConsent(table(), of.org, app.clientId, { userId: null, scopes: ['members:read'] })
    const { own } = await consentsOf(app, of, account.id)
    demand(await call('DELETE', `/v1/me/grants/${own?.id}`, { token }), 204)
    expect(await isWaiting()).toBe(false)
    await decide('revoke')
    expect(await isWaiting()).toBe(true)
    // Nor does it help that the application is installed: the administrator decided about this person.
    await makeGrant(table(), of.org, app.clientId)
    expect(await isWaiting()).toBe(true)
    expect(await consentsOf(app, of, account.id)).toMatchObject({ own: { status: 'pending' } })
  })

  it('goes on as it could while an administrator has to approve what it asks for besides', async () => {
    const { visitor, page, of, app, account, started } = await asking('member')
    await makeConsent(table(), of.org, app.clientId, { userId: account.id, scopes: ['members:read'] })
    const answered = await visitor.submit(page, 'allow', { choice: `self/${of.org.id}` })
    const tokens = await exchange(app, answered.url, started)
    const more = await visitor.open(start(app, `${scope} contacts:read`).url)
    const waiting = await visitor.submit(more, 'allow', { choice: `self/${of.org.id}` })
    expect(waiting.text).toContain('An administrator of Test organization must approve it before A connected app gets')
    expect(waiting.text).toContain('What A connected app was allowed to do before goes on working meanwhile.')
    expect(await consentsOf(app, of, account.id)).toMatchObject({
      own: { status: 'active', delegatedScopes: ['members:read'], requestedScopes: ['contacts:read'] },
    })
    const refreshed = await refresh(app, tokens.refresh_token)
    expect([await statusAtMe(tokens), await statusAtMe(refreshed)]).toEqual([200, 200])
    expect((await visitor.open(start(app, scope).url)).url.searchParams.has('code')).toBe(true)
    expect(errorIn(await visitor.submit(waiting, 'wait')).error).toBe('access_denied')
  })

  it('asks about the organization that it names, and no other', async () => {
    const { of, visitor, app, account } = await connected()
    const other = await makeOrganization(table(), {
      providerId: of.org.providerId,
      name: 'Second one',
      livemode: false,
    })
    await makeMembership(table(), account, other, 'admin')
    const both = await visitor.open(start(app, scope, { prompt: 'consent' }).url)
    for (const name of ['Test organization', 'Second one']) expect(both.text).toContain(`Me, in ${name}`)
    expect((await visitor.submit(both, 'allow')).text).toContain('Choose who the application may act for.')
    const one = await visitor.open(start(app, scope, { org_id: other.id }).url)
    expect(one.text).toContain('Me, in Second one')
    expect(one.text).not.toContain('Test organization')
    expect(
      (await visitor.open(start(app, scope, { org_id: of.org.id.toUpperCase() }).url)).url.searchParams.has('code'),
    ).toBe(true)
    const foreign = await visitor.open(start(app, scope, { org_id: systemIds() }).url)
    expect(foreign.text).toContain('There is nothing to allow')
    expect(errorIn(await visitor.submit(foreign, 'cancel')).error).toBe('access_denied')
  })

  it('asks about a test organization, of which its person is a member through the live one, until it is closed', async () => {
    const { live, test } = await liveWithTestMode()
    const app = await connectedApp(test)
    const started = start(app, scope, { org_id: test.org.id })
    const visitor = new Visitor()
    const page = await signIn(visitor, started.url, live.owner.account.email ?? '')
    expect(page.text).toContain(test.org.name)
    const answered = await visitor.submit(page, 'allow', { choice: `self/${test.org.id}` })
    const tokens = await exchange(app, answered.url, started)
    expect(await statusAtMe(await refresh(app, tokens.refresh_token))).toBe(200)
    demand(await disableTestMode(live), 204)
    const closed = await visitor.open(start(app, scope, { org_id: test.org.id, prompt: 'consent' }).url)
    expect(closed.text).not.toContain(test.org.name)
  })

  it('has nothing to ask of a person without an organization', async () => {
    const of = await tenant()
    const email = `${systemIds()}@example.com`
    await makePerson(table(), { providerId: of.org.providerId, email, firstName: 'Noah', lastName: 'Nowhere' })
    const page = await signIn(new Visitor(), start(await connectedApp(of), scope).url, email)
    expect(page.text).toContain(`The account ${email} is not a member of this organization.`)
  })

  it('lets somebody else sign in, who is asked then', async () => {
    const { of, visitor, page } = await asking()
    const { account: other } = await personOf(of, 'admin')
    const [, href = ''] = /<a href="([^"]+)">Sign in with another account/.exec(page.text) ?? []
    const asked = await signIn(visitor, href.replaceAll('&amp;', '&'), other.email ?? '')
    expect(asked.text).toContain(`You are signed in as ${other.email}.`)
  })

  it('gets no more tokens once the consent was taken back', async () => {
    const { app, tokens, token, of, visitor } = await connected()
    const second = start(app, scope)
    const answered = await visitor.open(second.url)
    const { results } = (await call('GET', '/v1/me/grants', { token })).body
    expect((await call('DELETE', `/v1/me/grants/${results[0].id}`, { token })).status).toBeLessThan(300)
    expect(await refusalOf(exchange(app, answered.url, second))).toBe('invalid_grant')
    expect(await refusalOf(refresh(app, tokens.refresh_token))).toBe('invalid_grant')
    const asked = await visitor.open(start(app, scope).url)
    expect(asked.text).toContain(`Me, in ${of.org.name}`)
  })

  it('keeps its tokens when the person signs out, who still sees that sign-in', async () => {
    const { app, tokens, token, visitor } = await connected()
    await signOut(visitor)
    expect((await refresh(app, tokens.refresh_token)).access_token).toBeTruthy()
    const { results } = (await call('GET', '/v1/me/sessions', { token })).body
    expect(results).toMatchObject([{ clientIds: [app.clientId], isCurrent: false }])
  })

  it('gets no more tokens once the person has left the organization', async () => {
    const { app, tokens, of, account } = await connected()
    const owner = await personOf(of, 'owner')
    const { results } = (await call('GET', `/v1/orgs/${of.org.id}/members`, { token: owner.token })).body
    const member = results.find(({ user }: { user: { id: string } }) => user.id === account.id)
    expect((await removeMembership(owner, member.id)).status).toBe(204)
    expect(await refusalOf(refresh(app, tokens.refresh_token))).toBe('invalid_grant')
  })

  it('that is revoked is nobody any more', async () => {
    const of = await tenant()
    const app = await connectedApp(of, { revokedAt: '2026-01-01T00:00:00.000Z' })
    expect((await new Visitor().open(start(app, scope).url)).status).toBe(400)
    await makeConsent(table(), of.org, app.clientId, { userId: null, scopes: ['members:read'] })
    expect(await refusalOf(client.clientCredentialsGrant(app.configuration))).toBe('invalid_client')
  })

  it('may send people to a shorter link, which asks for the rest', async () => {
    const of = await tenant()
    const { account } = await personOf(of, 'admin')
    const app = await connectedApp(of)
    const { url, checks } = start(app, 'members:read')
    const link = new URL(`${cloud().authUrl}/oauth/consent`)
    for (const name of ['client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method'])
      link.searchParams.set(name, url.searchParams.get(name) ?? '')
    const visitor = new Visitor()
    const page = await signIn(visitor, link, account.email ?? '')
    const answered = await visitor.submit(page, 'allow', { choice: `self/${of.org.id}` })
    const tokens = await exchange(app, answered.url, { url: link, checks: { ...checks, idTokenExpected: true } })
    expect(tokens.refresh_token).toBeTruthy()
    expect(decodeJwt(tokens.access_token).scope).toBe(`members:read ${audienceScope}`)
  })
})
