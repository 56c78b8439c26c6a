import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { clientKey } from '../../../shared/auth/client.ts'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { getItem, type Item } from '../../../shared/store/table.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { keyOf, partnerOf, personOf, table, tenant } from '../../support/tenant.ts'

const me = (token: string) => call('GET', '/v1/me', { token })
const thisMinute = () => Math.floor(Date.now() / minuteMs)

async function clientItem(clientId: string): Promise<Item> {
  return (await getItem(table(), clientKey(clientId))) ?? {}
}

/**
 * Puts the window of a client where a test wants it. A window that starts with the next minute is one that a machine
 * whose clock runs ahead has opened: everybody counts in it, and it does not turn while a test runs.
 */
async function openWindow(clientId: string, windowStart: number, windowCount: number): Promise<void> {
  await table().client.send(
    new UpdateCommand({
      TableName: table().name,
      Key: clientKey(clientId),
      UpdateExpression: 'SET windowStart = :start, windowCount = :count',
      ExpressionAttributeValues: { ':start': windowStart, ':count': windowCount },
    }),
  )
}

function rateOf({ headers }: { headers: Headers }) {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))
  return { limit, remaining, reset: Number(reset) }
}

describe('the rate of a client', () => {
  test('stands on every answer, refusals included', async () => {
    const home = await tenant({ client: {} })
    await openWindow(home.key.clientId, thisMinute() + 1, 0)
    const answers = [
      await me(home.token),
      await call('GET', '/v1/signature-requests/no-uuid', { token: home.token }),
      await call('POST', '/v1/uploads', { token: home.token, json: {} }),
      await call('POST', '/v1/uploads', { token: home.token, body: '{' }),
      await call('POST', '/v1/uploads', { token: home.token, body: 'x'.repeat(1_100_000) }),
      await call('GET', '/v1/nothing', { token: home.token }),
      await call('DELETE', '/v1/me', { token: home.token }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 422, 400, 413, 404, 404])
    expect(answers.map(rateOf)).toMatchObject(
      [599, 598, 597, 596, 595, 594, 593].map((remaining) => ({ limit: '600', remaining: String(remaining) })),
    )
  })

  test('starts anew with the minute, and tells the whole seconds until then', async () => {
    const home = await tenant({ client: {} })
    await openWindow(home.key.clientId, thisMinute() - 1, 9_999)
    const answer = await me(home.token)
    expect(answer.status).toBe(200)
    expect(rateOf(answer)).toMatchObject({ limit: '600', remaining: '599' })
    expect(rateOf(answer).reset).toBeGreaterThanOrEqual(1)
    expect(rateOf(answer).reset).toBeLessThanOrEqual(60)
  })

  test('is exact: of 120 requests at once exactly 50 pass when 50 may', async () => {
    const home = await tenant({ client: { requestsPerMinute: 50 } })
    await openWindow(home.key.clientId, thisMinute() + 1, 0)
    const answers = await Promise.all(Array.from({ length: 120 }, () => me(home.token)))
    const passed = answers.filter(({ status }) => status === 200)
    expect(passed).toHaveLength(50)
    // Each of those that passed was told another number of requests left.
    const left = passed.map((answer) => Number(rateOf(answer).remaining)).sort((a, b) => a - b)
    expect(left).toEqual(Array.from({ length: 50 }, (_, index) => index))
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectRefused(answer, 'rate_limited')
      expect(rateOf(answer).remaining).toBe('0')
    }
    expect(await clientItem(home.key.clientId)).toMatchObject({
      windowCount: 120,
      requestCount: 120,
      refusedCount: 70,
    })
  })

  test('is exact from the very first request of a client on', async () => {
    const home = await tenant({ client: { requestsPerMinute: 1_000 } })
    const answers = await Promise.all(Array.from({ length: 40 }, () => me(home.token)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await clientItem(home.key.clientId)).toMatchObject({ requestCount: 40 })
  })

  test('once used up answers rate_limited, says when to come back, and does nothing', async () => {
    const home = await tenant({ client: { requestsPerMinute: 2 } })
    await openWindow(home.key.clientId, thisMinute() + 1, 2)
    const upload = { fileName: 'a.pdf', contentType: 'application/pdf', size: 1 }
    const headers = { 'Idempotency-Key': 'after-the-minute' }
    const answer = await call('POST', '/v1/uploads', { token: home.token, json: upload, headers })
    expectRefused(answer, 'rate_limited')
    const seconds = Number(answer.headers.get('retry-after'))
    expect(answer.body.error.details).toEqual({ limit: 2, retryAfterSeconds: seconds })
    expect(rateOf(answer)).toEqual({ limit: '2', remaining: '0', reset: seconds })
    expect(await clientItem(home.key.clientId)).toMatchObject({ requestCount: 1, windowCount: 3, refusedCount: 1 })
    // The key was given back: when the minute has turned, the same request is carried out.
    await openWindow(home.key.clientId, thisMinute() - 1, 3)
    const later = await call('POST', '/v1/uploads', { token: home.token, json: upload, headers })
    expect(later.status).toBe(201)
    expect(later.headers.has('idempotent-replayed')).toBe(false)
  })

  test('is each client’s own', async () => {
    const home = await tenant({ client: { requestsPerMinute: 1 } })
    const other = await keyOf(home, 'admin')
    await openWindow(home.key.clientId, thisMinute() + 1, 1)
    expectRefused(await me(home.token), 'rate_limited')
    expect((await me(other.token)).status).toBe(200)
  })

  test('of an application counts what it does for people too', async () => {
    const home = await tenant()
    const [partner, person] = await Promise.all([partnerOf(home, { requestsPerMinute: 7 }), personOf(home, 'admin')])
    await openWindow(partner.clientId, thisMinute() + 1, 0)
    const machine = await me(await tokenAbout(partner.clientId))
    const delegated = await me(await tokenAbout(partner.clientId, person.account.id))
    expect([machine, delegated].map(rateOf)).toMatchObject([
      { limit: '7', remaining: '6' },
      { limit: '7', remaining: '5' },
    ])
  })

  test('is not told to people in the service’s own app, who have none', async () => {
    const home = await tenant()
    const { token } = await personOf(home, 'member')
    const answers = await Promise.all(Array.from({ length: 20 }, () => me(token)))
    for (const { status, headers } of answers) {
      expect(status).toBe(200)
      expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([])
    }
  })
})
