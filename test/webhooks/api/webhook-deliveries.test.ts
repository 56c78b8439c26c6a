import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Delivery, deliveries, deliveryStatuses } from '../../../functions/webhooks/model/delivery.ts'
import { attempted, canceled, newDelivery } from '../../../functions/webhooks/model/delivery-transitions.ts'
import { keepNewDelivery } from '../../../functions/webhooks/model/keep-delivery.ts'
import { readSubscription, type Webhook } from '../../../functions/webhooks/model/webhook.ts'
import { put } from '../../../infra/local/tenant.ts'
import { hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { uuidV7 } from '../../../shared/platform/ids.ts'
import { type Manager, managerOf } from '../../support/api-keys.ts'
import { type Answer, call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { hookFor, hooksPath, onHook, takingReceiver } from '../../support/webhooks.ts'

/** The log of a subscription, whose deliveries are stored as if they had been made over some days. */

const types = ['signature.created', 'signature.completed', 'signature.expired'] as const
const total = 60

let of: Tenant
let manager: Manager
let webhook: Webhook
/** Newest first. */
let log: Delivery[]

beforeAll(async () => {
  of = await tenant()
  manager = await managerOf(of)
  webhook = await subscription('first')
  const startMs = Date.now() - 10 * 24 * hourMs
  // Two at a time were created in one millisecond.
  const made = Array.from({ length: total }, (_, index) => stored(index, startMs + Math.floor(index / 2) * 3 * hourMs))
  await Promise.all(made.map((delivery) => put(table(), deliveries, delivery)))
  log = made.sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
})

async function subscription(name: string): Promise<Webhook> {
  const { id } = await hookFor(manager, `${await takingReceiver()}/${name}`, { events: ['signature.declined'] })
  const found = await readSubscription(table(), { orgId: of.org.id, applicationId: null }, id)
  if (!found) throw new Error('the subscription is not there')
  return found.webhook
}

const placeOf = ({ createdAt, id }: Delivery) => `${createdAt} ${id}`

/** Each status comes with each type. Some events happened days before: they were missed at first. */
function stored(index: number, atMs: number, type: string = types[index % types.length] ?? ''): Delivery {
  const { providerId, livemode } = webhook
  const happenedMs = atMs - (index % 4) * 24 * hourMs
  const about = { apiVersion: '1', createdAt: timestamp(happenedMs), providerId, orgId: of.org.id, livemode } as const
  const made = newDelivery(
    webhook,
    { id: uuidV7(happenedMs), type, ...about, data: { requestId: uuidV7(happenedMs), title: 'A contract' } },
    atMs,
  )
  return brought(made, deliveryStatuses[index % deliveryStatuses.length])
}

function brought(made: Delivery, status: Delivery['status'] | undefined): Delivery {
  const attempt = { at: made.createdAt, durationMs: 3, responseBody: null } as const
  const failed = { ...attempt, responseCode: 500, error: 'http_status' } as const
  const nowMs = Date.now()
  if (status === 'succeeded') return attempted(made, { ...attempt, responseCode: 204, error: null }, nowMs)
  if (status === 'canceled') return canceled(made, nowMs)
  if (status === 'retrying') return attempted(made, failed, nowMs)
  return status === 'dead'
    ? Array.from({ length: 9 }).reduce<Delivery>((so) => attempted(so, failed, nowMs), made)
    : // Otherwise the sweep would find it overdue, and have it delivered meanwhile.
      { ...made, isGuarded: true }
}

async function list(query: Record<string, string>, id = webhook.id, token = manager.token): Promise<Answer> {
  return await call('GET', `${hooksPath(of, `/${id}/deliveries`)}?${new URLSearchParams(query)}`, { token })
}

/** Every result of every page. */
async function walk(query: Record<string, string>): Promise<Answer['body'][]> {
  const found: Answer['body'][] = []
  for (let pageToken: string | undefined = ''; pageToken !== undefined; ) {
    const { status, body } = await list({ ...query, ...(pageToken && { pageToken }) })
    expect(status).toBe(200)
    expect(body.results.length).toBeLessThanOrEqual(Number(query.pageSize ?? 25))
    found.push(...body.results)
    pageToken = body.nextPageToken
  }
  return found
}

const createdMs = ({ createdAt }: Delivery) => Date.parse(createdAt)

function logged(index: number): Delivery {
  const delivery = log[index]
  if (!delivery) throw new Error(`the log has no ${index}`)
  return delivery
}

const at = (index: number) => timestamp(createdMs(logged(index)))

describe('the log of a subscription', () => {
  const filters: [string, () => Record<string, string>, (delivery: Delivery) => boolean][] = [
    ['no filter', () => ({}), () => true],
    ...deliveryStatuses.map((status): (typeof filters)[number] => [
      `the status ${status}`,
      () => ({ status }),
      (delivery) => delivery.status === status,
    ]),
    ...types.map((eventType): (typeof filters)[number] => [
      `the type ${eventType}`,
      () => ({ eventType }),
      (delivery) => delivery.eventType === eventType,
    ]),
    ['a type that nothing is of', () => ({ eventType: 'task.created' }), () => false],
    ['a start', () => ({ from: at(20) }), (delivery) => createdMs(delivery) >= Date.parse(at(20))],
    ['an end', () => ({ to: at(20) }), (delivery) => createdMs(delivery) <= Date.parse(at(20))],
    ['one moment', () => ({ from: at(20), to: at(20) }), (delivery) => createdMs(delivery) === Date.parse(at(20))],
    ['an end before the start', () => ({ from: at(0), to: at(40) }), () => false],
    ['an event', () => ({ eventId: logged(7).eventId }), ({ id }) => id === logged(7).id],
    ['an event whose delivery was not created then', () => ({ eventId: logged(7).eventId, to: at(30) }), () => false],
    [
      'an event of another status',
      () => ({ eventId: logged(7).eventId, status: otherThan(logged(7).status) }),
      () => false,
    ],
    ['an event that nobody knows', () => ({ eventId: randomUUID() }), () => false],
    [
      'everything at once',
      () => ({ status: 'dead', eventType: types[1], from: at(50), to: at(4) }),
      (delivery) =>
        delivery.status === 'dead' &&
        delivery.eventType === types[1] &&
        createdMs(delivery) >= Date.parse(at(50)) &&
        createdMs(delivery) <= Date.parse(at(4)),
    ],
  ]

  it.each(filters)('with %s gives what fits once, newest first, on pages of any size', async (_, query, fits) => {
    const expected = log.filter(fits).map(({ id }) => id)
    for (const pageSize of ['7', '25', '100'])
      expect((await walk({ ...query(), pageSize })).map(({ id }) => id)).toEqual(expected)
  })

  it('tells of each delivery how it went, and of one asked for by its id what was sent', async () => {
    const listed = await walk({ pageSize: '100' })
    for (const [index, { status, eventType, eventId, attemptCount, lastResponseCode }] of log.entries())
      expect(listed[index]).toMatchObject({
        subscriptionId: webhook.id,
        orgId: of.org.id,
        status,
        eventType,
        eventId,
        attemptCount,
        lastResponseCode,
      })
    for (const [index, { id, payload, attempts }] of log.slice(0, 5).entries()) {
      const { status, body } = await onHook(manager, 'GET', webhook.id, `/deliveries/${id.toUpperCase()}`)
      expect([status, body]).toEqual([200, { ...listed[index], payload: JSON.parse(payload), attempts }])
    }
  })

  it('gives what is rare, though one page reads no further than it may', async () => {
    const busy = await subscription('busy')
    const startMs = Date.now() - 48 * hourMs
    const common = Array.from({ length: 1_020 }, (_, index) => stored(2, startMs + 1_000 * (index + 1), types[0]))
    const rare = stored(2, startMs, types[1])
    const of = (delivery: Delivery): Delivery => ({ ...delivery, webhookId: busy.id })
    await Promise.all([rare, ...common].map((delivery) => put(table(), deliveries, of(delivery))))
    const first = await list({ eventType: types[1] }, busy.id)
    // A page looks at a thousand at most.
    expect(first.body).toEqual({ results: [], nextPageToken: expect.any(String) })
    const second = await list({ eventType: types[1], pageToken: first.body.nextPageToken }, busy.id)
    expect(second.body).toEqual({ results: [expect.objectContaining({ id: rare.id })] })
  })
})

describe('the log is not read with', () => {
  it.each(['0', '101', 'abc', '-1', ''])('the pageSize %j: invalid_input', async (pageSize) => {
    expectRefused(await list({ pageSize }), 'invalid_input')
  })

  it.each<Record<string, string>>([
    { status: 'failed' },
    { eventId: 'no-uuid' },
    { from: 'yesterday' },
    { to: '2026-01-01' },
  ])('%j: invalid_request', async (query) => {
    expectRefused(await list(query), 'invalid_request')
  })

  it('a pageToken of other filters, another subscription or another person: invalid_page_token', async () => {
    const other = await subscription('other')
    const { nextPageToken: pageToken } = (await list({ pageSize: '5' })).body
    const colleague = await personOf(of, 'owner')
    const filters: Record<string, string>[] = [{ status: 'dead' }, { eventType: types[0] }, { from: at(50) }]
    const answers = [
      ...(await Promise.all(filters.map((filter) => list({ ...filter, pageToken })))),
      await list({ pageToken }, other.id),
      await list({ pageToken }, webhook.id, colleague.token),
      await list({ pageToken: 'garbage' }),
      await list({ pageToken: `${pageToken}A` }),
    ]
    for (const answer of answers) expectRefused(answer, 'invalid_page_token')
    expect((await list({ pageToken, pageSize: '3' })).body.results.map(({ id }: Delivery) => id)).toEqual(
      log.slice(5, 8).map(({ id }) => id),
    )
  })
})

describe('a delivery', () => {
  it('is stored once: storing it again changes nothing and returns the stored delivery', async () => {
    const made = { ...stored(0, Date.now()), webhookId: randomUUID() }
    expect(await keepNewDelivery(table(), made)).toEqual(made)
    expect(await keepNewDelivery(table(), { ...made, status: 'dead' })).toEqual(made)
  })

  it('is not there under another subscription, and is not replayed there', async () => {
    const other = await subscription('another')
    const delivery = logged(0)
    const paths = [other.id, webhook.id].map(
      (id, index) => `/${id}/deliveries/${index === 0 ? delivery.id : randomUUID()}`,
    )
    const unreadable = `/${webhook.id}/deliveries/no-uuid`
    for (const [method, after] of [['GET', ''] as const, ['POST', '/replay'] as const]) {
      const answers = await Promise.all(
        [...paths, unreadable].map((path) => call(method, hooksPath(of, path + after), { token: manager.token })),
      )
      for (const answer of answers) expectRefused(answer, 'not_found')
      expect(new Set(answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, ''))).size).toBe(1)
    }
    expect((await onHook(manager, 'GET', webhook.id, `/deliveries/${delivery.id}`)).body.status).toBe(delivery.status)
  })
})

function otherThan(status: Delivery['status']): string {
  return status === 'dead' ? 'retrying' : 'dead'
}
