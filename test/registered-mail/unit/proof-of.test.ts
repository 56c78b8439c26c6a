import { expect, it } from 'vitest'
import type { Item } from '../../../functions/registered-mail/model/item.ts'
import {
  type Cause,
  type ItemChange,
  reported,
  stepOf,
} from '../../../functions/registered-mail/model/item-transitions.ts'
import { updateAnswered, updateRequested } from '../../../functions/registered-mail/model/recipient-updates.ts'
import type { StepDraft } from '../../../functions/registered-mail/model/steps.ts'
import { linkedSteps } from '../../../functions/registered-mail/model/steps.ts'
import { flawsOfItem } from '../../../functions/registered-mail/proofs/flaws-of-item.ts'
import { proofOf } from '../../../functions/registered-mail/proofs/proof-of.ts'
import { simulatedReport } from '../../../functions/registered-mail/vendors/simulated-report.ts'
import { proofReport } from '../../../infra/checks/evidence/proof-report.ts'
import { holds } from '../../../infra/checks/evidence/report.ts'
import { emptyChain } from '../../../shared/platform/hash-chain.ts'
import { sampleItem, sampleMail } from './sample-item.ts'

const start = Date.parse('2026-11-25T09:00:00.000Z')
const actor = { type: 'system', id: null, name: 'Sealpost' } as const
const updateId = '01980f50-3a10-7b2c-8d4e-000000000099'
const party = { firstName: 'Claire', lastName: 'Dupont', company: null }
const mail = {
  ...sampleMail,
  sender: { ...party, kind: 'individual', email: 'claire@example.com', verifiedAt: null },
  send: { sentAt: '2026-11-25T08:59:00.000Z' },
} as unknown as Parameters<typeof proofOf>[1]['mail']

/** An item with its steps after each of the changes, an hour apart from each other. */
function after(...changes: ((item: Item, cause: Cause) => ItemChange | null)[]) {
  let item = sampleItem()
  const { firstName, lastName, company, email } = item
  const cause = (hour: number): Cause => ({ nowMs: start + hour * 3_600_000, actor, ip: null, userAgent: null })
  const drafts: [number, readonly StepDraft[]][] = [
    [start, [stepOf('queued', cause(0), { firstName, lastName, company, email })]],
  ]
  for (const [hour, change] of changes.entries()) {
    const done = change(item, cause(hour + 1))
    if (!done) throw new Error(`change ${hour} does nothing`)
    item = done.after
    drafts.push([cause(hour + 1).nowMs, done.steps])
  }
  let chain = emptyChain
  const steps = drafts.flatMap(([nowMs, each]) => {
    const linked = linkedSteps({ mailId: item.mailId, itemId: item.id, chain }, each, { nowMs, ids: () => 'id' })
    chain = linked.chain
    return linked.steps.map(({ mailId: _, itemId: __, id: ___, ...step }) => step)
  })
  return { item, steps }
}

const report = (to: 'sent' | 'deposited' | 'refused') => (item: Item, cause: Cause) =>
  reported(item, simulatedReport(to, cause.nowMs, null), cause)

/** A vendor whose sending is not yet the notice. */
const sentWithoutNotice = (item: Item, cause: Cause) =>
  reported(item, { to: 'sent', at: new Date(cause.nowMs).toISOString(), source: 'vendor' }, cause)

const asked = (item: Item, cause: Cause) =>
  updateRequested(
    item,
    { id: updateId, firstName: 'Zed', lastName: 'New', company: null, email: 'zed@example.com' },
    cause,
  )

const accepted = (isNoticedAtOnce: boolean) => (item: Item, cause: Cause) => {
  const [update] = item.recipientUpdates
  const notifiedAt = isNoticedAtOnce ? new Date(cause.nowMs).toISOString() : null
  return (
    (update && updateAnswered(item, update, { accept: true, by: sampleMail.createdBy, notifiedAt, jobs: [] }, cause)) ??
    null
  )
}

function proofIn(kind: 'content' | 'deposit' | 'refusal', { item, steps }: ReturnType<typeof after>) {
  expect(flawsOfItem(item, steps)).toEqual([])
  return proofOf(kind, { mail, item, steps, organization: 'Acme', content: null, issuedAt: '2026-11-26T00:00:00.000Z' })
}

const hour = (hours: number) => new Date(start + hours * 3_600_000).toISOString()
const jane = { name: 'Jane Doe', email: 'jane@example.com' }

it.each([
  ['a notice at once', report('sent'), true, hour(1)],
  ['a notice that is still due', report('sent'), false, hour(1)],
  ['a deposit that was the notice', sentWithoutNotice, true, hour(2)],
])(
  'names the recipient of the deposit and its notice, though a correction followed: %s',
  async (_, sent, atOnce, notifiedAt) => {
    const proof = proofIn('deposit', after(sent, report('deposited'), asked, accepted(atOnce)))
    expect(proof.recipient).toMatchObject(jane)
    expect(proof.times).toMatchObject({ notifiedAt, depositedAt: hour(2), deliveredAt: null, endedAt: null })
    expect(proof.times.acceptanceDeadline).toBe('2026-12-10T22:59:59.999Z')
    expect(proof.steps.map(({ type }) => type)).toEqual(['queued', 'sent', 'deposited'])
    const opened = { checks: [], seal: null, isSealed: false, json: null, isTrusted: false }
    expect(holds(await proofReport(opened, { content: proof, links: proof.steps }, []))).toBe(true)
  },
)

it('names the recipient whom the mail was sent to in the proof of content, and the corrected one afterwards', () => {
  const corrected = after(report('sent'), report('deposited'), asked, accepted(true), report('refused'))
  expect(proofIn('content', corrected).recipient).toMatchObject(jane)
  expect(proofIn('refusal', corrected).recipient).toMatchObject({ name: 'Zed New', email: 'zed@example.com' })
  expect(proofIn('refusal', corrected).times).toMatchObject({ notifiedAt: hour(4), endedAt: hour(5) })
})

it('names the corrected recipient in the proof of a deposit that followed the correction', () => {
  const corrected = after(report('sent'), asked, accepted(true), report('deposited'))
  const { recipient, times } = proofIn('deposit', corrected)
  expect([recipient.name, times.notifiedAt, times.depositedAt]).toEqual(['Zed New', hour(3), hour(4)])
})
