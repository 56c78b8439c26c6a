import { randomBytes, randomUUID } from 'node:crypto'
import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { fingerprintOf, reserve } from '../../../shared/store/idempotency.ts'

import { type Answer, type CallOptions, call } from '../../support/client.ts'
import { runs } from '../../support/proof.ts'
import { expectRefused } from '../../support/refused.ts'
import { contract, create, draftFor, pathOf, post, signer } from '../../support/signature.ts'
import { keyOf, personOf, type Tenant, table, tenant } from '../../support/tenant.ts'

const upload = { fileName: 'a.pdf', contentType: 'application/pdf', size: 12 }

function makeUpload(token: string, key: string, json: unknown = upload, more: CallOptions = {}): Promise<Answer> {
  return call('POST', '/v1/uploads', { token, json, ...more, headers: { 'Idempotency-Key': key, ...more.headers } })
}

const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true'

/** Everything that a replay repeats. */
function repeated({ status, text, headers }: Answer) {
  const names = ['content-type', 'etag', 'location', 'cache-control'] as const
  return { status, text, ...Object.fromEntries(names.map((name) => [name, headers.get(name)])) }
}

/** How many uploads an account has made. */
async function uploadsOf(principalId: string): Promise<number> {
  let count = 0
  let from: ScanCommandOutput['LastEvaluatedKey']
  do {
    const page: ScanCommandOutput = await table().client.send(
      new ScanCommand({
        TableName: table().name,
        FilterExpression: 'begins_with(PK, :uploads) AND #record.principalId = :principal',
        ExpressionAttributeNames: { '#record': 'record' },
        ExpressionAttributeValues: { ':uploads': 'UPLOAD#', ':principal': principalId },
        ConsistentRead: true,
        Select: 'COUNT',
        ExclusiveStartKey: from,
      }),
    )
    count += page.Count ?? 0
    from = page.LastEvaluatedKey
  } while (from)
  return count
}

