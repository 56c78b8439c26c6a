import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerInvitee } from '../../../functions/organizations/api/answer-invitee.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import { incomingFrom } from '../../../shared/http/incoming.ts'
import { operation } from '../../../shared/http/operation.ts'

const undo = vi.fn(async () => {})

/** Writes something, then refuses. */
const refusing = operation({
  id: 'refusing',
  method: 'POST',
  path: '/invitations/{token}',
  tag: 'Invitation page',
  summary: 'Refuse',
  access: { to: 'link', notFound: null },
  responses: { 204: null },
  errors: ['already_exists'],
  async handle({ work }) {
    work.removePart({ PK: 'A', SK: 'B' })
    work.ifNotCommitted(undo)
    return refuse('already_exists', 'Somebody else has it.')
  },
})

const requestContext = { requestId: 'one', path: '/invitations/none', identity: { sourceIp: '203.0.113.5' } }
const event = {
  httpMethod: 'POST',
  resource: '/invitations/{token}',
  path: '/invitations/none',
  pathParameters: { token: 'none' },
  headers: {},
  requestContext,
} as unknown as APIGatewayProxyEvent

beforeEach(() => {
  vi.stubEnv('SIGNING_SECRETS_KEYS', '1:key')
})

test('a refusal writes nothing, and what was done outside the table is undone', async () => {
  const client = new DynamoDBClient({ region: 'eu-west-3' })
  const send = vi.spyOn(client, 'send').mockImplementation(async () => ({}))
  const platform = { table: { name: 'table', client }, clock: () => 0, ids: () => 'id' }
  const { signal } = new AbortController()
  const { answer } = await answerInvitee({ platform, operation: refusing, incoming: incomingFrom(event, []), signal })
  expect(answer).toMatchObject({ refused: 'already_exists' })
  expect(send).not.toHaveBeenCalled()
  expect(undo).toHaveBeenCalledOnce()
})
