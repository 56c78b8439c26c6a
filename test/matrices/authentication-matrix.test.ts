import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { functionFolders } from '../../infra/build/function-names.ts'
import { functionNameOf } from '../../infra/build/operation-groups.ts'
import { ownAudience } from '../../infra/constructs/issuer.ts'
import { makeApiKey } from '../../infra/local/tenant.ts'
import type { Client } from '../../shared/auth/client.ts'
import { isForApplications, isForPeople } from '../../shared/http/authorization/principals-of.ts'
import { errorCodesOf } from '../../shared/http/error-codes-of.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { issuedParts, tokenAbout, tokenFrom } from '../support/access-token.ts'
import { type CallOptions, call } from '../support/client.ts'
import { guardedOperations, pathOf } from '../support/operations.ts'
import { expectRefused } from '../support/refused.ts'
import { partnerOf, personOf, type Tenant, table, tenant } from '../support/tenant.ts'
import { rightFileOf } from '../support/usual-form.ts'

const longAgo = '2020-01-01T00:00:00.000Z'

/** Credentials that are refused before the operation is looked at, by the code that they meet. */
const refusedCredentials = {
  unknown_issuer: async (home) => {
    const parts = await issuedParts(home.key.clientId)
    return await tokenFrom({ ...parts, claims: { ...parts.claims, iss: 'https://issuer.example.com' } })
  },
  invalid_token: async (home) =>
    await tokenFrom({ ...(await issuedParts(home.key.clientId)), sign: () => new Uint8Array(64) }),
  unknown_client: async () => await tokenAbout(randomUUID()),
  api_key_revoked: async (home) => await tokenOfKey(home, { revokedAt: longAgo }),
  api_key_expired: async (home) => await tokenOfKey(home, { validUntil: longAgo }),
  partner_app_revoked: async (home) => await tokenAbout((await partnerOf(home, { revokedAt: longAgo })).clientId),
  rate_limited: async (home) => await tokenOfKey(home, { requestsPerMinute: 0 }),
  ip_not_allowed: async (home) => await tokenOfKey(home, { ipAllowlist: ['203.0.113.0/24', '2001:db8::/32'] }),
  no_account: async () => await tokenAbout(ownAudience.firstPartyClientId, randomUUID()),
  consent_required: async (home) => {
    const [partner, person] = await Promise.all([partnerOf(home), personOf(home, 'admin')])
    return await tokenAbout(partner.clientId, person.account.id)
  },
} as const satisfies Record<string, (home: Tenant) => Promise<string>>

type Code = keyof typeof refusedCredentials

async function tokenOfKey(home: Tenant, client: Partial<Client>): Promise<string> {
  const key = await makeApiKey(table(), { role: 'admin', node: home.org, client })
  return await tokenAbout(key.clientId)
}

const codes = Object.keys(refusedCredentials) as Code[]
const tokens = new Map<Code, string>()
/** Of an API key that may do everything. */
let machine = ''
/** Of a person who may. */
let person = ''
/** An organization that is there, which consent is asked for. */
let orgId = ''

beforeAll(async () => {
  const home = await tenant()
  machine = home.token
  orgId = home.org.id
  person = (await personOf(home, 'owner')).token
  for (const code of codes) tokens.set(code, await refusedCredentials[code](home))
})

/** Answers to a client that is known tell its rate; people of the service's own app have none. */
const toldTheirRate = codes.filter(
  (code) => !['unknown_issuer', 'invalid_token', 'unknown_client', 'no_account'].includes(code),
)

/** The codes that an operation answers. Applications that alone may call it are refused before their consent counts. */
function codesMet(operation: Operation): Code[] {
  const isKept = isForApplications(operation.access)
  return codes.filter((code) => errorCodesOf(operation).includes(code) && !(isKept && code === 'consent_required'))
}

async function expectCode(operation: Operation, code: Code): Promise<void> {
  const token = tokens.get(code) ?? ''
  const path = pathOf(operation, code === 'consent_required' ? { orgId } : {})
  const answer = await call(operation.method, path, { token, ...(await bodyFor(operation)) })
  expectRefused(answer, code)
  expect(answer.headers.has('ratelimit-limit')).toBe(toldTheirRate.includes(code))
}

const groups = Map.groupBy(guardedOperations, functionNameOf)

// All operations of a function are checked by the same code: one of them shows each refusal.
describe.each([...groups.keys()])('%s', (name) => {
  const operations = groups.get(name) ?? []
  const cases = codes.flatMap((code) => {
    const operation = operations.find((each) => codesMet(each).includes(code))
    return operation ? [{ code, operation }] : []
  })

  test.each(cases)('answers $code', async ({ code, operation }) => await expectCode(operation, code))

  test('is served by the pipeline', async () => {
    const source = await readFile(join(functionFolders[name], 'handler.ts'), 'utf8')
    expect(source).toMatch(/shared\/http\/(serve|answer-request)\.ts'/)
    expect(source).toMatch(/\bserve\(operations|await answerRequest\(/)
  })
})

describe.each(guardedOperations.map((operation, index) => ({ ...operation, operation, index })))(
  '$method $path',
  ({ operation, index }) => {
    test('without a token answers unauthenticated', async () => {
      expectRefused(await call(operation.method, pathOf(operation)), 'unauthenticated')
    })

    const met = codesMet(operation)
    test.each(met.slice(index % met.length).slice(0, 1))(
      'answers %s',
      async (code) => await expectCode(operation, code),
    )

    test.runIf(isForPeople(operation.access))('answers humans_only to a machine, and for a person', async () => {
      for (const token of [tokens.get('consent_required') ?? '', machine])
        expectRefused(await call(operation.method, pathOf(operation), { token }), 'humans_only')
    })
  },
)

describe.each(guardedOperations.filter(({ access }) => isForApplications(access)))('$method $path', (operation) => {
  test('answers partner_app_only to whoever is no application', async () => {
    for (const token of [machine, person])
      expectRefused(await call(operation.method, pathOf(operation), { token }), 'partner_app_only')
  })

  test('answers machine_credentials_required to an application in a person’s name', async () => {
    const token = tokens.get('consent_required') ?? ''
    expectRefused(await call(operation.method, pathOf(operation), { token }), 'machine_credentials_required')
  })
})

/** A body that can be parsed and a form's file are asked for before anybody's consent. */
async function bodyFor(operation: Operation): Promise<CallOptions> {
  if (operation.body?.kind === 'json') return { json: {} }
  if (operation.body?.kind !== 'form') return {}
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await rightFileOf(operation))]), 'file')
  return { body: form }
}
