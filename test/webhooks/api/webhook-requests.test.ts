import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, describe, expect, it } from 'vitest'
import { bulkReplaysOf, replaysOf, testsOf } from '../../../functions/webhooks/model/request-limits.ts'
import type { Limited } from '../../../shared/errors/refusal.ts'
import { nextWindowMs, type WindowLimit, windowKey } from '../../../shared/store/window-count.ts'
import { managerOf } from '../../support/api-keys.ts'
import { type Answer, type CallOptions, call } from '../../support/client.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { create } from '../../support/signature.ts'
import { table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import {
  hookFor,
  hooksPath,
  onHook,
  postHook,
  type Receiver,
  receiver,
  takingReceiver,
} from '../../support/webhooks.ts'

/** What clients repeat, and what several of them send at the same moment. */

const receivers: Receiver[] = []
afterAll(() => {
  for (const each of receivers) each.close()
})

async function home() {
  const of = await tenant()
  return { of, manager: await managerOf(of), url: `${await takingReceiver()}/hooks` }
}

const underKey = (key: string) => ({ headers: { 'Idempotency-Key': key } })

describe.concurrent('a request that comes again under its Idempotency-Key', () => {
  it('is told the secret of the one subscription that it made', async () => {
    const { of, manager, url } = await home()
    const make = (more: object = {}) => postHook(manager, { url, events: ['*'], ...more }, underKey('make'))
    const [first, again] = [await make(), await make()]
    expect([first.status, first.headers.has('idempotent-replayed')]).toEqual([201, false])
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([201, 'true', first.text])
    expect(again.body.secret).toMatch(/^whsec_/)
    for (const header of ['location', 'etag']) expect(again.headers.get(header)).toBe(first.headers.get(header))
    expectRefused(await make({ description: 'another' }), 'idempotency_key_reused')
    expect((await onHook(manager, 'GET', '')).body.results).toEqual([first.body.webhook])
    expect(await auditLogOf(of.org.id)).toHaveLength(1)
  })

  it('is told the secret that it gave, which no third request replaces', async () => {
    const { manager, url } = await home()
    const { id, secret } = await hookFor(manager, url)
    const path = hooksPath(manager, `/${id}/rotate-secret`)
    const rotate = () => call('POST', path, { token: manager.token, json: {}, ...underKey('rotate') })
    const [first, again] = [await rotate(), await rotate()]
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(first.body.secret).not.toBe(secret)
    const { body } = await onHook(manager, 'GET', id)
    expect(body).toMatchObject({ secretHint: first.body.secret.slice(-4), version: 2 })
  })

  it('posts one test event, and replays a delivery once', async () => {
    const { of, manager } = await home()
    const at = await receiver()
    receivers.push(at)
    const { id } = await hookFor(manager, at.url)
    const post = (after: string, key: string) =>
      call('POST', hooksPath(of, `/${id}${after}`), { token: manager.token, ...underKey(key) })
    const [first, again] = [await post('/test', 'test'), await post('/test', 'test')]
    expect([again.status, again.text]).toEqual([202, first.text])
    await at.posts(1)
    const replay = () => post(`/deliveries/${first.body.deliveryId}/replay`, 'replay')
    const [replayed, toldAgain] = [await replay(), await replay()]
    expect([toldAgain.status, toldAgain.text]).toEqual([202, replayed.text])
    await at.posts(2)
    // What would have been posted besides stands before this one in its queue.
    const last = await post('/test', 'another')
    const posted = await at.posts(3)
    expect(posted.map(({ headers }) => headers['x-svc-delivery-id']).sort()).toEqual(
      [first, first, last].map(({ body }) => body.deliveryId).sort(),
    )
  })
})

describe.concurrent('a subscription that is changed at the same moment', () => {
  it('under one If-Match: one change is made', async () => {
    const { of, manager, url } = await home()
    const { id } = await hookFor(manager, url)
    const headers = { 'If-Match': 'W/"1"' }
    const path = hooksPath(of, `/${id}`)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        call('PATCH', path, { token: manager.token, json: { description: `Change ${index}` }, headers }),
      ),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer, 'precondition_failed')
    expect((await onHook(manager, 'GET', id)).body).toEqual(made[0]?.body)
    expectRefused(await call('DELETE', path, { token: manager.token, headers }), 'precondition_failed')
    expectRefused(await onHook(manager, 'PATCH', id, '', { description: 'Late', version: 1 }), 'precondition_failed')
    const changes = (await auditLogOf(of.org.id)).filter(({ action }) => action === 'webhook.changed')
    expect(changes).toHaveLength(1)
    const current = { 'If-Match': made[0]?.headers.get('etag') ?? '' }
    expect((await call('DELETE', path, { token: manager.token, headers: current })).status).toBe(204)
  })

  it('without one: each change that was acknowledged is there, and others are told concurrent_update', async () => {
    const { of, manager, url } = await home()
    const { id } = await hookFor(manager, url)
    const changes = [
      { description: 'Accounting' },
      { events: ['signature.signed', 'signature.completed'] },
      { url: `${url}/elsewhere` },
    ]
    const patches = changes.map((change) => onHook(manager, 'PATCH', id, '', change))
    const rotations = Array.from({ length: 3 }, () => onHook(manager, 'POST', id, '/rotate-secret', {}))
    const [patched, rotated] = await Promise.all([Promise.all(patches), Promise.all(rotations)])
    const answers = [...patched, ...rotated]
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer, 'concurrent_update')
    const { body } = await onHook(manager, 'GET', id)
    const made = changes.filter((_, index) => patched[index]?.status === 200)
    expect(body).toMatchObject(Object.assign({}, ...made))
    const done = answers.filter(({ status }) => status === 200)
    expect(body.version).toBe(1 + done.length)
    const versions = done.map((answer) => (answer.body.webhook ?? answer.body).version)
    expect(new Set(versions).size).toBe(done.length)
    const latest = rotated.filter(({ status }) => status === 200).sort((a, b) => byVersion(a.body, b.body))
    expect(body.secretHint).toBe((latest.at(-1)?.body.secret ?? body.secretHint).slice(-4))
    expect(await auditLogOf(of.org.id)).toHaveLength(1 + done.length)
  })

  it('is disabled once and enabled once, however many ask for it', async () => {
    const { of, manager, url } = await home()
    const { id } = await hookFor(manager, url)
    for (const action of ['disable', 'enable'] as const) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => onHook(manager, 'POST', id, `/${action}`)))
      for (const { status, body } of answers) expect([status, body.status]).toEqual([200, `${action}d`])
    }
    expect((await onHook(manager, 'GET', id)).body.version).toBe(3)
    const actions = (await auditLogOf(of.org.id)).map(({ action }) => action)
    expect(actions).toEqual(['webhook.created', 'webhook.disabled', 'webhook.enabled'])
  })

  it('goes to an address that one subscription alone gets', async () => {
    const { manager, url } = await home()
    const ids = [await hookFor(manager, `${url}/1`), await hookFor(manager, `${url}/2`)].map(({ id }) => id)
    const answers = await Promise.all(ids.map((id) => onHook(manager, 'PATCH', id, '', { url: `${url}/shared` })))
    const moved = answers.filter(({ status }) => status === 200)
    expect(moved).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer, 'already_exists')
    const urls = (await onHook(manager, 'GET', '')).body.results.map((webhook: { url: string }) => webhook.url)
    expect(urls.filter((each: string) => each === `${url}/shared`)).toHaveLength(1)
  })
})

