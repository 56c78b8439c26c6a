import { expect, test } from 'vitest'
import { emptyDraft } from '../../../../functions/signature/signing-page/page/draft.ts'
import { type Screen, screenOf } from '../../../../functions/signature/signing-page/page/screen.ts'
import { allowedStep, type Step } from '../../../../functions/signature/signing-page/page/view.ts'
import { type StateParts, stateOf } from './sample-state.ts'

const inTime = Date.parse('2026-03-09T09:59:59.999Z')
const late = Date.parse('2026-03-09T10:00:00.000Z')

test.each<[string, StateParts, number, Screen]>([
  ['it is your turn', {}, inTime, 'signing'],
  ['the time is up and nobody has said so yet', {}, late, 'expired'],
  ['others come first', { you: { isYourTurn: false } }, inTime, 'not_your_turn'],
  ['others came first until the time was up', { you: { isYourTurn: false } }, late, 'expired'],
  ['you signed and others have not', { you: { status: 'signed' } }, inTime, 'signed'],
  ['you signed and the time is up for others', { you: { status: 'signed' } }, late, 'signed'],
  ['you signed, and then it expired', { request: { status: 'expired' }, you: { status: 'signed' } }, late, 'expired'],
  [
    'you signed, and then it was canceled',
    { request: { status: 'canceled' }, you: { status: 'signed' } },
    late,
    'canceled',
  ],
  ['you declined', { request: { status: 'declined' }, you: { status: 'declined' } }, inTime, 'declined_by_you'],
  ['another declined', { request: { status: 'declined' } }, inTime, 'declined_by_other'],
  ['everyone signed, you too', { request: { status: 'completed' }, you: { status: 'signed' } }, late, 'signed'],
  ['it was completed without you', { request: { status: 'completed' } }, inTime, 'completed'],
  ['you are not asked any more', { you: { status: 'aborted' } }, inTime, 'not_asked'],
])('where %s', (_, parts, now, screen) => {
  expect(screenOf(stateOf(parts), now)).toBe(screen)
})

const open = { isNeeded: true, isProved: false }
const proved = { isNeeded: true, isProved: true }

test.each<[Step, StateParts['code'], Step]>([
  ['sign', open, 'code'],
  ['code', open, 'code'],
  ['read', open, 'read'],
  ['sign', proved, 'sign'],
  ['code', proved, 'sign'],
  ['code', {}, 'sign'],
  ['intro', proved, 'intro'],
])('to %s with the code %j one gets to %s', (step, code, allowed) => {
  expect(allowedStep(step, stateOf({ code }), emptyDraft)).toBe(allowed)
})
