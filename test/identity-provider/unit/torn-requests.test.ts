import { createHash, randomInt } from 'node:crypto'
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { artifactKey, keyOfSha256 } from '../../../functions/identity-provider/oauth/artifact.ts'
import { profiles } from '../../../shared/auth/principal.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { accountEmails } from '../../../shared/store/accounts.ts'
import { type Collection, toItem } from '../../../shared/store/collection.ts'
import { zeroMacKeys } from '../../support/mac-keys.ts'
import { audienceScope, gatewayEvent, issuer, jsonOf, post, startAuthService, tokenPath } from './auth-service.ts'

const redirectUri = 'https://app.test/callback'
/** Every code is the same here: what is torn is told apart by what is stored. */
const mailedCode = '00000000'

let service: Awaited<ReturnType<typeof startAuthService>>
let sent = 0

beforeAll(async () => {
  const ownApp = { clientId: 'sealpost-app', name: 'Sealpost', redirectUris: [redirectUri] }
  const sendCode = async () => void sent++
  service = await startAuthService({ macKeys: zeroMacKeys, sendCode, ownApp, passkeyDomain: null })
})

afterAll(() => service.close())

async function store<T>(collection: Collection<T>, record: T): Promise<void> {
  const { client, name } = service.platform.table
  await client.send(new PutCommand({ TableName: name, Item: toItem(collection, record) }))
}

async function newPerson(): Promise<string> {
  const [userId, address] = [systemIds(), `${systemIds()}@example.com`]
  const names = { firstName: 'Jane', lastName: 'Doe', locale: 'en' }
  await store(accountEmails, { email: address, userId, kind: 'person', ...names })
  const blank = { avatarUrl: null, welcomeCompletedAt: null, createdAt: '2026-01-01T00:00:00.000Z', version: 1 }
  await store(profiles, { id: userId, kind: 'person', email: address, providerId: systemIds(), ...names, ...blank })
  return address
}

/** What somebody's browser holds: its cookies, whatever their paths. */
class Browser {
  readonly #cookies = new Map<string, string>()
  /** Everybody has a network of their own. */
  readonly #address = `198.51.${randomInt(256)}.${randomInt(256)}`

  async open(address: string) {
    const url = new URL(address)
    const event = gatewayEvent('GET', url.pathname.replace('/auth', ''))
    return await this.#send({ ...event, multiValueQueryStringParameters: queryOf(url) })
  }

  async submit(address: string, fields: Record<string, string>) {
    return await this.#send(post(new URL(address).pathname.replace('/auth', ''), fields))
  }

  async #send(event: APIGatewayProxyEvent) {
    const Cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const multiValueHeaders = { ...event.multiValueHeaders, Cookie: [Cookie], Accept: ['text/html'] }
    const identity = { ...event.requestContext.identity, sourceIp: this.#address }
    const requestContext = { ...event.requestContext, identity }
    const answer = await service.handler({ ...event, multiValueHeaders, requestContext })
    for (const header of answer.multiValueHeaders?.['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(header)) ?? []
      if (value !== '') this.#cookies.set(name, value)
    }
    const [location = ''] = answer.multiValueHeaders?.location ?? []
    return { status: answer.statusCode, location: String(location), text: String(answer.body) }
  }
}

const queryOf = ({ searchParams }: URL) =>
  Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]))

const verifier = 'v'.repeat(43)

function authorizeUrl(): string {
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = new URLSearchParams({
    client_id: 'sealpost-app',
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge,
    code_challenge_method: 'S256',
    scope: `openid offline_access ${audienceScope}`,
  })
  return `${issuer}/oauth/v2/authorize?${query}`
}

/** Somebody who has asked for a code and holds it. */
async function atTheCode() {
  const browser = new Browser()
  const { location: page } = await browser.open(authorizeUrl())
  const secretIn = (text: string) => /name="form_secret" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const form_secret = secretIn((await browser.open(page)).text)
  await browser.submit(page, { form_secret, act: 'send', email: await newPerson() })
  return { browser, page, enter: () => browser.submit(page, { form_secret, act: 'enter', code: mailedCode }) }
}

/** Somebody who has entered it, and is about to go on. */
async function atTheEnd() {
  const { browser, enter } = await atTheCode()
  const { location } = await enter()
  return { goOn: () => browser.open(location) }
}

