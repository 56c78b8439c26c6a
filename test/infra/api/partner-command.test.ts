import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGrant } from '../../../infra/local/application-grants.ts'
import { makeProvider } from '../../../infra/local/tenant.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { askForToken } from '../../support/api-keys.ts'
import { consent, consentBody, grantsPath } from '../../support/applications.ts'
import { askWithAssertion } from '../../support/assertion.ts'
import { type Answer, call } from '../../support/client.ts'
import { asOptions, type CommandOutcome, command, commandInto, onTestCloud } from '../../support/commands.ts'
import { expectRefused } from '../../support/refused.ts'
import { personOf, table, tenant, tokenFor } from '../../support/tenant.ts'

type Given = Parameters<typeof asOptions>[0]

/** A provider of the tests' own, whose applications are those that they register. */
const provider = `tests-${crypto.randomUUID().slice(0, 8)}`
let providerId: string
let folder: string
beforeAll(async () => {
  providerId = await makeProvider(table(), systemIds(), provider)
  folder = await mkdtemp(join(tmpdir(), 'partner-'))
})
afterAll(() => rm(folder, { recursive: true }))

const partner = (...args: readonly string[]) => command('partner', [...args, onTestCloud()])

function register(given: Given): Promise<CommandOutcome> {
  return partner('register', ...asOptions({ provider, name: 'Example', ...given }))
}

/** A registered application, with its credentials. */
async function registered(given: Given = {}) {
  const { code, told, stderr } = await register(given)
  expect([code, stderr]).toEqual([0, expect.any(String)])
  return { ...told, clientId: told.id }
}

async function keyPair() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const privateJwk = await exportJWK(privateKey)
  const jwks = join(folder, `${crypto.randomUUID()}.json`)
  await writeFile(jwks, JSON.stringify({ keys: [await exportJWK(publicKey)] }))
  return { privateJwk, jwks }
}

const actions = ({ history }: { history: { action: string }[] }) => history.map(({ action }) => action)

