import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { errors } from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { artifactKey } from '../../../functions/identity-provider/oauth/artifact.ts'
import { ArtifactStore } from '../../../functions/identity-provider/provider/artifact-store.ts'
import { endedSession, endedSessions } from '../../../shared/auth/ended-session.ts'
import { getItem } from '../../../shared/store/table.ts'
import { startAuthService } from './auth-service.ts'

let service: Awaited<ReturnType<typeof startAuthService>>
let nowMs = Date.parse('2026-01-01T00:00:00.000Z')

beforeAll(async () => {
  service = await startAuthService()
})

afterAll(() => service.close())

const store = (model: string) => new ArtifactStore({ ...service.platform, clock: () => nowMs }, model)

test('what was stored is found until it expires, to the second, or is destroyed', async () => {
  const grants = store('Grant')
  await grants.upsert('lasting', { accountId: 'person', openid: { scope: 'a b' } }, 60)
  await grants.upsert('dropped', { accountId: 'person' }, 60)
  expect(await grants.find('lasting')).toEqual({ accountId: 'person', openid: { scope: 'a b' } })
  await grants.destroy('dropped')
  expect(await grants.find('dropped')).toBeUndefined()
  expect(await store('Session').find('lasting')).toBeUndefined()
  nowMs += 59_999
  expect(await grants.find('lasting')).toBeDefined()
  nowMs += 1
  expect(await grants.find('lasting')).toBeUndefined()
})

test.each(['', 'x'.repeat(4000), 'uid#with#signs'])('an id that nobody has is not found (%#)', async (id) => {
  expect(await store('RefreshToken').find(id)).toBeUndefined()
})

test('a session is found by its uid, under the id that it has now', async () => {
  const sessions = store('Session')
  await sessions.upsert('first', { uid: 'the-uid', accountId: 'person' }, 60)
  expect(await sessions.findByUid('the-uid')).toMatchObject({ accountId: 'person' })
  await sessions.upsert('renewed', { uid: 'the-uid', accountId: 'other' }, 60)
  await sessions.destroy('first')
  expect(await sessions.findByUid('the-uid')).toMatchObject({ accountId: 'other' })
  await sessions.destroy('renewed')
  expect(await sessions.findByUid('the-uid')).toBeUndefined()
  expect(await store('DeviceCode').findByUserCode('the-uid')).toBeUndefined()
})

test('an item tells nothing that signs anybody in: no id, no second name, no payload', async () => {
  const { table } = service.platform
  const secrets = ['the-session-id', 'the-session-uid', 'the-cookie', 'the-refresh-token', 'person-42']
  const [session = '', uid = '', cookie = '', token = '', accountId = ''] = secrets
  await store('Session').upsert(session, { uid, accountId }, 60)
  await store('Interaction').upsert('the-attempt', { session: { uid, cookie, accountId } }, 60)
  await store('RefreshToken').upsert(token, { grantId: 'a-grant', accountId, jti: token }, 60)
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }))
  expect(Items.length).toBeGreaterThan(3)
  // A sign-in is noted for its person besides, under their id.
  const [stored, noted] = [/^oidc_/, /^(?!oidc_)/].map((type) =>
    JSON.stringify(Items.filter((item) => type.test(String(item.type)))),
  )
  for (const secret of [...secrets, 'the-attempt']) expect(stored).not.toContain(secret)
  for (const secret of [session, uid, cookie, token, 'the-attempt']) expect(noted).not.toContain(secret)
  expect(await store('RefreshToken').find(token)).toEqual({ grantId: 'a-grant', accountId, jti: token })
  // A copied item under another key does not open.
  const copied = Items.find(({ PK }) => PK === artifactKey('RefreshToken', token).PK)
  const { PK } = artifactKey('RefreshToken', 'guessed')
  await table.client.send(new PutCommand({ TableName: table.name, Item: { ...copied, PK } }))
  await expect(store('RefreshToken').find('guessed')).rejects.toThrow()
})

test('a code that was consumed remains to tell so', async () => {
  const codes = store('AuthorizationCode')
  await codes.upsert('code', { grantId: 'of-code' }, 60)
  await codes.consume('code')
  expect(await codes.find('code')).toEqual({ grantId: 'of-code', consumed: nowMs / 1000 })
})