const byVersion = (a: { webhook: { version: number } }, b: { webhook: { version: number } }) =>
  a.webhook.version - b.webhook.version

describe.concurrent('of two things that are wrong with a request', () => {
  const other = { 'If-Match': 'W/"999"' }

  it.each<[string, string, string, CallOptions]>([
    ['a missing subscription before a wrong body', 'not_found', '/019b76da-a800-7c3e-9a41-5f0e2b7d6c18', { json: 5 }],
    ['another version before a wrong body', 'precondition_failed', '', { json: { url: 5 }, headers: other }],
    ['another version before a rule', 'precondition_failed', '', { json: { events: ['nothing'] }, headers: other }],
    ['a wrong body before a rule', 'invalid_request', '', { json: { url: 'http://10.0.0.1', events: 5 } }],
    ['types before the address', 'invalid_input', '', { json: { url: 'http://10.0.0.1', events: ['nothing'] } }],
  ])('%s is told', async (_, code, elsewhere, options) => {
    const { of, manager, url } = await home()
    const { id } = await hookFor(manager, url)
    const answer = await call('PATCH', hooksPath(of, elsewhere || `/${id}`), { token: manager.token, ...options })
    expect(answer.body.error.code).toBe(code)
    if (code === 'invalid_input') expect(answer.body.error.details).toEqual({ events: ['nothing'] })
    expect((await onHook(manager, 'GET', id)).body).toMatchObject({ url, events: ['*'], version: 1 })
  })

  it('a taken address is told before a lack of room', async () => {
    const { manager, url } = await home()
    for (let index = 0; index < 20; index++) await hookFor(manager, `${url}/${index}`)
    expectRefused(await postHook(manager, { url: `${url}/7`, events: ['*'] }), 'already_exists')
    expectRefused(await postHook(manager, { url: `${url}/20`, events: ['*'] }), 'quota_exceeded')
    expectRefused(await postHook(manager, { url: `${url}/20`, events: ['nothing'] }), 'invalid_input')
  })
})