/** Each command is a process of its own, on a machine that may be busy. */
describe.concurrent('a partner application', () => {
  it.skipIf(!existsSync('/dev/full'))('is named with the next step when its secret cannot be written', async () => {
    const { id } = await registered({ scopes: 'events:read' })
    const lost = await commandInto('/dev/full', 'partner', ['rotate-secret', id, onTestCloud()])
    expect(lost.code).toBe(1)
    expect(lost.stderr).toContain(`Make another one: npm run partner -- rotate-secret ${id}`)
    const name = crypto.randomUUID()
    const args = ['register', ...asOptions({ provider, name }), onTestCloud()]
    const made = await commandInto('/dev/full', 'partner', args)
    const { told: applications } = await partner('list', '--provider', provider)
    const found = applications.find((each: { name: string }) => each.name === name)
    expect([made.code, made.stderr]).toEqual([1, expect.stringContaining(`rotate-secret ${found.id}`)])
    const hook = ['webhook', 'add', ...asOptions({ application: id, url: 'http://localhost:8088/', events: '*' })]
    const added = await commandInto('/dev/full', 'partner', [...hook, onTestCloud()])
    const { told: webhooks } = await partner('webhook', 'list', '--application', id)
    const next = `webhook rotate ${webhooks[0].id} --application ${id}`
    expect([added.code, added.stderr]).toEqual([1, expect.stringContaining(next)])
  })

  it('is registered, and gets tokens by its secret, which is shown this once', async () => {
    const given = { publisher: 'Example & Sons', 'logo-url': 'https://example.com/logo.png' }
    const { clientSecret, clientId, ...shown } = await registered({ ...given, scopes: 'orgs:read,members:write' })
    expect(clientSecret).toMatch(/^ps_[A-Za-z0-9_-]{43}$/)
    expect(shown).toMatchObject({
      id: clientId,
      name: 'Example',
      publisher: 'Example & Sons',
      logoUrl: 'https://example.com/logo.png',
      providerId,
      status: 'active',
      scopes: ['orgs:read', 'members:write'],
      redirectUris: [],
      authentication: 'client_secret',
      requestsPerMinute: 600,
      requestCount: 0,
      revokedAt: null,
      history: [{ action: 'registered' }],
    })
    const me = await call('GET', '/v1/me', { token: await tokenFor({ clientId, clientSecret }) })
    expect(me.body).toMatchObject({ principalType: 'partner', user: { id: clientId, firstName: 'Example' } })
    const { told } = await partner('show', clientId)
    expect(JSON.stringify(told)).not.toContain(clientSecret)
    expect(told).toMatchObject({ ...shown, requestCount: 1, lastUsedAt: expect.any(String) })
  })

  it('proves itself by its keys where it gave some, and has no secret', async () => {
    const [first, second] = await Promise.all([keyPair(), keyPair()])
    const { clientId, ...shown } = await registered({ jwks: first?.jwks })
    expect(shown).toMatchObject({ authentication: 'private_key_jwt' })
    expect(shown).not.toHaveProperty('clientSecret')
    const statusWith = async (privateJwk: object = {}) =>
      (await (await askWithAssertion({ clientId, privateJwk }))()).status
    expect([await statusWith(first?.privateJwk), await statusWith(second?.privateJwk)]).toEqual([200, 401])
    const rotated = await partner('rotate-secret', clientId)
    expect([rotated.code, rotated.stderr]).toEqual([1, expect.stringContaining('change --jwks FILE')])
    await partner('change', clientId, '--jwks', second?.jwks ?? '')
    expect([await statusWith(first?.privateJwk), await statusWith(second?.privateJwk)]).toEqual([401, 200])
  })

  it('has only its keys once it has some, and its secret ends', async () => {
    const { jwks } = await keyPair()
    const credentials = await registered()
    await partner('change', credentials.clientId, '--jwks', jwks)
    expect((await askForToken(credentials)).status).toBe(401)
  })

  it('gets another secret, and the one so far goes on for as long as asked for', async () => {
    const first = await registered()
    const overlapping = await partner('rotate-secret', first.clientId, '--overlap-hours', '24')
    const second = { ...first, clientSecret: overlapping.told.clientSecret }
    expect(overlapping.told.previousSecretExpiresAt).toMatch(/^\d{4}-/)
    const both = await Promise.all([askForToken(first), askForToken(second)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const tooEarly = await partner('rotate-secret', first.clientId)
    expect([tooEarly.code, tooEarly.stderr]).toEqual([1, expect.stringContaining('rotate-secret --force')])
    expect((await askForToken(first)).status).toBe(200)
    const { told } = await partner('rotate-secret', first.clientId, '--force')
    expect([told.previousSecretExpiresAt, actions(told)]).toEqual([
      null,
      ['registered', 'secret_rotated', 'secret_rotated'],
    ])
    const third = { ...first, clientSecret: told.clientSecret }
    const all = await Promise.all([askForToken(first), askForToken(second), askForToken(third)])
    expect(all.map(({ status }) => status)).toEqual([401, 401, 200])
  })

  it('may do less from the next request on', async () => {
    const of = await tenant()
    const credentials = await registered({ scopes: 'members:read,nodes:read' })
    await makeGrant(table(), of.org, credentials.clientId, { scopes: ['members:read', 'nodes:read'] })
    const { token } = await askForToken(credentials, 'members:read nodes:read')
    const list = (what: string): Promise<Answer> => call('GET', `/v1/orgs/${of.org.id}/${what}`, { token })
    expect((await list('members')).status).toBe(200)
    const { told } = await partner(
      'change',
      credentials.clientId,
      '--scopes',
      'nodes:read',
      '--requests-per-minute',
      '7',
    )
    expect(told.history.at(-1).changes).toEqual([
      { field: 'scopes', from: ['members:read', 'nodes:read'], to: ['nodes:read'] },
      { field: 'requestsPerMinute', from: 600, to: 7 },
    ])
    expectRefused(await list('members'), 'insufficient_scope')
    const allowed = await list('nodes')
    expect([allowed.status, allowed.headers.get('ratelimit-limit')]).toEqual([200, '7'])
  })

  it('is refused from the next request on once it is revoked, and its grants stay as history', async () => {
    const of = await tenant()
    const credentials = await registered({ scopes: 'nodes:read' })
    await makeGrant(table(), of.org, credentials.clientId, { scopes: ['nodes:read'] })
    const token = await tokenFor(credentials)
    expect((await call('GET', '/v1/me', { token })).status).toBe(200)
    const { told } = await partner('revoke', credentials.clientId)
    expect(told).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) })
    expectRefused(await call('GET', '/v1/me', { token }), 'partner_app_revoked')
    expect((await askForToken(credentials)).status).toBe(401)
    const admin = await personOf(of, 'admin')
    const { body } = await call('GET', grantsPath(of), { token: admin.token })
    expect(body.results).toMatchObject([{ application: { id: credentials.clientId }, status: 'active' }])
    const again = await partner('revoke', credentials.clientId)
    expect([again.code, again.told]).toEqual([0, expect.objectContaining({ revokedAt: told.revokedAt })])
    for (const verb of [['rotate-secret'], ['change', '--name', 'Other']] as const) {
      const [name, ...more] = verb
      const refused = await partner(name, credentials.clientId, ...more)
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('was revoked for good at')])
    }
  })

  it('sends people back to the addresses that it has now', async () => {
    const of = await tenant()
    const person = await personOf(of, 'admin')
    const uris = ['https://app.example.com/back', 'http://localhost:8080/back']
    const { clientId } = await registered({ 'redirect-uri': uris })
    const ask = (redirectUri: string) => consent(person.token, { ...consentBody(of, clientId), redirectUri })
    expect((await ask(uris[1] ?? '')).status).toBe(201)
    const { told } = await partner('change', clientId, '--redirect-uri', 'https://app.example.com/new')
    expect(told.redirectUris).toEqual(['https://app.example.com/new'])
    expectRefused(await ask(uris[0] ?? ''), 'invalid_input')
  })

  it('has another name wherever it is named, and loses what is taken away', async () => {
    const credentials = await registered({ publisher: 'Example & Sons', scopes: 'orgs:read' })
    const taken = ['--publisher', '', '--scopes', '']
    const { told } = await partner('change', credentials.clientId, '--name', 'Renamed', ...taken)
    expect(told).toMatchObject({ name: 'Renamed', publisher: null, scopes: [] })
    const me = await call('GET', '/v1/me', { token: await tokenFor(credentials) })
    expect(me.body.user.firstName).toBe('Renamed')
    const same = await partner('change', credentials.clientId, '--name', 'Renamed')
    expect(actions(same.told)).toEqual(['registered', 'changed'])
  })

  it('is listed with the others of its provider, used or not, revoked or not', async () => {
    const own = `own-${crypto.randomUUID().slice(0, 8)}`
    await makeProvider(table(), systemIds(), own)
    const used = await registered({ provider: own, name: 'Used' })
    await call('GET', '/v1/me', { token: await tokenFor(used) })
    const revoked = await registered({ provider: own, name: 'Revoked' })
    await partner('revoke', revoked.clientId)
    const { told } = await partner('list', '--provider', own)
    expect(told).toMatchObject([
      { id: used.clientId, name: 'Used', status: 'active', lastUsedAt: expect.any(String) },
      { id: revoked.clientId, name: 'Revoked', status: 'revoked', lastUsedAt: null },
    ])
  })

  it('changes by two commands at the same moment, neither of which is lost', async () => {
    const { clientId } = await registered()
    await Promise.all([
      partner('change', clientId, '--scopes', 'orgs:read'),
      partner('change', clientId, '--name', 'Two'),
    ])
    const { told } = await partner('show', clientId)
    expect(told).toMatchObject({ name: 'Two', scopes: ['orgs:read'] })
    expect(actions(told)).toEqual(['registered', 'changed', 'changed'])
  })
})

