import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { expect, test, vi } from 'vitest'
import type { TokenVerifier } from '../../../../shared/auth/token.ts'
import { refuse } from '../../../../shared/errors/refusal.ts'
import { answerRequest } from '../../../../shared/http/answer-request.ts'
import { incomingFrom } from '../../../../shared/http/incoming.ts'
import { operation } from '../../../../shared/http/operation.ts'
import { reply } from '../../../../shared/http/reply.ts'

const loadModules = vi.fn(async () => Promise.reject(new Error('cannot be loaded')))

const heavy = operation({
  id: 'heavy',
  method: 'GET',
  path: '/v1/heavy',
  tag: 'Heavy',
  summary: 'Answer',
  access: { to: 'principal' },
  responses: { 204: null },
  errors: [],
  loadModules,
  async handle() {
    return reply(204, null)
  },
})

const requestContext = { requestId: 'one', path: '/v1/heavy', identity: { sourceIp: '203.0.113.5' } }
const event = { httpMethod: 'GET', resource: '/v1/heavy', path: '/v1/heavy', headers: {}, requestContext }
const incoming = incomingFrom(event as unknown as APIGatewayProxyEvent, [])

/** Answers the request of a caller for whom DynamoDB has no account. */
async function answered(verifyToken: TokenVerifier) {
  const client = new DynamoDBClient({ region: 'eu-west-3' })
  vi.spyOn(client, 'send').mockImplementation(async () => ({ Items: [] }))
  const table = { name: 'table', client }
  const usual = {
    firstPartyClientId: 'own',
    consentUrl: null,
    needsRecentSignIn: true,
    clock: () => 0,
    ids: () => 'id',
  }
  const platform = { table, verifyToken, ...usual }
  loadModules.mockClear()
  const { answer } = await answerRequest(platform, heavy, incoming, new AbortController().signal, () => {})
  return answer
}

test('modules are loaded during the parallel round, and a failure to load them is not the answer', async () => {
  const answer = await answered(async () => ({
    clientId: 'own',
    subject: 'somebody',
    scopes: [],
    signedInAtSec: null,
    sessionId: null,
  }))
  expect(loadModules).toHaveBeenCalledOnce()
  expect(answer).toMatchObject({ refused: 'no_account' })
})

test('no module is loaded for a caller without a token', async () => {
  const answer = await answered(async () => refuse('unauthenticated', 'Send an access token.'))
  expect(loadModules).not.toHaveBeenCalled()
  expect(answer).toMatchObject({ refused: 'unauthenticated' })
})