test('a code that comes again within a day of its use, long after it has expired, ends what came of it', async () => {
  const codes = store('AuthorizationCode')
  await codes.upsert('used', { grantId: 'of-used', accountId: 'person-7' }, 60)
  await store('Grant').upsert('of-used', { accountId: 'person-7' }, 3600)
  await codes.consume('used')
  nowMs += 3_000_000
  expect(await codes.find('used')).toMatchObject({ grantId: 'of-used', consumed: expect.any(Number) })
  expect(await store('Grant').find('of-used')).toBeUndefined()
  const { userId, sessionId } = endedSession('person-7', 'of-used', nowMs)
  expect(
    await getItem(service.platform.table, endedSessions.key({ userId, sessionId, expiresAtSec: 0 })),
  ).not.toBeNull()
})

test('a code is consumed once, also by many at once; a second use ends all that came of its grant', async () => {
  const codes = store('AuthorizationCode')
  await Promise.all([
    codes.upsert('used-twice', { grantId: 'stolen' }, 60),
    store('RefreshToken').upsert('came-of-it', { grantId: 'stolen' }, 60),
    store('Grant').upsert('stolen', { accountId: 'person' }, 60),
  ])
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => codes.consume('used-twice')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(codes.consume('used-twice')).rejects.toBeInstanceOf(errors.InvalidGrant)
  await expect(codes.consume('never-issued')).rejects.toBeInstanceOf(errors.InvalidGrant)
  expect(await store('RefreshToken').find('came-of-it')).toBeUndefined()
  expect(await store('Grant').find('stolen')).toBeUndefined()
})

test('an interaction is gone on from once, also by many at once, and no form that comes late revives it', async () => {
  const interactions = store('Interaction')
  await interactions.upsert('attempt', { returnTo: 'there' }, 60)
  await interactions.upsert('attempt', { returnTo: 'there', result: { consent: {} } }, 60)
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => interactions.destroy('attempt')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await interactions.find('attempt')).toBeUndefined()
  await expect(interactions.upsert('attempt', {}, 60)).rejects.toBeInstanceOf(errors.SessionNotFound)
  expect(await interactions.find('attempt')).toBeUndefined()
})

test('an assertion may be stored again only once the first has expired', async () => {
  const replays = store('ReplayDetection')
  await replays.upsert('assertion', { iss: 'client' }, 30)
  await expect(replays.upsert('assertion', { iss: 'client' }, 30)).rejects.toBeInstanceOf(errors.InvalidClientAuth)
  nowMs += 30_000
  await replays.upsert('assertion', { iss: 'client' }, 30)
})

test('a write that the SDK sends again after its answer was lost meets its own work and succeeds', async () => {
  const { client } = service.platform.table
  client.middlewareStack.add(
    (next) => async (args) => {
      await next(args)
      return await next(args)
    },
    { step: 'finalizeRequest', priority: 'low', name: 'sendTwice' },
  )
  try {
    await store('ReplayDetection').upsert('sent-twice', {}, 30)
    await store('RefreshToken').upsert('sent-twice', {}, 30)
    await store('RefreshToken').consume('sent-twice')
    await store('Interaction').upsert('sent-twice', {}, 30)
    await store('Interaction').destroy('sent-twice')
  } finally {
    client.middlewareStack.remove('sendTwice')
  }
})

test('revoking a grant removes all that it gave, however much, and nothing of another grant', async () => {
  const tokens = store('RefreshToken')
  const ids = Array.from({ length: 230 }, (_, index) => `token-${index}`)
  await Promise.all(ids.map((id) => tokens.upsert(id, { grantId: 'revoked' }, 60)))
  await store('AuthorizationCode').upsert('code-of-it', { grantId: 'revoked' }, 60)
  await tokens.upsert('of-another', { grantId: 'revoked-not' }, 60)
  await tokens.revokeByGrantId('revoked')
  const left = await Promise.all(ids.map((id) => tokens.find(id)))
  expect(left.filter((found) => found !== undefined)).toEqual([])
  expect(await store('AuthorizationCode').find('code-of-it')).toBeUndefined()
  expect(await tokens.find('of-another')).toBeDefined()
  await tokens.revokeByGrantId('unheard-of')
})
