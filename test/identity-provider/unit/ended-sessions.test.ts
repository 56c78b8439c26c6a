import { createHash } from 'node:crypto'
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { errors } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveSessionsOf } from '../../../functions/identity-provider/oauth/person-sessions.ts'
import { endSession } from '../../../functions/identity-provider/oauth/session-end.ts'
import { ArtifactStore } from '../../../functions/identity-provider/provider/artifact-store.ts'
import { profiles } from '../../../shared/auth/principal.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { zeroMacKeys } from '../../support/mac-keys.ts'
import { audienceScope, gatewayEvent, startAuthService } from './auth-service.ts'

const redirectUri = 'https://app.test/callback'
let service: Awaited<ReturnType<typeof startAuthService>>

beforeAll(async () => {
  const ownApp = { clientId: 'sealpost-app', name: 'Sealpost', redirectUris: [redirectUri] }
  service = await startAuthService({ macKeys: zeroMacKeys, sendCode: async () => {}, ownApp, passkeyDomain: null })
})

afterAll(() => service.close())

const sessions = () => new ArtifactStore(service.platform, 'Session')

/** A browser in which somebody is signed in, as the store keeps it. */
async function signedIn() {
  const [id, uid, userId] = [systemIds(), systemIds(), systemIds()]
  const { client, name } = service.platform.table
  const names = { firstName: 'Jane', lastName: 'Doe', locale: 'en', avatarUrl: null, welcomeCompletedAt: null }
  const account = { id: userId, kind: 'person' as const, email: `${userId}@example.com`, providerId: systemIds() }
  const profile = { ...account, ...names, createdAt: '2026-01-01T00:00:00.000Z', version: 1 }
  await client.send(new PutCommand({ TableName: name, Item: toItem(profiles, profile) }))
  const [iat, exp] = [nowSec(), nowSec() + 3600]
  const payload = { kind: 'Session', jti: id, uid, accountId: userId, loginTs: iat, iat, exp, authorizations: {} }
  await sessions().upsert(id, payload, 3600)
  return { id, uid, userId, save: (as = id) => sessions().upsert(as, { ...payload, jti: as }, 3600) }
}

const nowSec = () => Math.floor(Date.now() / 1000)
const live = async (userId: string) => await liveSessionsOf(service.platform.table, userId, Date.now())

/** What `DELETE /v1/me/sessions/{id}` does for all sessions of a person, after it has read them. */
async function endedByPerson({ userId }: { userId: string }, meanwhile = async () => {}): Promise<void> {
  const { platform } = service
  const found = await live(userId)
  await meanwhile()
  for (const { session } of found) {
    const work = new UnitOfWork({ ...platform, author: systemAuthor('test') })
    await endSession({ table: platform.table, work }, session, Date.now())
    expect(await commit(platform.table, work)).toBe('committed')
  }
}

describe('a session that has ended', () => {
  test('is not saved again by a request that read it before, when it was signed out', async () => {
    const { id, uid, userId, save } = await signedIn()
    await save()
    expect(await live(userId)).toHaveLength(1)
    await sessions().destroy(id)
    await expect(save()).rejects.toBeInstanceOf(errors.SessionNotFound)
    expect([await sessions().find(id), await sessions().findByUid(uid), await live(userId)]).toEqual([
      undefined,
      undefined,
      [],
    ])
  })

  test('does not go on under another id', async () => {
    const { id } = await signedIn()
    await sessions().destroy(id)
    // The provider destroys the id that a session had before it saves it under the next one.
    await expect(sessions().destroy(id)).rejects.toBeInstanceOf(errors.SessionNotFound)
    await sessions().destroy('never saved')
  })

  test('is saved under no id, when its person ended it', async () => {
    const session = await signedIn()
    await endedByPerson(session)
    await expect(session.save()).rejects.toBeInstanceOf(errors.SessionNotFound)
    await expect(session.save('the next one')).rejects.toBeInstanceOf(errors.SessionNotFound)
    expect(await sessions().find('the next one')).toBeUndefined()
  })
})

