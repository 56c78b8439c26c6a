import { afterAll, describe, expect, it } from 'vitest'
import { readSubscription } from '../../../functions/webhooks/model/webhook.ts'
import { managerOf } from '../../support/api-keys.ts'
import { demand } from '../../support/client.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { create } from '../../support/signature.ts'
import { table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import {
  deliveriesIn,
  deliveriesOf,
  eventIn,
  failOnce,
  hookFor,
  onHook,
  postHook,
  type Receiver,
  receiver,
} from '../../support/webhooks.ts'

const receivers: Receiver[] = []
afterAll(() => {
  for (const each of receivers) each.close()
})

/** An organization, somebody who manages its integrations, and a receiver that takes what it gets. */
async function home() {
  const of = await tenant()
  return { of, manager: await managerOf(of), at: await anyReceiver() }
}

async function anyReceiver(): Promise<Receiver> {
  const at = await receiver()
  receivers.push(at)
  return at
}

describe.concurrent('a subscription', () => {
  it('is created, read, changed, listed and deleted, and each of it is audited', async () => {
    const { of, manager, at } = await home()
    const json = { url: at.url, description: ' Accounting ', events: ['signature.signed', 'signature.completed'] }
    const made = await postHook(manager, json)
    expect([made.status, made.headers.get('etag')]).toEqual([201, 'W/"1"'])
    const { webhook, secret } = made.body
    expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/)
    expect(made.headers.get('location')).toBe(`/v1/orgs/${of.org.id}/webhooks/${webhook.id}`)
    expect(webhook).toEqual({
      id: expect.any(String),
      orgId: of.org.id,
      applicationId: null,
      url: at.url,
      description: 'Accounting',
      events: json.events,
      status: 'enabled',
      disabledReason: null,
      disabledAt: null,
      secretHint: secret.slice(-4),
      secretRotatedAt: webhook.createdAt,
      previousSecretExpiresAt: null,
      apiVersion: '1',
      livemode: false,
      consecutiveFailures: 0,
      lastSuccessAt: null,
      lastFailureAt: null,
      createdAt: expect.stringMatching(/Z$/),
      createdBy: expect.objectContaining({ firstName: 'Paul' }),
      updatedAt: webhook.createdAt,
      version: 1,
    })
    expect((await onHook(manager, 'GET', webhook.id)).body).toEqual(webhook)
    const changed = await onHook(manager, 'PATCH', webhook.id, '', { description: null, events: ['*'] })
    expect(changed.body).toMatchObject({ description: null, events: ['*'], url: at.url, version: 2 })
    expect((await onHook(manager, 'PATCH', webhook.id, '', { events: ['*'] })).body.version).toBe(2)
    // E-mails quote it: it is one line, however it is given.
    const twoLines = { description: 'Accounting\nof Sealpost' }
    expectRefused(await onHook(manager, 'PATCH', webhook.id, '', twoLines), 'invalid_request')
    expectRefused(await postHook(manager, { ...json, ...twoLines }), 'invalid_request')
    expect((await onHook(manager, 'GET', '')).body.results).toEqual([changed.body])
    expect((await onHook(manager, 'DELETE', webhook.id)).status).toBe(204)
    expectRefused(await onHook(manager, 'GET', webhook.id), 'not_found')
    expect((await onHook(manager, 'GET', '')).body.results).toEqual([])
    const entries = (await auditLogOf(of.org.id)).map(({ action, target }) => [action, target.id])
    expect(entries).toEqual(['created', 'changed', 'deleted'].map((action) => [`webhook.${action}`, webhook.id]))
  })

  it('keeps its secret encrypted, and tells it once', async () => {
    const { of, manager, at } = await home()
    const { id, secret } = await hookFor(manager, at.url)
    const stored = await readSubscription(table(), { orgId: of.org.id, applicationId: null }, id)
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(JSON.stringify((await onHook(manager, 'GET', id)).body)).not.toContain(secret)
  })

  it.each([
    ['no type that can be subscribed to', { events: ['signature.rejected'] }],
    ['the test event', { events: ['webhook.test'] }],
    ['a type twice', { events: ['signature.signed', 'signature.signed'] }],
    ['all and one', { events: ['*', 'signature.signed'] }],
    ['http elsewhere', { url: 'http://hooks.example.com/' }],
    ['an address of a private network', { url: 'https://10.0.0.1/' }],
    ['credentials', { url: 'https://user:password@hooks.example.com/' }],
    ['a fragment', { url: 'https://hooks.example.com/#part' }],
  ])('is refused with %s', async (_, change) => {
    const { manager, at } = await home()
    const answer = await postHook(manager, { url: at.url, events: ['*'], ...change })
    expectRefused(answer, 'invalid_input')
    expect((await onHook(manager, 'GET', '')).body.results).toEqual([])
  })

  it('is one of 20 at most, each at its own address, however many are asked for at once', async () => {
    const { manager, at } = await home()
    const urls = Array.from({ length: 24 }, (_, index) => `${at.url}/${index}`)
    const answers = await Promise.all(urls.map((url) => postHook(manager, { url, events: ['*'] })))
    const kept = (await onHook(manager, 'GET', '')).body.results
    expect(kept).toHaveLength(answers.filter(({ status }) => status === 201).length)
    const left = urls.filter((url) => !kept.some((webhook: { url: string }) => webhook.url === url))
    for (const url of left.slice(0, 20 - kept.length)) await hookFor(manager, url)
    const full = await postHook(manager, { url: `${at.url}/another`, events: ['*'] })
    expectRefused(full, 'quota_exceeded')
    expect(full.body.error.details).toMatchObject({ metric: 'webhooks', limit: 20, used: 20, remaining: 0 })
    const [first] = (await onHook(manager, 'GET', '')).body.results
    expectRefused(await postHook(manager, { url: first.url, events: ['*'] }), 'already_exists')
    const [, second] = (await onHook(manager, 'GET', '')).body.results
    expectRefused(await onHook(manager, 'PATCH', second.id, '', { url: first.url }), 'already_exists')
    expect((await onHook(manager, 'DELETE', first.id)).status).toBe(204)
    expect((await onHook(manager, 'PATCH', second.id, '', { url: first.url })).status).toBe(200)
  })
})

