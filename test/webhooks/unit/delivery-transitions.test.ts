import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attemptDelaysSec, maxAttempts } from '../../../events/delivery-schedule.ts'
import { serializedEnvelope } from '../../../events/envelope.ts'
import {
  type Delivery,
  deliveries,
  deliveriesBy,
  deliveryIdOf,
  deliveryPartition,
  isEnded,
  isOverdue,
  retryDelaysSec,
} from '../../../functions/webhooks/model/delivery.ts'
import {
  attempted,
  canceled,
  guarded,
  newDelivery,
  parked,
  replayed,
  resumed,
} from '../../../functions/webhooks/model/delivery-transitions.ts'
import { dayMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { uuidV7 } from '../../../shared/platform/ids.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { envelopeOf, sampleWebhook, startMs } from './sample-webhook.ts'

const attempt = { at: timestamp(startMs), durationMs: 12, responseBody: null } as const
const taken = { ...attempt, responseCode: 204, error: null } as const
const refused = { ...attempt, responseCode: 503, error: 'http_status' } as const
const unreached = { ...attempt, responseCode: null, error: 'timeout' } as const

const envelope = envelopeOf(startMs - 1_000)
const fresh = newDelivery(sampleWebhook, envelope, startMs)
const failedTimes = (times: number, from = fresh) =>
  Array.from({ length: times }).reduce<Delivery>((delivery) => attempted(delivery, refused, startMs), from)

/** A delivery in each of its states. */
const states = {
  pending: fresh,
  'pending and guarded': guarded(fresh),
  'pending and waiting': parked(fresh),
  retrying: failedTimes(1),
  'retrying and waiting': parked(failedTimes(1)),
  'retrying for the last time': failedTimes(maxAttempts - 1),
  succeeded: attempted(failedTimes(2), taken, startMs),
  dead: failedTimes(maxAttempts),
  canceled: canceled(failedTimes(1), startMs),
} as const
type State = keyof typeof states

const laterMs = startMs + 60_000
const at = timestamp(laterMs)

/** What each transition makes of each state: the status, attempts made, budget, and whether anything follows. */
const table: [string, (delivery: Delivery) => Delivery, Partial<Record<State, Partial<Delivery>>>][] = [
  [
    'an attempt that is taken',
    (delivery) => attempted(delivery, taken, laterMs),
    {
      pending: { status: 'succeeded', attemptCount: 1, completedAt: at, nextAttemptAt: null, lastResponseCode: 204 },
      retrying: { status: 'succeeded', attemptCount: 2, completedAt: at, nextAttemptAt: null, lastResponseCode: 204 },
      'retrying for the last time': { status: 'succeeded', attemptCount: 9, completedAt: at, nextAttemptAt: null },
    },
  ],
  [
    'an attempt that fails',
    (delivery) => attempted(delivery, unreached, laterMs),
    {
      pending: { status: 'retrying', attemptCount: 1, completedAt: null, lastResponseCode: null },
      'pending and guarded': { status: 'retrying', attemptCount: 1 },
      retrying: { status: 'retrying', attemptCount: 2, completedAt: null, lastResponseCode: null },
      'retrying for the last time': { status: 'dead', attemptCount: 9, completedAt: at, nextAttemptAt: null },
    },
  ],
  [
    'its subscription being disabled',
    parked,
    {
      pending: { status: 'pending', attemptCount: 0, nextAttemptAt: null },
      'pending and guarded': { status: 'pending', attemptCount: 0, nextAttemptAt: null },
      retrying: { status: 'retrying', attemptCount: 1, nextAttemptAt: null },
    },
  ],
  [
    'its subscription being enabled, or its message being lost',
    (delivery) => resumed(delivery, laterMs),
    {
      'pending and guarded': { status: 'pending', attemptCount: 0, nextAttemptAt: at, budget: 1 },
      'pending and waiting': { status: 'pending', attemptCount: 0, nextAttemptAt: at, budget: 1 },
      'retrying and waiting': { status: 'retrying', attemptCount: 1, nextAttemptAt: at, budget: 1 },
      retrying: { status: 'retrying', attemptCount: 1, nextAttemptAt: at, budget: 1 },
    },
  ],
  [
    'its subscription being deleted',
    (delivery) => canceled(delivery, laterMs),
    {
      pending: { status: 'canceled', completedAt: at, nextAttemptAt: null },
      'pending and waiting': { status: 'canceled', completedAt: at, nextAttemptAt: null },
      retrying: { status: 'canceled', completedAt: at, nextAttemptAt: null, attemptCount: 1 },
      'retrying and waiting': { status: 'canceled', completedAt: at, nextAttemptAt: null, attemptCount: 1 },
    },
  ],
  [
    'a replay',
    (delivery) => replayed(delivery, laterMs),
    Object.fromEntries(
      Object.keys(states).map((state) => [
        state,
        { status: 'pending', attemptCount: 0, budget: 2, nextAttemptAt: at, replayedAt: at, completedAt: null },
      ]),
    ),
  ],
]

const isState = (name: string): name is State => name in states
const cells = table.flatMap(([name, transition, rows]) =>
  Object.entries(rows).map(([state, becomes]) => ({ name, transition, state, becomes })),
)

describe('a delivery', () => {
  it.each(cells)('that is $state: $name', ({ transition, state, becomes }) => {
    if (!isState(state)) throw new Error(`there is no state ${state}`)
    const before = states[state]
    const after = transition(before)
    expect(after).toMatchObject(becomes)
    // Whoever guards it does so until something happens to it.
    expect(after.isGuarded).toBe(null)
    // Whatever happens to it, it is the same event to the same receiver in the same bytes, a version further.
    const { id, webhookId, eventId, payload, createdAt } = before
    expect(after).toMatchObject({ id, webhookId, eventId, payload, createdAt, version: before.version + 1 })
    expect(isEnded(after)).toBe(after.completedAt !== null)
  })

  it('is made to be attempted at once, with the event as it is to be sent', () => {
    expect(fresh).toMatchObject({
      id: deliveryIdOf(envelope.id, sampleWebhook.id),
      webhookId: sampleWebhook.id,
      status: 'pending',
      ownerOrgId: sampleWebhook.orgId,
      applicationId: null,
      orgId: envelope.orgId,
      livemode: false,
      eventId: envelope.id,
      eventType: envelope.type,
      attemptCount: 0,
      budget: 1,
      version: 1,
      attempts: [],
      nextAttemptAt: timestamp(startMs),
      createdAt: timestamp(startMs),
      completedAt: null,
      replayedAt: null,
    })
    expect(fresh.payload).toBe(serializedEnvelope(envelope))
  })

  it('that nobody takes is attempted nine times, each at its own time after the one before, and is dead', () => {
    let [delivery, nowMs] = [fresh, startMs]
    const waits = [0]
    while (!isEnded(delivery)) {
      delivery = attempted(delivery, { ...refused, at: timestamp(nowMs) }, nowMs)
      if (delivery.nextAttemptAt === null) break
      waits.push((Date.parse(delivery.nextAttemptAt) - nowMs) / 1000)
      nowMs = Date.parse(delivery.nextAttemptAt)
    }
    expect(delivery).toMatchObject({ status: 'dead', attemptCount: 9, completedAt: timestamp(nowMs) })
    expect(waits).toEqual([0, ...retryDelaysSec(fresh)])
    expect(delivery.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it.each(['succeeded', 'dead', 'canceled'] as const)('that is %s has all its attempts after a replay', (state) => {
    const again = failedTimes(maxAttempts, replayed(states[state], laterMs))
    expect(again).toMatchObject({ status: 'dead', attemptCount: 9, budget: 2 })
    expect(attempted(replayed(again, laterMs), taken, laterMs)).toMatchObject({ status: 'succeeded', budget: 3 })
  })

  it('remembers the latest attempts of two budgets, however often it is replayed', () => {
    const thrice = failedTimes(maxAttempts, replayed(failedTimes(maxAttempts, replayed(states.dead, laterMs)), laterMs))
    expect(thrice.attempts).toHaveLength(2 * maxAttempts)
    expect(thrice.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('where a delivery is listed', () => {
  const listed: Record<State, 'pending' | 'retrying' | 'dead' | null> = {
    pending: null,
    'pending and guarded': null,
    'pending and waiting': 'pending',
    retrying: 'retrying',
    'retrying and waiting': 'retrying',
    'retrying for the last time': 'retrying',
    succeeded: null,
    dead: 'dead',
    canceled: null,
  }

  it.each(Object.keys(states).filter(isState))('when it is %s', (state) => {
    const delivery = states[state]
    const item = toItem(deliveries, delivery)
    const status = listed[state]
    expect(item.GSI1PK).toBe(status === null ? undefined : deliveriesBy(delivery.webhookId, status))
    expect(item.GSI1SK).toBe(status === null ? undefined : `${delivery.createdAt}#${delivery.id}`)
    expect([item.GSI3PK, item.GSI3SK]).toEqual([
      deliveryPartition(delivery.webhookId),
      `${delivery.createdAt}#${delivery.id}`,
    ])
    // What has an attempt to come is found by the sweep when that is not made, or its guard is; nothing else is.
    expect('GSI2PK' in item).toBe(delivery.nextAttemptAt !== null && state !== 'pending and guarded')
    expect(item.expiresAt).toBe(Math.ceil((startMs + 30 * dayMs) / 1000))
  })

  it('it is overdue five minutes after its attempt was to be made, and never while it waits for no time', () => {
    const graceMs = 5 * 60_000
    expect([graceMs - 1, graceMs].map((passedMs) => isOverdue(fresh, startMs + passedMs))).toEqual([false, true])
    expect(isOverdue(parked(fresh), startMs + dayMs)).toBe(false)
  })

  it.each([
    [1, 10],
    [2, 20],
    [6, 320],
    [9, 320],
  ])('it is overdue later each time that it was brought forward: %i times', (times, minutes) => {
    const again = Array.from({ length: times }).reduce<Delivery>((before) => resumed(before, startMs), fresh)
    const dueMs = startMs + minutes * minuteMs
    expect([dueMs - 1, dueMs].map((nowMs) => isOverdue(again, nowMs))).toEqual([false, true])
    // The sweep finds it then, and no sooner.
    expect(toItem(deliveries, again).GSI2SK).toContain(timestamp(dueMs))
  })
})

const ids = fc.uuid()
const momentsMs = fc.integer({ min: 0, max: 2 ** 45 })

describe('the times of retries', () => {
  it('are those of the table and at most a tenth more, whichever delivery and budget they are of', () => {
    const budgets = fc.integer({ min: 1, max: 1_000 })
    fc.assert(
      fc.property(ids, budgets, (id, budget) => {
        const delays = retryDelaysSec({ id, budget })
        expect(delays).toHaveLength(maxAttempts - 1)
        for (const [index, delaySec] of delays.entries()) {
          const tableSec = attemptDelaysSec[index + 1] ?? Number.NaN
          expect(Number.isInteger(delaySec)).toBe(true)
          expect(delaySec).toBeGreaterThanOrEqual(tableSec)
          expect(delaySec).toBeLessThanOrEqual(tableSec * 1.1)
        }
        expect(retryDelaysSec({ id, budget })).toEqual(delays)
      }),
    )
  })

  it('differ between deliveries that failed together', () => {
    const some = fc.sample(ids, { numRuns: 100, seed: 1 })
    const longest = some.map((id) => retryDelaysSec({ id, budget: 1 }).at(-1))
    expect(new Set(longest).size).toBeGreaterThan(90)
  })
})

describe('the id of a delivery', () => {
  const events = fc.tuple(momentsMs, fc.uuid({ version: 4 })).map(([ms, random]) => uuidV7(ms, random))

  it('follows from the event and the subscription, and is a UUID that neither of two others has', () => {
    fc.assert(
      fc.property(events, ids, ids, (eventId, webhookId, otherId) => {
        fc.pre(webhookId !== otherId)
        const id = deliveryIdOf(eventId, webhookId)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(deliveryIdOf(eventId, webhookId)).toBe(id)
        expect(deliveryIdOf(eventId, otherId)).not.toBe(id)
      }),
    )
  })

  it('differs between events of one moment, and sorts by their times', () => {
    fc.assert(
      fc.property(events, events, ids, (one, other, webhookId) => {
        fc.pre(one !== other)
        const [first, second] = [deliveryIdOf(one, webhookId), deliveryIdOf(other, webhookId)]
        expect(first).not.toBe(second)
        const timesOf = [one, other].map((id) => id.slice(0, 13))
        if (timesOf[0] !== timesOf[1]) expect(first < second).toBe(one < other)
        expect([first, second].map((id) => id.slice(0, 13))).toEqual(timesOf)
      }),
    )
  })
})
