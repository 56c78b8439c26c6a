import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { profiles } from '../../../../shared/auth/principal.ts'
import { answerRequest } from '../../../../shared/http/answer-request.ts'
import { json } from '../../../../shared/http/body.ts'
import { operation } from '../../../../shared/http/operation.ts'
import { reply } from '../../../../shared/http/reply.ts'
import { uuid } from '../../../../shared/platform/ids.ts'
import { toItem } from '../../../../shared/store/collection.ts'
import { parsedRequest } from '../../../support/parsed-request.ts'

const preload = vi.fn(async (_request: unknown) => 'preloaded')
const handle = vi.fn()
beforeEach(() => {
  preload.mockClear()
  handle.mockReset()
})

const ids = { org: '0198a5d2-1111-7000-8000-000000000001', foreign: '0198a5d2-1111-7000-8000-000000000002' }
const things = {
  name: 'thing',
  parameter: 'thingId',
  notFound: 'not_found',
  visibleWith: null,
  partition: (id: string) => ({ partition: `THING#${id}`, startingWith: '' }),
  // The foreign thing exists, in an organization that the caller is no member of.
  decode: (items: readonly object[]) =>
    items.length > 0 ? { place: { orgId: ids.org, nodeId: ids.org, ancestorIds: [] }, version: 1 } : null,
} as const

const change = operation({
  id: 'change',
  method: 'POST',
  path: '/v1/things/{thingId}',
  tag: 'Things',
  summary: 'Change a thing',
  access: { to: 'node', resource: things, permission: null, scope: null },
  query: v.object({ size: v.optional(v.pipe(v.string(), v.digits())) }),
  body: json(v.object({ parentId: uuid })),
  responses: { 204: null },
  errors: [],
  preload,
  async handle(context) {
    handle(context.preloaded)
    return reply(204, null)
  },
})

const { recentSignIn: _, ...changeAtAnyTime } = change
const createOwn = operation({
  ...changeAtAnyTime,
  id: 'createOwn',
  access: { to: 'principal' },
  async handle(context) {
    handle(context.preloaded)
    return reply(204, null)
  },
})

const account = toItem(profiles, {
  id: 'somebody',
  kind: 'person',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  locale: 'en',
  avatarUrl: null,
  welcomeCompletedAt: null,
  providerId: ids.org,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
})

/** Answers a request of a person in the service's own app, on a table with their account and the foreign thing. */
async function answered(asked: typeof change | typeof createOwn, thingId: string, body: unknown, size?: string) {
  const client = new DynamoDBClient({ region: 'eu-west-3' })
  vi.spyOn(client, 'send').mockImplementation(async (command: unknown) => {
    const values = command instanceof QueryCommand ? JSON.stringify(command.input.ExpressionAttributeValues) : ''
    if (values.includes('USER#somebody')) return { Items: [account] }
    return { Items: values.includes(ids.foreign) ? [{ PK: 'THING', SK: 'THING' }] : [] }
  })
  const event = {
    httpMethod: 'POST',
    resource: asked.path,
    path: `/v1/things/${thingId}`,
    pathParameters: { thingId },
    queryStringParameters: size === undefined ? null : { size },
    headers: { 'Content-Type': 'application/json' },
    body: body === notJson ? body : JSON.stringify(body),
    requestContext: { requestId: 'one', path: `/v1/things/${thingId}`, identity: { sourceIp: '203.0.113.5' } },
  } as unknown as APIGatewayProxyEvent
  const platform = {
    table: { name: 'table', client },
    verifyToken: async () => ({
      clientId: 'own',
      subject: 'somebody',
      scopes: [],
      signedInAtSec: null,
      sessionId: null,
    }),
    firstPartyClientId: 'own',
    consentUrl: null,
    needsRecentSignIn: true,
    clock: () => 0,
    ids: () => 'id',
  }
  const incoming = await parsedRequest(event)
  const { answer } = await answerRequest(platform, asked, incoming, new AbortController().signal, () => {})
  return answer
}

const notJson = 'not JSON'
const valid = { parentId: ids.org.toUpperCase() }

test('preload gets the path, the query and the body as they are validated, and the handler gets its result', async () => {
  expect(await answered(createOwn, ids.foreign.toUpperCase(), valid, '3')).toMatchObject({ status: 204 })
  expect(preload).toHaveBeenCalledOnce()
  const given = { path: { thingId: ids.foreign }, query: { size: '3' }, body: { parentId: ids.org } }
  expect(preload.mock.calls[0]?.[0]).toMatchObject({ ...given, principalId: 'somebody' })
  expect(handle).toHaveBeenCalledExactlyOnceWith('preloaded')
})

test.each([
  ['a body that its schema refuses', { parentId: 'none' }, undefined, 'invalid_request'],
  ['a body that is no JSON', notJson, undefined, 'bad_request'],
  ['a query that its schema refuses', valid, 'many', 'invalid_request'],
] as const)('preload does not run for %s', async (_, body, size, refused) => {
  expect(await answered(createOwn, ids.foreign, body, size)).toMatchObject({ refused })
  expect(preload).not.toHaveBeenCalled()
  expect(handle).not.toHaveBeenCalled()
})

test('preload gets a parameter that is longer than any key cut short', async () => {
  await answered(createOwn, 'x'.repeat(3_000), valid)
  expect(preload.mock.calls[0]?.[0]).toMatchObject({ path: { thingId: 'x'.repeat(65) } })
})

test('a caller learns the same of a foreign resource as of one that does not exist, whatever is preloaded', async () => {
  const [foreign, missing] = [await answered(change, ids.foreign, valid), await answered(change, ids.org, valid)]
  expect(preload).toHaveBeenCalledTimes(2)
  expect(foreign).toEqual(missing)
  expect(foreign).toMatchObject({ refused: 'not_found' })
  expect(handle).not.toHaveBeenCalled()
})

test('access is decided before an invalid body is refused', async () => {
  expect(await answered(change, ids.foreign, { parentId: 'none' })).toMatchObject({ refused: 'not_found' })
  expect(preload).not.toHaveBeenCalled()
})

test('a refusal does not wait for preload, so that its time tells nothing of what there is', async () => {
  preload.mockReturnValueOnce(new Promise<never>(() => {}))
  expect(await answered(change, ids.foreign, valid)).toMatchObject({ refused: 'not_found' })
})

test('a failure of preload is not told to a caller who is refused', async () => {
  preload.mockRejectedValueOnce(new Error('throttled'))
  expect(await answered(change, ids.foreign, valid)).toMatchObject({ refused: 'not_found' })
  preload.mockRejectedValueOnce(new Error('throttled'))
  expect(await answered(createOwn, ids.foreign, valid)).toMatchObject({ refused: 'internal_error' })
})
