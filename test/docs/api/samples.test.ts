import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertionSamples } from '../../../functions/docs/guides/connected-application.ts'
import { firstRequestSamples } from '../../../functions/docs/guides/first-request-samples.ts'
import type { Place } from '../../../functions/docs/guides/guide.ts'
import { makePartner } from '../../../infra/local/tenant.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { proofKey, redirectUri } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { isProgram } from '../../support/programs.ts'
import { expectRefused } from '../../support/refused.ts'
import { personOf, table, tenant } from '../../support/tenant.ts'
import { signIn, Visitor } from '../../support/visitor.ts'

const contract = new URL('../../../infra/local/demo/contract.pdf', import.meta.url)

let folder: string
let place: Place
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'))
  await copyFile(contract, join(folder, 'contract.pdf'))
  const { body } = await call('GET', '/openapi.json')
  const { clientCredentials, authorizationCode } = body.components.securitySchemes.oauth2.flows
  const { tokenUrl, scopes } = clientCredentials
  const consentUrl = authorizationCode['x-consent-url']
  place = { baseUrl: body.servers[0].url, tokenUrl, scope: Object.keys(scopes)[0] ?? '', consentUrl }
})
afterAll(async () => await rm(folder, { recursive: true }))

/** How each sample is run, from the folder of its file. Those whose program is not installed are left out. */
const ways: [language: string, program: string, file: string, command: string][] = [
  ['curl', 'curl', 'first.sh', 'sh first.sh'],
  ['Node', 'node', 'first.mjs', 'node first.mjs'],
  ['Python', 'python3', 'first.py', 'python3 first.py'],
  ['PHP', 'php', 'first.php', 'php first.php'],
  ['Java', 'javac', 'FirstRequest.java', 'java FirstRequest.java'],
  ['C#', 'mcs', 'First.cs', 'mcs -langversion:latest -r:System.Net.Http.dll First.cs && mono First.exe'],
]
const modules: Record<string, string> = {
  Python: "python3 -c 'import requests'",
  PHP: 'php -r \'exit(extension_loaded("curl") ? 0 : 1);\'',
}

test.concurrent.each(ways)(
  'the first request in %s creates what its guide says',
  async (language, program, file, command) => {
    const run = async (shell: string, env: Record<string, string> = {}) =>
      await promisify(execFile)('sh', ['-c', shell], { cwd: folder, env: { ...process.env, ...env } })
    if (!isProgram(program)) return
    const isReady = await run(modules[language] ?? 'true').then(
      () => true,
      () => false,
    )
    if (!isReady) return
    const of = await tenant()
    const sample = firstRequestSamples(place).find(({ title }) => title.startsWith(language))
    await writeFile(join(folder, file), sample?.code ?? '')
    const { clientId, clientSecret } = of.key
    const { stdout } = await run(command, { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, ENTITY_ID: of.entity.id })
    const { body } = await call('GET', '/v1/signature-requests', { token: of.token })
    expect(body.results).toMatchObject([{ title: 'Lease agreement', status: 'pending_signature' }])
    expect(stdout).toContain(body.results[0].id)
  },
)

test('the sample of a connected application exchanges the code of the consent page, and refreshes its token', async () => {
  // Given an application with a key of its own, and a person who agrees on the page that the documentation names
  const of = await tenant()
  const person = await personOf(of, 'admin')
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] }
  const { providerId } = of.org
  const client = { jwks, redirectUris: [redirectUri] }
  const { clientId } = await makePartner(table(), { providerId, name: 'A sample', scopes: [], client })
  const { codeVerifier, codeChallenge } = proofKey()
  const link = new URL(place.consentUrl ?? '')
  link.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'profile:read signature:read',
    state: 'a state',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }).toString()
  const visitor = new Visitor()
  const page = await signIn(visitor, link, person.account.email ?? '')
  const { url } = await visitor.submit(page, 'allow', { choice: `self/${of.org.id}` })
  expect(url.searchParams.get('state')).toBe('a state')
  const code = url.searchParams.get('code') ?? ''
  // When that code goes where other codes go, it is not used up, and the answer says where it belongs
  const machine = await tokenAbout(clientId)
  const json = { code, redirectUri, codeVerifier }
  const refused = await call('POST', '/v1/oauth/grants/exchange', { token: machine, json })
  expectRefused(refused, 'invalid_grant')
  expect(refused.body.error.message).toContain('exchange a code of the consent page at the token endpoint')
  // Then the sample exchanges it
  const env = {
    CLIENT_ID: clientId,
    PRIVATE_JWK: JSON.stringify(privateKey.export({ format: 'jwk' })),
    REDIRECT_URI: redirectUri,
    CODE: code,
    CODE_VERIFIER: codeVerifier,
  }
  await writeFile(join(folder, 'connect.mjs'), assertionSamples(place)[0]?.code ?? '')
  const options = { cwd: folder, env: { ...process.env, ...env } }
  const { stdout } = await promisify(execFile)('node', ['connect.mjs'], options)
  const me = await call('GET', '/v1/me', { token: stdout.trim() })
  expect(me.body).toMatchObject({ principalType: 'delegated', user: { id: person.account.id } })
})
