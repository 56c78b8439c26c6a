import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedWebhook, disabled, enabled } from '../../../functions/webhooks/model/change-webhook.ts'
import type { Webhook } from '../../../functions/webhooks/model/webhook.ts'
import { dayMs, hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { sampleWebhook, startMs } from './sample-webhook.ts'

describe('a subscription that changes', () => {
  it('is a version further, and nothing else of it is different', () => {
    const after = changedWebhook(sampleWebhook, { description: 'Accounting' }, startMs)
    expect(after).toEqual({ ...sampleWebhook, description: 'Accounting', version: 2, updatedAt: timestamp(startMs) })
  })

  it.each(['manual', 'consecutive_failures'] as const)('tells that it was disabled: %s', (reason) => {
    const at = timestamp(startMs)
    expect(disabled(sampleWebhook, reason, startMs)).toMatchObject({
      status: 'disabled',
      disabledReason: reason,
      disabledAt: at,
      gaps: [{ from: at, to: null }],
      version: 2,
    })
  })

  it('has been disabled from then to when it is enabled', () => {
    const again = enabled(disabled(sampleWebhook, 'manual', startMs), startMs + hourMs)
    expect(again).toMatchObject({ status: 'enabled', disabledReason: null, disabledAt: null, version: 3 })
    expect(again.gaps).toEqual([{ from: timestamp(startMs), to: timestamp(startMs + hourMs) }])
  })
})

interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

/** Disabled and enabled again and again: how long it is enabled before, and disabled then. */
const pausesMs = fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: 4 * dayMs }))
const histories = fc.array(fc.tuple(pausesMs, pausesMs), { minLength: 1, maxLength: 120 })

function lived(history: readonly (readonly [number, number])[]) {
  let [webhook, nowMs]: [Webhook, number] = [sampleWebhook, startMs]
  const stretches: Stretch[] = []
  for (const [enabledForMs, disabledForMs] of history) {
    const fromMs = nowMs + enabledForMs
    const toMs = fromMs + disabledForMs
    stretches.push({ fromMs, toMs })
    webhook = enabled(disabled(webhook, 'manual', fromMs), toMs)
    nowMs = toMs
  }
  return { webhook, nowMs, stretches }
}

const startOf = ({ from }: Webhook['gaps'][number]) => Date.parse(from)
const endOf = ({ to }: Webhook['gaps'][number]) => (to === null ? Number.POSITIVE_INFINITY : Date.parse(to))

describe('what a subscription knows of the times in which it was disabled', () => {
  it('is in order, at most 40 stretches, and holds every moment of the last 30 days', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { webhook, nowMs, stretches } = lived(history)
        const { gaps } = webhook
        expect(gaps.length).toBeLessThanOrEqual(40)
        for (const [index, gap] of gaps.entries()) {
          expect(startOf(gap)).toBeLessThan(endOf(gap))
          const next = gaps[index + 1]
          if (next) expect(endOf(gap)).toBeLessThan(startOf(next))
        }
        const recent = stretches.filter(({ toMs }) => toMs > nowMs - 30 * dayMs)
        const isHeld = ({ fromMs, toMs }: Stretch) => gaps.some((gap) => startOf(gap) <= fromMs && toMs <= endOf(gap))
        expect(recent.filter((stretch) => !isHeld(stretch))).toEqual([])
      }),
    )
  })

  it('holds no more than those moments, as long as they are not too many to be told apart', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(pausesMs, pausesMs), { minLength: 1, maxLength: 39 }), (history) => {
        const { webhook, stretches } = lived(history)
        for (const gap of webhook.gaps) expect(stretches).toContainEqual({ fromMs: startOf(gap), toMs: endOf(gap) })
      }),
    )
  })

  it('ends nowhere while it is disabled, however often it was before', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { webhook, nowMs } = lived(history)
        const { gaps } = disabled(webhook, 'manual', nowMs + 1)
        expect(gaps.length).toBeLessThanOrEqual(40)
        expect(gaps.filter(({ to }) => to === null)).toEqual([gaps.at(-1)])
        expect(gaps.at(-1)?.from).toBe(timestamp(nowMs + 1))
      }),
    )
  })
})