async function withCode(): Promise<string> {
  const { location } = await (await atTheEnd()).goOn()
  return new URL(location).searchParams.get('code') ?? ''
}

async function tokens(form: Record<string, string>) {
  const answer = await service.handler(post(tokenPath, { client_id: 'sealpost-app', ...form }))
  return { status: answer.statusCode, body: jsonOf(answer) }
}

const exchanged = (code: string) =>
  tokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier })

const refreshed = (refresh_token: unknown) =>
  tokens({ grant_type: 'refresh_token', refresh_token: String(refresh_token) })

/** Artifacts of a model that can still be used: not consumed, and of a grant that stands. */
async function usable(model: string): Promise<number> {
  const { client, name } = service.platform.table
  const { Items = [] } = await client.send(new ScanCommand({ TableName: name, ConsistentRead: true }))
  const records = Items.map((item) => Object(item.record))
  const grants = records.filter((record) => record.model === 'Grant').map(keyOfSha256)
  const stands = (grantId: string) => grants.some(({ PK }) => PK === artifactKey('Grant', grantId).PK)
  return records.filter(
    (record) => record.model === model && record.consumedAtSec === undefined && stands(record.grantId),
  ).length
}

/** Lets the worker end at its Nth call of the table: before the call is made, or before its answer is heard. */
async function torn<T>(at: number, when: 'before' | 'after', work: () => Promise<T>): Promise<{ wasTorn: boolean }> {
  const { middlewareStack } = service.platform.table.client
  let calls = 0
  let wasTorn = false
  middlewareStack.add(
    (next) => async (given) => {
      if (wasTorn) throw new WorkerEnded()
      if (++calls === at) {
        wasTorn = true
        if (when === 'after') await next(given)
        throw new WorkerEnded()
      }
      return await next(given)
    },
    { step: 'initialize', name: 'torn' },
  )
  try {
    await work()
  } finally {
    middlewareStack.remove('torn')
  }
  return { wasTorn }
}

class WorkerEnded extends Error {}

/** Tears a step at each of its calls in turn, until it comes through whole. */
async function atEachCall(try_: (tear: (work: () => Promise<unknown>) => Promise<void>, at: string) => Promise<void>) {
  let steps = 0
  for (const when of ['before', 'after'] as const) {
    for (let at = 1, goesOn = true; goesOn; at++) {
      await try_(async (work) => {
        goesOn = (await torn(at, when, work)).wasTorn
      }, `${when} call ${at}`)
      if (goesOn) steps++
    }
  }
  expect(steps).toBeGreaterThan(4)
}

describe('a request that is torn at any of its calls, and comes again', () => {
  test('signs in, since the code was right', async () => {
    await atEachCall(async (tear, at) => {
      const { enter } = await atTheCode()
      await tear(enter)
      expect((await enter()).location, at).toContain('/oauth/v2/authorize/')
    })
  })

  test('leads to one code at most', async () => {
    await atEachCall(async (tear, at) => {
      const before = await usable('AuthorizationCode')
      const { goOn } = await atTheEnd()
      const answers: Awaited<ReturnType<typeof goOn>>[] = []
      const ask = async () => void answers.push(await goOn())
      await tear(ask)
      await ask()
      expect(answers.filter(({ location }) => location.includes('code=')).length, at).toBeLessThanOrEqual(1)
      expect((await usable('AuthorizationCode')) - before, at).toBeLessThanOrEqual(1)
      for (const { location, status } of answers)
        if (!location.includes('code=')) expect([400, 500], at).toContain(status)
    })
  })

  test('gives tokens for a code once, or never', async () => {
    await atEachCall(async (tear, at) => {
      const code = await withCode()
      const before = await usable('RefreshToken')
      await tear(() => exchanged(code))
      const again = await exchanged(code)
      const left = (await usable('RefreshToken')) - before
      expect([again.status, left], at).toEqual(again.status === 200 ? [200, 1] : [400, 0])
    })
  })

  test('gives tokens for a refresh token once, or never again', async () => {
    await atEachCall(async (tear, at) => {
      const first = await exchanged(await withCode())
      const before = await usable('RefreshToken')
      await tear(() => refreshed(first.body.refresh_token))
      const again = await refreshed(first.body.refresh_token)
      const left = (await usable('RefreshToken')) - before
      expect([again.status, left], at).toEqual(again.status === 200 ? [200, 0] : [400, -1])
    })
    expect(sent).toBeGreaterThan(0)
  })
})
