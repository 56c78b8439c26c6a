import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { answerLinkHolder, type LinkRules } from '../../../../shared/http/answer-link-holder.ts'
import type { LinkAccess } from '../../../../shared/http/authorization/access.ts'
import { json } from '../../../../shared/http/body.ts'
import type { Operation } from '../../../../shared/http/operation.ts'
import { type Reply, reply } from '../../../../shared/http/reply.ts'
import { systemAuthor } from '../../../../shared/store/audit.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { parsedRequest } from '../../../support/parsed-request.ts'

const undo = vi.fn(async () => {})
const access: LinkAccess = { to: 'link', notFound: 'not_found' }

/** Writes and says whatever a test wants. */
const decide = vi.fn<() => Reply | Refusal>()
const act: Operation = {
  id: 'act',
  method: 'POST',
  path: '/links/{token}',
  tag: 'Links',
  summary: 'Act',
  access,
  body: json(v.object({ name: v.string() })),
  responses: { 204: null },
  errors: [],
  async handle({ work }: { work: UnitOfWork }) {
    work.removePart({ PK: 'A', SK: 'B' })
    work.ifNotCommitted(undo)
    return decide()
  },
}

const client = new DynamoDBClient({ region: 'eu-west-3' })
const send = vi.spyOn(client, 'send')
const platform = { table: { name: 'table', client }, clock: () => 0, ids: () => 'id' }
const notOpen = refuse('not_found', 'This link opens nothing.')

async function requestWith(body: string) {
  const event = {
    httpMethod: 'POST',
    resource: act.path,
    path: '/links/secret',
    pathParameters: { token: 'secret' },
    headers: { 'Content-Type': 'application/json' },
    body,
    requestContext: { requestId: 'one', path: '/links/secret', identity: { sourceIp: '203.0.113.5' } },
  } as unknown as APIGatewayProxyEvent
  return { platform, operation: act, incoming: await parsedRequest(event), signal: new AbortController().signal }
}

async function answered(body: string, rules: Partial<LinkRules<{ link: string }>> = {}) {
  return await answerLinkHolder(await requestWith(body), {
    maxBodyBytes: 100,
    maxTries: 2,
    resolve: async () => ({ link: 'secret' }),
    authorOf: () => systemAuthor('one'),
    headersFor: (granted) => ({ 'X-Granted': granted?.link ?? 'nothing' }),
    ...rules,
  })
}

function cancel(code: string): TransactionCanceledException {
  return new TransactionCanceledException({ message: 'no', $metadata: {}, CancellationReasons: [{ Code: code }] })
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT')
  send.mockImplementation(async () => ({}))
  decide.mockReturnValue(reply(204, null))
})

test('commits what the handler decides, and gives the link’s headers', async () => {
  const { answer, headers } = await answered('{"name":"Paul"}')
  expect(answer).toEqual(reply(204, null))
  expect(headers).toEqual({ 'Referrer-Policy': 'no-referrer', 'X-Granted': 'secret' })
  expect(send).toHaveBeenCalledOnce()
})

test('a refusal writes nothing and undoes what was done outside the table', async () => {
  decide.mockReturnValue(refuse('invalid_input', 'No.'))
  expect((await answered('{"name":"Paul"}')).answer).toMatchObject({ refused: 'invalid_input' })
  expect(send).not.toHaveBeenCalled()
  expect(undo).toHaveBeenCalledOnce()
})

test('a refusal that is noted is committed, such as a wrong code', async () => {
  decide.mockReturnValue({ ...refuse('invalid_input', 'Wrong code.'), isNoted: true })
  expect((await answered('{"name":"Paul"}')).answer).toMatchObject({ refused: 'invalid_input' })
  expect(send).toHaveBeenCalledOnce()
})

test('a link that opens nothing is refused before its body is', async () => {
  const { answer, headers } = await answered('{', { resolve: async () => notOpen })
  expect(answer).toEqual(notOpen)
  expect(headers['X-Granted']).toBe('nothing')
})

test.each([
  ['{', 'bad_request'],
  ['{}', 'invalid_request'],
  [`{"name":"${'x'.repeat(100)}"}`, 'payload_too_large'],
])('the body %s is refused with %s', async (body, code) => {
  expect((await answered(body)).answer).toMatchObject({ refused: code })
  expect(decide).not.toHaveBeenCalled()
})

test('resolves and decides again when others were faster, as often as the domain says', async () => {
  const resolve = vi.fn(async () => ({ link: 'secret' }))
  send.mockImplementation(() => Promise.reject(cancel('ConditionalCheckFailed')))
  expect((await answered('{"name":"Paul"}', { resolve })).answer).toMatchObject({ refused: 'concurrent_update' })
  expect([resolve.mock.calls.length, decide.mock.calls.length, undo.mock.calls.length]).toEqual([2, 2, 2])
})

test('whatever is thrown becomes internal_error', async () => {
  send.mockImplementation(() => Promise.reject(new Error('a secret of ours')))
  expect((await answered('{"name":"Paul"}')).answer).toMatchObject({ refused: 'internal_error' })
})
