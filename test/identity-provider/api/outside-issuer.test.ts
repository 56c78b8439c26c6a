import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway } from '../../../infra/local/gateway.ts'
import { type Hosting, startHosting } from '../../../infra/local/hosting.ts'
import { tableOf } from '../../../infra/local/local-table.ts'
import { synthesizedTemplate } from '../../../infra/local/synthesized-template.ts'
import {
  makeApiKey,
  makeEntity,
  makeMembership,
  makeOrganization,
  makePartner,
  makePerson,
  makeProvider,
} from '../../../infra/local/tenant.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { closeTable, type Table } from '../../../shared/store/table.ts'
import { type OutsideProvider, startOutsideProvider } from '../../support/outside-provider.ts'

/** The service behind an identity provider that is not its own: `-c issuer=… -c audience=…`. */

const audience = 'https://api.sealpost.example'
const ownApp = { clientId: 'front-end', redirectUri: 'http://127.0.0.1/callback' }
const consentUrl = 'https://app.sealpost.example/consent'

const appUri = 'https://app.example.com/callback'

let outside: OutsideProvider
let service: Hosting
let table: Table
let machine: { clientId: string; clientSecret: string }
let people: { owner: string; application: string; orgId: string }
let partner: { clientId: string; clientSecret: string }
const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-outside-'))

beforeAll(async () => {
  outside = await startOutsideProvider(audience)
  const settings = { issuer: outside.issuer, audience, firstPartyClientId: ownApp.clientId, consentUrl }
  const [template, gateway] = [await synthesizedTemplate(() => {}, settings), await openGateway(0)]
  service = await startHosting({ template, gateway, dataDirectory, speed: 1 })
  table = tableOf(service)
  const providerId = await makeProvider(table, systemIds())
  const org = await makeOrganization(table, { providerId, name: 'Elsewhere', livemode: true })
  await makeEntity(table, org)
  machine = await makeApiKey(table, { role: 'member', node: org })
  const person = { providerId, email: 'owner@example.com', firstName: 'Olga', lastName: 'Owner' }
  const owner = await makePerson(table, person)
  await makeMembership(table, owner, org, 'owner')
  const { clientId } = await makePartner(table, { providerId, name: 'An app', scopes: [] })
  const client = { redirectUris: [appUri] }
  partner = await makePartner(table, { providerId, name: 'Another app', scopes: [], client })
  people = { owner: owner.id, application: clientId, orgId: org.id }
})