describe.concurrent('an event', () => {
  it('is posted to whoever subscribed to its type, signed, and stands in the log', async () => {
    const { of, manager, at } = await home()
    const elsewhere = await home()
    const { id, secret } = await hookFor(manager, at.url, { events: ['signature.created'] })
    await hookFor(manager, `${elsewhere.at.url}/declined`, { events: ['signature.declined'] })
    await hookFor(elsewhere.manager, elsewhere.at.url)
    const request = await create(of)
    const [posted] = await at.posts(1)
    if (!posted) throw new Error('nothing was posted')
    const envelope = eventIn(posted, secret)
    expect(envelope).toMatchObject({
      type: 'signature.created',
      orgId: of.org.id,
      livemode: false,
      data: { requestId: request.id },
    })
    const [delivery] = await deliveriesIn(manager, id, 'succeeded')
    expect(posted.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'SVC-Webhooks/1',
      'x-svc-event-id': envelope.id,
      'x-svc-event-type': envelope.type,
      'x-svc-delivery-id': delivery.id,
      'x-svc-livemode': 'false',
    })
    expect(delivery).toMatchObject({
      subscriptionId: id,
      eventId: envelope.id,
      eventType: 'signature.created',
      orgId: of.org.id,
      attemptCount: 1,
      nextAttemptAt: null,
      completedAt: expect.any(String),
      lastResponseCode: 200,
    })
    const full = (await onHook(manager, 'GET', id, `/deliveries/${delivery.id}`)).body
    expect(full.payload).toEqual(envelope)
    expect(full.attempts).toEqual([
      {
        number: 1,
        at: expect.stringMatching(/Z$/),
        durationMs: expect.any(Number),
        responseCode: 200,
        responseBody: 'taken',
        error: null,
      },
    ])
    expect((await onHook(manager, 'GET', id)).body).toMatchObject({ lastSuccessAt: expect.stringMatching(/Z$/) })
    expect(at.received).toHaveLength(1)
    expect(elsewhere.at.received).toEqual([])
  })

  it('that is taken forgets the failures that were counted while it was under way', async () => {
    const { of, manager, at } = await home()
    const { id } = await hookFor(manager, at.url, { events: ['signature.created'] })
    at.answer(async (response) => {
      await failOnce(of, id)
      response.writeHead(200).end()
    })
    await create(of)
    await deliveriesIn(manager, id, 'succeeded')
    await until('the failure to be forgotten', async () => {
      const { consecutiveFailures, lastFailureAt } = (await onHook(manager, 'GET', id)).body
      return lastFailureAt !== null && consecutiveFailures === 0
    })
  })

  it('counts no failures any more once it is enabled, on or off', async () => {
    const { of, manager, at } = await home()
    const { id } = await hookFor(manager, at.url)
    await failOnce(of, id)
    expect((await onHook(manager, 'GET', id)).body).toMatchObject({ status: 'enabled', consecutiveFailures: 1 })
    const enabled = await onHook(manager, 'POST', id, '/enable')
    expect(enabled.body).toMatchObject({ status: 'enabled', consecutiveFailures: 0 })
    expect((await onHook(manager, 'POST', id, '/enable')).body).toEqual(enabled.body)
  })

  it('that a receiver does not take is retrying, and can be sent once more', async () => {
    const { of, manager, at } = await home()
    const { id, secret } = await hookFor(manager, at.url, { events: ['signature.created'] })
    at.answer(503)
    await create(of)
    const [failed] = await deliveriesIn(manager, id, 'retrying')
    expect(failed).toMatchObject({ attemptCount: 1, lastResponseCode: 503, completedAt: null })
    const waitSec = (Date.parse(failed.nextAttemptAt) - Date.parse(failed.createdAt)) / 1000
    expect(waitSec).toBeGreaterThan(29)
    expect((await onHook(manager, 'GET', id)).body.consecutiveFailures).toBe(1)
    at.answer(200)
    const replayed = await onHook(manager, 'POST', id, `/deliveries/${failed.id}/replay`)
    expect(replayed.status).toBe(202)
    expect(replayed.body).toMatchObject({ id: failed.id, eventId: failed.eventId, status: 'pending', attemptCount: 0 })
    const posts = await at.posts(2)
    const [first, second] = posts.map((post) => eventIn(post, secret))
    expect(second).toEqual(first)
    const [done] = await deliveriesIn(manager, id, 'succeeded')
    expect(done).toMatchObject({ id: failed.id, attemptCount: 1, lastResponseCode: 200 })
    expect((await onHook(manager, 'GET', id)).body.consecutiveFailures).toBe(0)
    const { attempts } = (await onHook(manager, 'GET', id, `/deliveries/${failed.id}`)).body
    expect(attempts.map(({ error }: { error: string | null }) => error)).toEqual(['http_status', null])
  })

  it('is made for trying out, also while the subscription is disabled, and never counts', async () => {
    const { manager, at } = await home()
    const { id, secret } = await hookFor(manager, at.url, { enabled: false })
    at.answer(500)
    const asked = await onHook(manager, 'POST', id, '/test')
    expect(asked.status).toBe(202)
    const [posted] = await at.posts(1)
    if (!posted) throw new Error('nothing was posted')
    expect(eventIn(posted, secret)).toMatchObject({
      id: asked.body.eventId,
      type: 'webhook.test',
      data: { subscriptionId: id, message: expect.any(String) },
    })
    // Whoever tests sees the answer at once; nothing comes later.
    const [failed] = await deliveriesIn(manager, id, 'dead')
    expect(failed).toMatchObject({
      id: asked.body.deliveryId,
      eventId: asked.body.eventId,
      attemptCount: 1,
      nextAttemptAt: null,
      completedAt: expect.any(String),
      lastResponseCode: 500,
    })
    const { attempts } = (await onHook(manager, 'GET', id, `/deliveries/${failed.id}`)).body
    expect(attempts).toMatchObject([{ number: 1, error: 'http_status', responseBody: 'not now' }])
    expect((await onHook(manager, 'GET', id)).body).toMatchObject({ status: 'disabled', consecutiveFailures: 0 })
    at.answer(200)
    demand(await onHook(manager, 'POST', id, `/deliveries/${failed.id}/replay`), 202)
    expect(await deliveriesIn(manager, id, 'succeeded')).toMatchObject([{ id: failed.id, attemptCount: 1 }])
  })
})