describe.concurrent('a replay of a stretch of time', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

  it.each([
    ['more than 30 days', () => ({ from: daysAgo(31) })],
    ['the future', () => ({ from: daysAgo(-1) })],
    ['an end before its start', () => ({ from: daysAgo(1), to: daysAgo(2) })],
    ['a type that nobody subscribes to', () => ({ from: daysAgo(1), events: ['signature.rejected'] })],
  ])('is refused for %s', async (_, json) => {
    const { of, manager, url } = await home()
    const { id } = await hookFor(manager, url)
    expectRefused(await onHook(manager, 'POST', id, '/replay', json()), 'invalid_input')
    expect((await auditLogOf(of.org.id)).map(({ action }) => action)).toEqual(['webhook.created'])
  })

  it('takes up to 30 days, and tells nobody of it where there is nothing to send', async () => {
    const { of, manager, url } = await home()
    const { id } = await hookFor(manager, url)
    const answer = await onHook(manager, 'POST', id, '/replay', { from: daysAgo(29.99), status: 'all' })
    expect([answer.status, answer.body]).toEqual([202, { count: 0 }])
    expect((await auditLogOf(of.org.id)).map(({ action }) => action)).toEqual(['webhook.created'])
  })
})

describe.concurrent('what people ask for of one subscription', () => {
  const used = async (window: WindowLimit, count: number) => {
    const inNextWindow = nextWindowMs(window, Date.now())
    for (const nowMs of [Date.now(), inNextWindow]) {
      const Item = { ...windowKey(window, nowMs), type: 'window_count', used: count }
      await table().client.send(new PutCommand({ TableName: table().name, Item }))
    }
  }
  const expectLimited = (answer: Answer, reason: Limited, window: WindowLimit) => {
    expectRefused(answer, 'rate_limited')
    const { details } = answer.body.error
    expect(details).toEqual({ limit: window.limit, reason, retryAfterSeconds: expect.any(Number) })
    expect(details.retryAfterSeconds).toBeGreaterThan(0)
    expect(details.retryAfterSeconds).toBeLessThanOrEqual(window.windowMs / 1000)
    expect(answer.headers.get('retry-after')).toBe(String(details.retryAfterSeconds))
  }

  it('is limited: 10 tests a minute, 60 replays of a delivery a minute, 10 replays of many an hour', async () => {
    const { of, manager, url } = await home()
    const [{ id }, other] = [await hookFor(manager, url), await hookFor(manager, `${url}/other`)]
    expect([testsOf(id), replaysOf(id), bulkReplaysOf(id)]).toMatchObject([
      { limit: 10, windowMs: 60_000 },
      { limit: 60, windowMs: 60_000 },
      { limit: 10, windowMs: 3_600_000 },
    ])
    const test = (hook: string) => onHook(manager, 'POST', hook, '/test')
    await used(testsOf(id), 10)
    expectLimited(await test(id), 'webhook_tests', testsOf(id))
    await used(testsOf(id), 9)
    const { deliveryId } = (await test(id)).body
    expect((await test(other.id)).status).toBe(202)
    expect((await onHook(manager, 'GET', id, '/deliveries')).body.results).toHaveLength(1)

    await used(replaysOf(id), 60)
    const replay = () => onHook(manager, 'POST', id, `/deliveries/${deliveryId}/replay`)
    expectLimited(await replay(), 'webhook_replays', replaysOf(id))
    await used(replaysOf(id), 59)
    expect((await replay()).status).toBe(202)

    await used(bulkReplaysOf(id), 10)
    const from = new Date(Date.now() - 60_000).toISOString()
    const replayAll = (status: string) => onHook(manager, 'POST', id, '/replay', { from, status })
    await create(of)
    await until('the delivery of an event', async () => {
      const { results } = (await onHook(manager, 'GET', id, '/deliveries?status=succeeded')).body
      return results.some(({ eventType }: { eventType: string }) => eventType === 'signature.created') || null
    })
    expectLimited(await replayAll('all'), 'webhook_replays', bulkReplaysOf(id))
    // Nothing is posted where nothing is selected.
    expect((await replayAll('dead')).body).toEqual({ count: 0 })
    await used(bulkReplaysOf(id), 9)
    expect((await replayAll('all')).status).toBe(202)
  })
})