afterAll(async () => {
  if (table) closeTable(table)
  await service?.close()
  await outside?.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

const plainHttp = { execute: [oidc.allowInsecureRequests] }

interface Me {
  readonly principalType: string
  readonly orgs: readonly unknown[]
  readonly user: { readonly firstName: string }
  readonly error: { readonly code: string; readonly details: { readonly authorizeUrl: string } }
}

async function me(token: string): Promise<{ status: number; body: Me }> {
  const answer = await fetch(`${service.baseUrl}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })
  return { status: answer.status, body: (await answer.json()) as Me }
}

async function post(path: string, token: string, json: object) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(json) })
  return { status: answer.status, body: (await answer.json()) as { code: string; token: unknown } }
}

/** Signs in at the outside provider, as a browser with a cookie of its own is led through it. */
async function tokenOfPerson(clientId: string, accountId: string): Promise<string> {
  outside.register({ machine, app: { clientId, redirectUri: ownApp.redirectUri } })
  outside.signInAs(accountId)
  const config = await oidc.discovery(new URL(outside.issuer), clientId, undefined, oidc.None(), plainHttp)
  const verifier = oidc.randomPKCECodeVerifier()
  const start = oidc.buildAuthorizationUrl(config, {
    redirect_uri: ownApp.redirectUri,
    scope: 'openid read:everything',
    code_challenge_method: 'S256',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  })
  const tokens = await oidc.authorizationCodeGrant(config, await ledBack(start), { pkceCodeVerifier: verifier })
  return tokens.access_token
}

async function ledBack(start: URL): Promise<URL> {
  const cookies = new Map<string, string>()
  for (let url = start, steps = 0; steps < 12; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`led nowhere: ${answer.status} ${await answer.text()}`)
    url = new URL(location, url)
    if (url.href.startsWith(ownApp.redirectUri)) return url
  }
  throw new Error('led around for ever')
}

describe('behind an outside identity provider', () => {
  test('the stack brings none along', () => {
    expect(Object.keys(service.resources)).not.toContain('TokenSigningKeyId')
    expect(service.template.resources.filter(({ type }) => type === 'AWS::ApiGateway::RestApi')).toHaveLength(1)
  })

  test('an API key gets its token there', async () => {
    outside.register({ machine, app: ownApp })
    const { clientId, clientSecret } = machine
    const config = await oidc.discovery(new URL(outside.issuer), clientId, clientSecret, undefined, plainHttp)
    const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'read:everything' })
    const { status, body } = await me(token)
    expect([status, body.principalType, body.orgs.length]).toEqual([200, 'api_key', 1])
  })

  test('people sign in there', async () => {
    const { status, body } = await me(await tokenOfPerson(ownApp.clientId, people.owner))
    expect([status, body.principalType, body.user.firstName]).toEqual([200, 'user', 'Olga'])
  })

  test('sensitive operations stay closed while its tokens do not tell when people signed in', async () => {
    const token = await tokenOfPerson(ownApp.clientId, people.owner)
    const answer = await fetch(`${service.baseUrl}/v1/orgs/${people.orgId}/api-keys`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'A key', role: 'viewer' }),
    })
    const { error } = (await answer.json()) as { error: { code: string; details: unknown } }
    expect([answer.status, error.code, error.details]).toEqual([
      ...[403, 'forbidden'],
      { reason: 'reauthentication_required' },
    ])
  })

  test('somebody without an account here answers no_account', async () => {
    const { body } = await me(await tokenOfPerson(ownApp.clientId, systemIds()))
    expect(body.error.code).toBe('no_account')
  })

  test('a client that is not registered here answers unknown_client', async () => {
    const { body } = await me(await tokenOfPerson(systemIds(), people.owner))
    expect(body.error.code).toBe('unknown_client')
  })

  test('an application needs a consent, on the page that the deployment names', async () => {
    const { body } = await me(await tokenOfPerson(people.application, people.owner))
    expect(body.error.code).toBe('consent_required')
    expect(body.error.details.authorizeUrl).toMatch(`${consentUrl}?client_id=${people.application}`)
  })

  test('the code of a consent gives a grant and no tokens, which are the provider’s to give', async () => {
    const [codeVerifier, person] = [oidc.randomPKCECodeVerifier(), await tokenOfPerson(ownApp.clientId, people.owner)]
    const consent = await post('/v1/oauth/consents', person, {
      clientId: partner.clientId,
      redirectUri: appUri,
      scope: ['signature:read'],
      orgId: people.orgId,
      codeChallenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      codeChallengeMethod: 'S256',
    })
    expect(consent.status).toBe(201)
    outside.register({ machine: partner, app: ownApp })
    const { clientId, clientSecret } = partner
    const config = await oidc.discovery(new URL(outside.issuer), clientId, clientSecret, undefined, plainHttp)
    const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'read:everything' })
    const exchange = { code: consent.body.code, redirectUri: appUri, codeVerifier }
    const { status, body } = await post('/v1/oauth/grants/exchange', token, exchange)
    expect([status, body.token]).toEqual([200, null])
    expect((await post('/v1/oauth/grants/exchange', token, exchange)).status).toBe(422)
  })

  test('a token of yet another provider answers unknown_issuer', async () => {
    const other = await startOutsideProvider('https://other.example.com')
    other.register({ machine, app: ownApp })
    const { clientId, clientSecret } = machine
    const config = await oidc.discovery(new URL(other.issuer), clientId, clientSecret, undefined, plainHttp)
    const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'read:everything' })
    expect((await me(token)).body.error.code).toBe('unknown_issuer')
    await other.close()
  })
})