describe.concurrent('what the command refuses', () => {
  it.for([
    ['an unknown application', ['show', crypto.randomUUID()], 1, 'No application has the id'],
    ['an API key', ['revoke', 'KEY'], 1, 'No application has the id'],
    ['a provider that is not there', ['list', '--provider', 'nobody'], 1, 'no provider with the slug nobody'],
    ['no provider where there are several', ['list'], 1, 'Choose one with --provider SLUG'],
    ['a verb that is none', ['delete', 'x'], 2, 'delete is not a command. Commands: register, list,'],
    ['no id', ['show'], 2, 'Give the id of exactly one application.'],
    ['nothing to change', ['change', 'x'], 2, 'Give at least one option to change.'],
    [
      'an unknown scope',
      ['register', '--name', 'X', '--scopes', 'orgs:read,all'],
      2,
      '--scopes: Known scopes: orgs:read',
    ],
    [
      'an address on another machine',
      ['register', '--name', 'X', '--redirect-uri', 'http://x.com'],
      2,
      '--redirect-uri:',
    ],
    [
      'a rate of nothing',
      ['register', '--name', 'X', '--requests-per-minute', '0'],
      2,
      '--requests-per-minute: Give at',
    ],
    ['an overlap of months', ['rotate-secret', 'x', '--overlap-hours', '900'], 2, '--overlap-hours: Give at most 168.'],
    ['an option of another verb', ['revoke', 'x', '--name', 'X'], 2, "'--name'"],
  ] as const)('%s', async ([, args, code, told]) => {
    const { key } = args.some((argument) => argument === 'KEY') ? await tenant() : { key: { clientId: '' } }
    const outcome = await partner(...args.map((argument) => argument.replace('KEY', key.clientId)))
    expect([outcome.code, outcome.told, outcome.stderr]).toEqual([code, '', expect.stringContaining(told)])
  })
})