describe('a repeated Idempotency-Key', () => {
  test('gives the recorded answer again, without running again', async () => {
    const { token, key } = await tenant()
    const first = await makeUpload(token, 'key-1')
    const second = await makeUpload(token, 'key-1')
    expect([first.status, isReplay(first), isReplay(second)]).toEqual([201, false, true])
    expect(repeated(second)).toEqual(repeated(first))
    expect(await uploadsOf(key.clientId)).toBe(1)
  })

  test('gives Location and ETag again, as they were then, whatever has changed since', async () => {
    const home = await tenant()
    const options = { headers: { 'Idempotency-Key': 'create' } }
    const draft = draftFor(home, { draft: true })
    const first = await post(home, draft, options)
    const path = first.headers.get('location') ?? ''
    expect(first.headers.get('etag')).toBe('W/"1"')
    expect((await call('PATCH', path, { token: home.token, json: { title: 'Another title' } })).status).toBe(200)
    const second = await post(home, draft, options)
    expect(isReplay(second)).toBe(true)
    expect(repeated(second)).toEqual(repeated(first))
    expect((await call('GET', '/v1/signature-requests', { token: home.token })).body.results).toHaveLength(1)
  })

  test('tells who replays how many requests they have left now', async () => {
    const { token } = await tenant({ client: {} })
    const [first, second] = [await makeUpload(token, 'key-1'), await makeUpload(token, 'key-1')]
    for (const { headers } of [first, second]) expect(headers.get('ratelimit-limit')).toBe('600')
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  })

  test('may have 1 to 255 characters', async () => {
    const { token } = await tenant()
    for (const key of ['k', 'k'.repeat(255)]) {
      expect((await makeUpload(token, key)).status).toBe(201)
      expect(isReplay(await makeUpload(token, key))).toBe(true)
    }
    for (const key of ['', 'k'.repeat(256)]) expectRefused(await makeUpload(token, key), 'invalid_input')
  })

  test.each<[string, (home: Tenant, key: string) => Promise<Answer>]>([
    ['another body', ({ token }, key) => makeUpload(token, key, { ...upload, size: 13 })],
    [
      'the same JSON in other bytes',
      ({ token }, key) => {
        const body = JSON.stringify(upload, null, 1)
        const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
        return call('POST', '/v1/uploads', { token, body, headers })
      },
    ],
    ['another path', (home, key) => post(home, draftFor(home), { headers: { 'Idempotency-Key': key } })],
    [
      'a form',
      async ({ token }, key) => {
        const form = new FormData()
        form.set('data', JSON.stringify(upload))
        return await call('POST', '/v1/signature-requests', { token, body: form, headers: { 'Idempotency-Key': key } })
      },
    ],
  ])('with %s answers idempotency_key_reused', async (_, other) => {
    const home = await tenant()
    await makeUpload(home.token, 'key-1')
    expectRefused(await other(home, 'key-1'), 'idempotency_key_reused')
  })

  test('alone identifies a form: another boundary, file or data make no difference', async () => {
    const home = await tenant()
    const options = { headers: { 'Idempotency-Key': 'create' } }
    const first = await post(home, draftFor(home, { draft: true }), options)
    const second = await post(home, draftFor(home, { title: 'Another' }), { ...options, file: Buffer.from('no PDF') })
    expect(isReplay(second)).toBe(true)
    expect(repeated(second)).toEqual(repeated(first))
  })

  test('is released by an error, so that a corrected request goes through', async () => {
    const { token } = await tenant()
    expectRefused(await makeUpload(token, 'key-1', {}), 'invalid_request')
    expectRefused(await makeUpload(token, 'key-1', { ...upload, size: 20_000_000 }), 'file_too_large')
    const corrected = await makeUpload(token, 'key-1')
    expect([corrected.status, isReplay(corrected)]).toEqual([201, false])
  })

  test('belongs to one principal: others have the same key for themselves', async () => {
    const home = await tenant()
    const [otherKey, person, stranger] = await Promise.all([keyOf(home, 'admin'), personOf(home, 'admin'), tenant()])
    const ids: string[] = []
    for (const { token } of [home, otherKey, person, stranger]) {
      const answer = await makeUpload(token, 'shared-key')
      expect([answer.status, isReplay(answer)]).toEqual([201, false])
      ids.push(answer.body.id)
    }
    expect(new Set(ids).size).toBe(4)
  })

  test('is not looked at where nothing is created', async () => {
    const home = await tenant()
    const headers = { 'Idempotency-Key': 'k'.repeat(256) }
    expect((await call('GET', '/v1/me', { token: home.token, headers })).status).toBe(200)
    const { id } = await create(home, { draft: true })
    for (const title of ['One', 'Two']) {
      const answer = await call('PATCH', pathOf(id), {
        token: home.token,
        json: { title },
        headers: { 'Idempotency-Key': 'k' },
      })
      expect(answer.body.title).toBe(title)
      expect(isReplay(answer)).toBe(false)
    }
  })

  test('repeats an answer as it was that no item can hold', async () => {
    const home = await tenant()
    const fields = () =>
      Array.from({ length: 50 }, (_, index) => ({
        type: 'text',
        page: 1,
        x: 10,
        y: 10 + index,
        width: 100,
        height: 10,
        // Without a pattern, so that it stays large when it is packed.
        text: randomBytes(270).toString('base64'),
      }))
    const signers = Array.from({ length: 20 }, () => signer('', { fields: fields() }))
    const options = { headers: { 'Idempotency-Key': 'large' } }
    const first = await post(home, draftFor(home, { draft: true, signers }), options)
    expect(first.status, first.text).toBe(201)
    expect(Buffer.byteLength(first.text)).toBeGreaterThan(262_144)
    const second = await post(home, draftFor(home), options)
    expect(isReplay(second)).toBe(true)
    expect(repeated(second)).toEqual(repeated(first))
  })
})

