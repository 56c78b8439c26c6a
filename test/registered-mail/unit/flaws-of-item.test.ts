import { describe, expect, it } from 'vitest'
import type { Item } from '../../../functions/registered-mail/model/item.ts'
import type { ProofStep } from '../../../functions/registered-mail/model/proof-content.ts'
import { flawsOfItem } from '../../../functions/registered-mail/proofs/flaws-of-item.ts'
import { sampleItem } from './sample-item.ts'

const [noticedAt, depositedAt, deliveredAt] = ['10:00', '10:05', '11:00'].map((time) => `2026-11-25T${time}:00.000Z`)
const again = '2026-11-26T10:00:00.000Z'

function step(type: string, detail: ProofStep['detail']): ProofStep {
  const actor = { type: 'system', id: null, name: 'Sealpost' }
  return { seq: 1, at: again, type, actor, detail, ip: null, userAgent: null, prevHash: '', hash: '' }
}

const steps = [
  step('queued', { firstName: 'Jane', lastName: 'Roe', company: null, email: 'jane@example.com' }),
  step('sent', { reportedAt: noticedAt }),
  step('deposited', { reportedAt: depositedAt }),
  step('recipient_update_requested', { updateId: '1', firstName: null, lastName: 'Doe', company: null, email: null }),
  step('recipient_update_requested', { updateId: '2', firstName: 'Eve', lastName: null, company: null, email: null }),
  step('recipient_update_answered', { updateId: '2', accept: false }),
  step('recipient_update_answered', { updateId: '1', accept: true }),
  step('email_sent', { notifiedAt: again }),
  step('delivered', { reportedAt: deliveredAt }),
]

function itemWith(fields: Partial<Item> = {}): Item {
  return {
    ...sampleItem(),
    ...{ firstName: 'Jane', lastName: 'Doe', company: null, email: 'jane@example.com', status: 'delivered' },
    ...{
      notifiedAt: again,
      depositedAt: depositedAt ?? null,
      deliveredAt: deliveredAt ?? null,
      endedAt: deliveredAt ?? null,
    },
    ...fields,
  }
}

describe('an item that a proof is made of', () => {
  it('is what its steps say, with the corrections that were accepted', () => {
    expect(flawsOfItem(itemWith(), steps)).toEqual([])
    expect(flawsOfItem(itemWith({ notifiedAt: noticedAt ?? null }), steps)).toEqual([])
  })

  it('may have any name where its first step is from before it held the recipient', () => {
    const [, ...others] = steps
    const from = step('queued', { mailId: '1', itemId: '2', attempt: 1 })
    expect(flawsOfItem(itemWith({ firstName: 'Anybody' }), [from, ...others])).toEqual([])
  })

  it('has the notice to its corrected address, or none yet', () => {
    const corrected = [
      ...steps.slice(0, 3),
      step('recipient_update_requested', { updateId: '3', firstName: null, email: 'doe@example.com' }),
      step('recipient_update_answered', { updateId: '3', accept: true }),
    ]
    const item = {
      lastName: 'Roe',
      email: 'doe@example.com',
      status: 'deposited',
      deliveredAt: null,
      endedAt: null,
    } as const
    const flawsOf = (notifiedAt: string | null, more: readonly ProofStep[] = []) =>
      flawsOfItem(itemWith({ ...item, notifiedAt }), [...corrected, ...more])
    expect(flawsOf(null)).toEqual([])
    expect(flawsOf(noticedAt ?? null)).toEqual(['notifiedAt is not what the steps say'])
    const noticed = [step('email_sent', { notifiedAt: again })]
    expect(flawsOf(again, noticed)).toEqual([])
    expect(flawsOf(null, noticed)).toEqual(['notifiedAt is not what the steps say'])
  })

  it.for([
    ['firstName', { firstName: 'Eve' }],
    ['lastName', { lastName: 'Roe' }],
    ['company', { company: 'Acme' }],
    ['email', { email: 'eve@example.com' }],
    ['notifiedAt', { notifiedAt: '2026-11-01T10:00:00.000Z' }],
    ['depositedAt', { depositedAt: again }],
    ['deliveredAt', { deliveredAt: again }],
    ['endedAt', { endedAt: null }],
    ['notifiedAt', { notifiedAt: null }],
    ['status', { status: 'refused', endedAt: null }],
  ] as const)('is not with another %s', ([field, fields]) => {
    expect(flawsOfItem(itemWith(fields), steps)).toEqual([expect.stringContaining(field)])
  })
})
