import { describe, expect, it } from 'vitest'
import { dueChange } from '../../../functions/registered-mail/due/due-change.ts'
import { acceptanceDeadline } from '../../../functions/registered-mail/model/acceptance-deadline.ts'
import type { Item } from '../../../functions/registered-mail/model/item.ts'
import { itemDueAt } from '../../../functions/registered-mail/model/item-due.ts'
import { withNotice } from '../../../functions/registered-mail/model/item-transitions.ts'
import { updateAnswered } from '../../../functions/registered-mail/model/recipient-updates.ts'

const notifiedAt = '2026-11-24T10:00:00.000Z'

/** An item of our own vendor whose notice went out. */
function itemWith(fields: Partial<Item>): Item {
  return {
    ...{ id: 'item', mailId: 'mail', orgId: 'org', entityId: 'entity', providerId: 'provider', livemode: true },
    ...{ kind: 'individual', contactId: null, contactKeptBy: null, civility: null, company: null, consent: null },
    ...{ firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com', reference: null, mailReference: null },
    ...{ position: 0, type: 'simple', vendor: 'native', status: 'deposited', retryable: false, attempt: 1 },
    ...{ failureReason: null, submittedAt: notifiedAt, vendorItemId: null, notifiedAt, depositedAt: notifiedAt },
    ...{ acceptanceDeadline: acceptanceDeadline(notifiedAt), deliveredAt: null, endedAt: null, timeline: [] },
    proofs: { deposit: null, content: null, delivery: null, refusal: null, negligence: null, bounce: null },
    ...{ recipientUpdates: [], emails: [], remindersSent: 0, chain: { length: 0, hash: '' }, dueAt: null, version: 1 },
    ...fields,
  } as Item
}

/** What the sweep does to an item, looking whenever the item is due, until nothing is due any more. */
function history(first: Item): [string, string][] {
  const done: [string, string][] = []
  for (let item = first; ; ) {
    const dueAt = itemDueAt(item)
    if (dueAt === null) return done
    expect(dueChange(item, Date.parse(dueAt) - 1)).toBeNull()
    const change = dueChange(item, Date.parse(dueAt))
    if (!change) throw new Error(`nothing is done at ${dueAt}`)
    done.push([dueAt, change.steps.map(({ type }) => type).join(' ')])
    item = change.after
  }
}

describe('what time does to an item of our own vendor', () => {
  it('deposits it ten minutes after a notice without a report, reminds every three days, and neglects it after the deadline', () => {
    expect(history(itemWith({ status: 'sent', depositedAt: null, acceptanceDeadline: null }))).toEqual([
      ['2026-11-24T10:10:00.000Z', 'deposited'],
      ['2026-11-27T10:00:00.000Z', 'reminded'],
      ['2026-11-30T10:00:00.000Z', 'reminded'],
      ['2026-12-03T10:00:00.000Z', 'reminded'],
      ['2026-12-06T10:00:00.000Z', 'reminded'],
      ['2026-12-09T10:00:00.000Z', 'reminded'],
      ['2026-12-09T23:00:00.000Z', 'neglected'],
    ])
  })

  it('says in the step of the deposit that no report came', () => {
    const sent = itemWith({ status: 'sent', depositedAt: null, acceptanceDeadline: null })
    const change = dueChange(sent, Date.parse('2026-11-24T10:10:00.000Z'))
    expect(change?.steps).toMatchObject([{ type: 'deposited', detail: { deliveryReport: 'none' } }])
  })

  it('reminds once after a stall, and then at the usual times', () => {
    const change = dueChange(itemWith({}), Date.parse('2026-12-05T00:00:00.000Z'))
    expect(change?.jobs).toMatchObject([{ type: 'registered_mail.reminder_due', data: { notice: 1 } }])
    expect(change && itemDueAt(change.after)).toBe('2026-12-06T10:00:00.000Z')
  })

  it('neglects it first, if the deadline is over too', () => {
    const change = dueChange(itemWith({}), Date.parse('2026-12-20T00:00:00.000Z'))
    expect(change?.after.status).toBe('neglected')
    expect(change && itemDueAt(change.after)).toBeNull()
  })

  it.each(['sent', 'deposited'] as const)(
    'nothing, while a %s one waits for the notice to a changed address',
    (status) => {
      const fields = { firstName: null, lastName: null, company: null, email: 'new@example.com' }
      const nobody = { answeredAt: null, answeredBy: null }
      const update = { id: 'update', status: 'pending' as const, requestedAt: notifiedAt, ...fields, ...nobody }
      const by = { type: 'api_key' as const, id: 'key', name: 'Key' }
      const cause = { nowMs: Date.parse('2026-11-25T10:00:00.000Z'), actor: by, ip: null, userAgent: null }
      const answer = { accept: true, by, notifiedAt: null, jobs: [] }
      const { after } = updateAnswered(
        itemWith({ status, recipientUpdates: [update], remindersSent: 2 }),
        update,
        answer,
        cause,
      )
      expect(after.timeline.at(-1)?.detail).toMatchObject({ previousNotice: notifiedAt })
      expect(itemDueAt(after)).toBeNull()
      expect(dueChange(after, Date.parse('2030-01-01T00:00:00.000Z'))).toBeNull()
      const noticed = withNotice({ ...after, status: 'deposited' }, '2026-12-20T10:00:00.000Z', 'system')
      expect(itemDueAt(noticed)).toBe('2026-12-23T10:00:00.000Z')
    },
  )

  const sentAt = '2026-11-24T10:00:00.000Z'
  const sending = (fields: Partial<Item> = {}) =>
    itemWith({
      ...{ status: 'sending', submittedAt: null, notifiedAt: null, depositedAt: null, acceptanceDeadline: null },
      timeline: [{ status: 'sending', at: sentAt, source: 'api', detail: null }],
      ...fields,
    })

  it('hands it over again every hour, if no vendor took it over', () => {
    expect(itemDueAt(sending())).toBe('2026-11-24T11:00:00.000Z')
    const change = dueChange(sending(), Date.parse('2026-11-24T11:00:00.000Z'))
    const data = { mailId: 'mail', itemId: 'item', attempt: 1 }
    expect(change?.jobs).toEqual([{ type: 'registered_mail.item_due', data }])
    expect(change && itemDueAt(change.after)).toBe('2026-11-24T12:00:00.000Z')
    expect(change && dueChange(change.after, Date.parse('2026-11-24T11:59:59.999Z'))).toBeNull()
  })

  it('notes after two days that its vendor has not reported, and hands it over no second time', () => {
    const item = sending({ submittedAt: '2026-11-24T10:00:10.000Z' })
    expect(itemDueAt(item)).toBe('2026-11-26T10:00:10.000Z')
    const change = dueChange(item, Date.parse('2026-11-26T10:00:10.000Z'))
    expect(change).toMatchObject({ jobs: [], steps: [], events: [], after: { missedAt: '2026-11-26T10:00:10.000Z' } })
    expect(change && itemDueAt(change.after)).toBe('2026-11-28T10:00:10.000Z')
  })

  it.each(['delivered', 'refused', 'neglected', 'bounced', 'failed'] as const)('nothing, if it is %s', (status) => {
    const item = itemWith({ status })
    expect(itemDueAt(item)).toBeNull()
    expect(dueChange(item, Date.parse('2030-01-01T00:00:00.000Z'))).toBeNull()
  })
})

describe('what time does to an item of an outside vendor', () => {
  it('is nothing once the vendor has it: the vendor says when the period is over', () => {
    for (const status of ['sent', 'deposited'] as const)
      expect(itemDueAt(itemWith({ vendor: 'ar24', type: 'qualified', status }))).toBeNull()
  })
})