describe.concurrent('a secret', () => {
  it('is rotated with an overlap, in which deliveries are signed with both', async () => {
    const { manager, at } = await home()
    const before = await hookFor(manager, at.url)
    const rotated = await onHook(manager, 'POST', before.id, '/rotate-secret', { previousSecretExpiresInHours: 24 })
    expect(rotated.status).toBe(200)
    expect(rotated.body.webhook.previousSecretExpiresAt).toMatch(/Z$/)
    expect(rotated.body.webhook.secretHint).toBe(rotated.body.secret.slice(-4))
    await onHook(manager, 'POST', before.id, '/test')
    const [posted] = await at.posts(1)
    if (!posted) throw new Error('nothing was posted')
    expect(eventIn(posted, before.secret)).toEqual(eventIn(posted, rotated.body.secret))
    const again = await onHook(manager, 'POST', before.id, '/rotate-secret', {})
    await onHook(manager, 'POST', before.id, '/test')
    const [, second] = await at.posts(2)
    if (!second) throw new Error('nothing was posted')
    expect(eventIn(second, again.body.secret)).toMatchObject({ type: 'webhook.test' })
    for (const old of [before.secret, rotated.body.secret]) expect(() => eventIn(second, old)).toThrow()
  })
})

describe.concurrent('a disabled subscription', () => {
  it('gets nothing; enabled again, what waited goes on, and a replay sends what happened meanwhile', async () => {
    const { of, manager, at } = await home()
    const { id, secret } = await hookFor(manager, at.url, { events: ['signature.created'] })
    const witness = await anyReceiver()
    await hookFor(manager, witness.url, { events: ['signature.created'] })
    at.answer(500)
    await create(of)
    const [waiting] = await deliveriesIn(manager, id, 'retrying')
    const since = new Date(Date.parse(waiting.createdAt) - 60_000).toISOString()
    const disabled = await onHook(manager, 'POST', id, '/disable')
    expect(disabled.body).toMatchObject({
      status: 'disabled',
      disabledReason: 'manual',
      disabledAt: expect.any(String),
    })
    expect((await onHook(manager, 'POST', id, '/disable')).body).toEqual(disabled.body)
    expect((await deliveriesOf(manager, id))[0]).toMatchObject({ status: 'retrying', nextAttemptAt: null })
    expectRefused(await onHook(manager, 'POST', id, `/deliveries/${waiting.id}/replay`), 'invalid_input')
    expectRefused(await onHook(manager, 'POST', id, '/replay', { from: since }), 'invalid_input')
    const missed = await create(of)
    // What another subscription has was spread to all of them.
    await witness.posts(2)
    at.answer(200)
    const enabled = await onHook(manager, 'POST', id, '/enable')
    expect(enabled.body).toMatchObject({ status: 'enabled', disabledReason: null, consecutiveFailures: 0 })
    await deliveriesIn(manager, id, 'succeeded')
    demand(await onHook(manager, 'POST', id, '/test'), 202)
    await deliveriesIn(manager, id, 'succeeded', 2)
    const replay = await onHook(manager, 'POST', id, '/replay', { from: since })
    expect([replay.status, replay.body]).toEqual([202, { count: 1 }])
    await deliveriesIn(manager, id, 'succeeded', 3)
    // The log is ordered by its deliveries, not by their events: the old event was delivered last.
    const [newest, tested, oldest] = await deliveriesOf(manager, id)
    expect([newest.eventType, tested.eventType, oldest.id]).toEqual(['signature.created', 'webhook.test', waiting.id])
    expect(newest.eventId < tested.eventId && newest.createdAt > tested.createdAt).toBe(true)
    const ids = async (query: string) => (await deliveriesOf(manager, id, query)).map((delivery) => delivery.id)
    expect(await ids(`?from=${newest.createdAt}`)).toEqual([newest.id])
    expect(await ids(`?to=${tested.createdAt}`)).toEqual([tested.id, oldest.id])
    const sent = at.received.map((posted) => eventIn(posted, secret))
    expect(sent.filter(({ data }) => data.requestId === missed.id)).toHaveLength(1)
    expect((await onHook(manager, 'POST', id, '/replay', { from: since })).body).toEqual({ count: 0 })
    const all = await onHook(manager, 'POST', id, '/replay', {
      from: since,
      status: 'all',
      events: ['signature.created'],
    })
    expect(all.body).toEqual({ count: 2 })
    await at.posts(6)
  })
})
