import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Principal } from '../../../../shared/auth/principal.ts'
import type { ApiPlatform } from '../../../../shared/http/api-platform.ts'
import type { ExpectedVersion } from '../../../../shared/http/if-match.ts'
import { operation } from '../../../../shared/http/operation.ts'
import { reply } from '../../../../shared/http/reply.ts'
import { runHandler } from '../../../../shared/http/run-handler.ts'

type Run = Parameters<typeof runHandler>[0]

const place = { orgId: 'org', nodeId: 'org', ancestorIds: [] }

/** A handler that writes to a thing of version 4, on a table whose conditions fail as often as told. */
function runOn(given: {
  losses: number
  expected?: ExpectedVersion
  doneByOthersAfter?: number
  /** The version that others make of the thing, where they do not change something beside it. */
  changedTo?: number
}) {
  const { losses, expected = 'any', doneByOthersAfter = Number.POSITIVE_INFINITY, changedTo = 4 } = given
  const seen = { handled: 0, undone: 0 }
  const preloads: unknown[] = []
  let preloaded = 0
  const things = {
    ...({ name: 'thing', parameter: 'thingId', notFound: 'not_found', visibleWith: null } as const),
    partition: (id: string) => ({ partition: 'THING', startingWith: id }),
    decode: () => ({ place, version: changedTo }),
  }
  const change = operation({
    id: 'change',
    method: 'POST',
    path: '/v1/things',
    tag: 'Things',
    summary: 'Change a thing',
    access: { to: 'node', resource: things, permission: 'members.read', scope: null },
    responses: { 200: v.object({ round: v.number() }) },
    errors: [],
    preload: async () => `preload ${++preloaded}`,
    async handle(context) {
      const { work } = context
      preloads.push(context.preloaded)
      seen.handled++
      if (seen.handled > doneByOthersAfter) return reply(200, { round: seen.handled })
      work.removePart({ PK: 'THING', SK: 'THING' })
      work.ifNotCommitted(async () => {
        seen.undone++
      })
      return reply(200, { round: seen.handled })
    },
  })
  const send = async (command: object) => {
    if (!(command instanceof TransactWriteCommand) || seen.handled > losses) return {}
    const CancellationReasons = [{ Code: 'ConditionalCheckFailed' }]
    throw new TransactionCanceledException({ $metadata: {}, message: 'cancelled', CancellationReasons })
  }
  const platform = { table: { name: 'table', client: { send } }, clock: () => 0, ids: () => 'id' }
  const profile = { id: 'account', firstName: 'Paul', lastName: null, email: null } as Principal['profile']
  const principal: Principal = {
    kind: 'user',
    id: 'account',
    clientId: 'app',
    profile,
    scopes: [],
    memberships: [
      { ...place, status: 'active', permissions: ['members.read'] } as unknown as Principal['memberships'][number],
    ],
    application: null,
  }
  const run: Run = {
    platform: platform as unknown as ApiPlatform,
    operation: change,
    incoming: { requestId: 'r', headers: {}, pathParameters: {} } as unknown as Run['incoming'],
    principal,
    grant: { to: 'principal' },
    input: { query: undefined, body: undefined, file: undefined, expected },
    reservation: null,
    token: { clientId: 'app', subject: 'account', scopes: [] } as unknown as Run['token'],
    raw: null,
    validated: { query: { value: undefined }, body: { value: undefined } },
    context: { preloaded: Promise.resolve('from the round') },
    signal: new AbortController().signal,
  }
  return { run, seen, preloads }
}

describe('a decision that others overtake', () => {
  test('is made anew, and what the lost one did outside the table is taken back', async () => {
    const { run, seen } = runOn({ losses: 2 })
    expect(await runHandler(run)).toMatchObject({ status: 200, body: { round: 3 } })
    expect(seen).toEqual({ handled: 3, undone: 2 })
  })

  test('preloads again for each new try', async () => {
    const { run, preloads } = runOn({ losses: 2 })
    await runHandler(run)
    expect(preloads).toEqual(['from the round', 'preload 1', 'preload 2'])
  })

  test('three times answers concurrent_update, where there is still something to write', async () => {
    const { run, seen } = runOn({ losses: Number.POSITIVE_INFINITY })
    expect(await runHandler(run)).toMatchObject({ refused: 'concurrent_update' })
    expect(seen).toEqual({ handled: 4, undone: 4 })
  })

  test('three times, by others who did the same, answers as if it had been there from the start', async () => {
    const { run, seen } = runOn({ losses: Number.POSITIVE_INFINITY, doneByOthersAfter: 3 })
    expect(await runHandler(run)).toMatchObject({ status: 200, body: { round: 4 } })
    expect(seen).toEqual({ handled: 4, undone: 3 })
  })

  test('is made anew where a version was asked for and is still there', async () => {
    const { run, seen } = runOn({ losses: 1, expected: [4] })
    expect(await runHandler(run)).toMatchObject({ status: 200, body: { round: 2 } })
    expect(seen).toEqual({ handled: 2, undone: 1 })
  })

  test('answers precondition_failed where the version that was asked for is not there any more', async () => {
    const { run, seen } = runOn({ losses: 1, expected: [4], changedTo: 5 })
    expect(await runHandler(run)).toMatchObject({ refused: 'precondition_failed' })
    expect(seen).toEqual({ handled: 1, undone: 1 })
  })

  test('writes nothing once its time is over', async () => {
    const { run } = runOn({ losses: 0 })
    await expect(runHandler({ ...run, signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late')
  })
})