test('a session whose end was not carried through leaves its browser free to sign in again', async () => {
  const { id, userId, save } = await signedIn()
  const work = new UnitOfWork({ ...service.platform, author: systemAuthor('test') })
  for (const { session } of await live(userId))
    await endSession({ table: service.platform.table, work }, session, Date.now())
  // It is listed, so that its person can end it again.
  expect(await live(userId)).toHaveLength(1)
  await expect(save()).rejects.toBeInstanceOf(errors.SessionNotFound)
  expect(await sessions().find(id)).toBeUndefined()
})

const codeChallenge = createHash('sha256').update('v'.repeat(43)).digest('base64url')

/** Asks for a code without a question, with the cookie of a session. */
async function authorize(id: string) {
  const headers = { Cookie: `_session=${id}`, Accept: 'text/html' }
  const query = {
    client_id: 'sealpost-app',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: `openid offline_access ${audienceScope}`,
    prompt: 'none',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }
  const multiValueQueryStringParameters = Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, [value]]),
  )
  const event = gatewayEvent('GET', '/oauth/v2/authorize', { headers })
  const { statusCode, multiValueHeaders = {} } = await service.handler({ ...event, multiValueQueryStringParameters })
  const [location = ''] = multiValueHeaders.location ?? []
  return { status: statusCode, location: String(location), cookies: multiValueHeaders['set-cookie'] ?? [] }
}

/** Lets something happen when a request is about to save its session. */
async function beforeSessionIsSaved<T>(happens: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const { middlewareStack } = service.platform.table.client
  let isOver = false
  middlewareStack.add(
    (next) => async (given) => {
      if (!isOver && JSON.stringify(Object(given.input).TransactItems ?? []).includes('"model":"Session"')) {
        isOver = true
        await happens()
      }
      return await next(given)
    },
    { step: 'initialize', name: 'meanwhile' },
  )
  try {
    return await work()
  } finally {
    middlewareStack.remove('meanwhile')
    expect(isOver).toBe(true)
  }
}

/** The codes and grants of the provider that are stored for a person. */
async function codesAndGrants(): Promise<number> {
  const { client, name } = service.platform.table
  const { Items = [] } = await client.send(new ScanCommand({ TableName: name, ConsistentRead: true }))
  return Items.filter(({ PK }) => /^OIDC#(AuthorizationCode|Grant)#/.test(String(PK))).length
}

describe('a request for a code', () => {
  test('notes what it gives for the person', async () => {
    const { id, userId } = await signedIn()
    const { location } = await authorize(id)
    expect(new URL(location).searchParams.get('code')).toBeTruthy()
    expect(await live(userId)).toMatchObject([{ tokens: [{ clientId: 'sealpost-app' }] }])
  })

  test('gives one that ends with the sign-in, also where this was read before', async () => {
    const session = await signedIn()
    const before = await codesAndGrants()
    await endedByPerson(session, async () => expect((await authorize(session.id)).location).toContain('code='))
    // The code itself is left, and gives nothing.
    expect((await codesAndGrants()) - before).toBe(1)
    expect(await live(session.userId)).toEqual([])
  })

  test.each([
    ['signs out', ({ id }: { id: string }) => sessions().destroy(id)],
    ['ends the sign-in', endedByPerson],
  ])('gives none, where the person %s meanwhile', async (_, end) => {
    const session = await signedIn()
    const before = await codesAndGrants()
    const { location, cookies } = await beforeSessionIsSaved(
      () => end(session),
      () => authorize(session.id),
    )
    expect(location).not.toContain('code=')
    expect(cookies.join()).not.toContain(session.id)
    expect(await codesAndGrants()).toBe(before)
    expect((await live(session.userId)).flatMap(({ tokens }) => tokens)).toEqual([])
    const { location: later } = await authorize(session.id)
    expect(later).not.toContain('code=')
  })
})