describe('a key whose first request has not ended', () => {
  /** Takes a key as a request did that was started some time ago and has not ended. */
  async function startedAgo({ key }: Tenant, agoMs: number): Promise<string> {
    const idempotencyKey = randomUUID()
    const fingerprint = fingerprintOf('POST', '/v1/uploads', Buffer.from(JSON.stringify(upload)))
    const request = { principalId: `${key.clientId}#${key.clientId}`, key: idempotencyKey, fingerprint }
    await reserve(table(), { ...request, arrivalId: 'the-first' }, Date.now() - agoMs)
    return idempotencyKey
  }

  test('answers idempotency_in_progress within a minute, and says to ask again in a second', async () => {
    const home = await tenant()
    const answer = await makeUpload(home.token, await startedAgo(home, 50_000))
    expectRefused(answer, 'idempotency_in_progress')
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  test('answers idempotency_outcome_unknown after that, for the rest of the day', async () => {
    const home = await tenant()
    const key = await startedAgo(home, 61_000)
    for (let round = 0; round < 2; round++)
      expectRefused(await makeUpload(home.token, key), 'idempotency_outcome_unknown')
    expectRefused(await makeUpload(home.token, await startedAgo(home, 86_000_000)), 'idempotency_outcome_unknown')
    expect(await uploadsOf(home.key.clientId)).toBe(0)
  })

  test('is not run by a retry that carries the X-Request-Id of the first', async () => {
    const home = await tenant()
    const key = await startedAgo(home, 61_000)
    const answer = await makeUpload(home.token, key, upload, { headers: { 'X-Request-Id': 'the-first' } })
    expectRefused(answer, 'idempotency_outcome_unknown')
  })

  test('is free again after 24 hours', async () => {
    const home = await tenant()
    const answer = await makeUpload(home.token, await startedAgo(home, 86_400_001))
    expect([answer.status, isReplay(answer)]).toEqual([201, false])
  })

  test('of another request answers idempotency_key_reused', async () => {
    const home = await tenant()
    expectRefused(
      await makeUpload(home.token, await startedAgo(home, 0), { ...upload, size: 1 }),
      'idempotency_key_reused',
    )
  })
})

describe('two requests with one key at once', () => {
  const pairs = runs(500)
  const pairsAtOnce = 10

  test(`have one effect, in each of ${pairs} pairs`, { timeout: 300_000 }, async () => {
    const home = await tenant({ client: { requestsPerMinute: 1_000_000 } })
    let inProgress = 0
    const race = async () => {
      const key = randomUUID()
      // Retries of generated clients carry the same X-Request-Id too.
      const more = { headers: { 'X-Request-Id': key } }
      const answers = await Promise.all([0, 1].map(() => makeUpload(home.token, key, upload, more)))
      const done = answers.filter(({ status }) => status === 201)
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expectRefused(answer, 'idempotency_in_progress')
        inProgress++
      }
      expect(done.length, 'one of the two is carried out').toBeGreaterThanOrEqual(1)
      expect(new Set(done.map(({ body }) => body.id)).size, 'both tell of the same upload').toBe(1)
      expect(
        done.filter((answer) => !isReplay(answer)),
        'one alone was carried out',
      ).toHaveLength(1)
      return done[0]?.body.id
    }
    const ids = new Set<string>()
    const runner = async (count: number) => {
      for (let round = 0; round < count; round++) ids.add(await race())
    }
    await Promise.all(Array.from({ length: pairsAtOnce }, () => runner(pairs / pairsAtOnce)))
    expect(ids.size).toBe(pairs)
    expect(await uploadsOf(home.key.clientId)).toBe(pairs)
    expect(inProgress, 'the two did meet').toBeGreaterThan(pairs / 10)
  })

  test('create one signature request, however many are sent', async () => {
    const home = await tenant()
    await contract()
    const options = { headers: { 'Idempotency-Key': 'create' } }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(home, draftFor(home, { draft: true }), options)),
    )
    const done = answers.filter(({ status }) => status === 201)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectRefused(answer, 'idempotency_in_progress')
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1)
    const { body } = await call('GET', '/v1/signature-requests', { token: home.token })
    expect(body.results).toHaveLength(1)
  })
})
