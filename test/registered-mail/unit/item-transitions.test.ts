import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aggregatedStatus, progressOf } from '../../../functions/registered-mail/model/aggregated-status.ts'
import type { Item } from '../../../functions/registered-mail/model/item.ts'
import {
  type FinalStatus,
  type ItemStatus,
  isFinal,
  itemStatuses,
} from '../../../functions/registered-mail/model/item-status.ts'
import {
  type ReportedStatus,
  reported,
  reportedAll,
  retried,
  stepOf,
} from '../../../functions/registered-mail/model/item-transitions.ts'
import { updateRequested } from '../../../functions/registered-mail/model/recipient-updates.ts'
import { linkedSteps } from '../../../functions/registered-mail/model/steps.ts'
import { sampleItem } from './sample-item.ts'

const cause = {
  nowMs: Date.parse('2026-11-25T10:00:00Z'),
  actor: { type: 'system' as const, id: null, name: 'S' },
  ip: null,
  userAgent: null,
}
const at = '2026-11-25T09:00:00.000Z'
const statuses = ['sent', 'deposited', 'delivered', 'refused', 'neglected', 'bounced', 'failed'] as const
const rank: Record<ItemStatus, number> = {
  draft: 0,
  sending: 1,
  sent: 2,
  deposited: 3,
  delivered: 4,
  refused: 4,
  neglected: 4,
  bounced: 4,
  failed: 4,
}

const reportOf = (to: ReportedStatus) => ({ to, at, source: 'vendor' as const })
const reports = fc.array(fc.constantFrom(...statuses), { maxLength: 12 })

describe('reports of a vendor', () => {
  test('move an item forward only, in whatever order and however often they come', () => {
    fc.assert(
      fc.property(reports, (order) => {
        let item = sampleItem()
        for (const to of order) {
          const change = reported(item, reportOf(to), cause)
          if (!change) continue
          expect(isFinal(item.status)).toBe(false)
          expect(rank[change.after.status]).toBeGreaterThan(rank[item.status])
          item = change.after
        }
      }),
    )
  })

  test('publish each status once, and the final one alone, but for delivered, whose proof follows', () => {
    fc.assert(
      fc.property(reports, (order) => {
        const whole = reportedAll(sampleItem(), order.map(reportOf), cause)
        const told = (whole?.events ?? []).map(({ data }) => ('status' in data ? data.status : null))
        expect(new Set(told).size).toBe(told.length)
        const passed = (whole?.after.timeline ?? [])
          .map(({ status }) => status)
          .filter((status) => status !== 'sending')
        expect(told).toEqual(passed.filter((status) => status !== 'delivered'))
      }),
    )
  })

  test('that skip statuses let the item pass them all', () => {
    const change = reported(sampleItem(), { ...reportOf('delivered'), notifiedAt: at }, cause)
    expect(change?.after.timeline.map(({ status }) => status)).toEqual(['sending', 'sent', 'deposited', 'delivered'])
    expect(change?.jobs.flatMap((job) => (job.type === 'registered_mail.proof_due' ? job.data.kind : []))).toEqual([
      'content',
      'deposit',
      'delivery',
    ])
    expect(change?.after).toMatchObject({ notifiedAt: at, depositedAt: at, deliveredAt: at, endedAt: at })
  })

  test('make a failure retryable before the vendor accepted the item, and never after', () => {
    const early = reported(sampleItem(), reportOf('failed'), cause)
    expect(early?.after.retryable).toBe(true)
    const sent = reported(sampleItem(), reportOf('sent'), cause)
    const late = sent && reported(sent.after, reportOf('failed'), cause)
    expect(late?.after.retryable).toBe(false)
    expect(late && retried(late.after, cause)).toBeNull()
    expect(early && retried(early.after, cause)?.after).toMatchObject({
      status: 'sending',
      attempt: 2,
      retryable: false,
    })
  })
})

test('a recipient can ask for fifty corrections, and only while the item is on its way', () => {
  const fields = { firstName: 'Ada', lastName: null, company: null, email: null }
  const asked = (item: Item, id: string) => updateRequested(item, { id, ...fields }, cause)?.after ?? null
  expect(asked(sampleItem(), 'early')).toBeNull()
  let item = reported(sampleItem(), reportOf('deposited'), cause)?.after ?? sampleItem()
  for (let count = 0; count < 50; count++) item = asked(item, `update-${count}`) ?? item
  expect(item.recipientUpdates).toHaveLength(50)
  expect(asked(item, 'late')).toBeNull()
})

const sent = { isCanceled: false, isSent: true }

/** Decisions 9.5, written down a second time. */
function expectedStatus(items: readonly ItemStatus[]) {
  const finals = items.filter((status): status is FinalStatus => isFinal(status))
  const failures = finals.filter((status) => ['failed', 'bounced'].includes(status))
  if (items.every((status) => status === 'sending')) return 'sending'
  if (finals.length < items.length) return 'in_progress'
  if (failures.length === 0) return 'completed'
  return failures.length === items.length ? 'failed' : 'partially_failed'
}

describe('the status of a mail', () => {
  test('follows from its items', () => {
    const item = fc.constantFrom(...itemStatuses.filter((status) => status !== 'draft'))
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 50 }), (items) => {
        expect(aggregatedStatus(sent, items)).toBe(expectedStatus(items))
        const { total, ...counts } = progressOf(items)
        expect(total).toBe(items.length)
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total)
      }),
    )
  })

  test('is canceled or draft before a send, whatever the recipients', () => {
    expect(aggregatedStatus({ isCanceled: true, isSent: false }, ['draft'])).toBe('canceled')
    expect(aggregatedStatus({ isCanceled: false, isSent: false }, [])).toBe('draft')
  })
})

test('no step of an item is before the previous one, though the clock of this machine is behind', () => {
  const { mailId, id: itemId, chain } = sampleItem()
  const recorded = (end: Parameters<typeof linkedSteps>[0]['chain'], nowMs: number) =>
    linkedSteps({ mailId, itemId, chain: end }, [stepOf('displayed', cause)], { nowMs, ids: () => itemId })
  const first = recorded(chain, cause.nowMs)
  const second = recorded(first.chain, cause.nowMs - 71)
  const third = recorded(second.chain, cause.nowMs + 5)
  const ats = [first, second, third].flatMap(({ steps }) => steps.map((step) => Date.parse(step.at) - cause.nowMs))
  expect(ats).toEqual([0, 0, 5])
})
