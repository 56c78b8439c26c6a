import { describe, expect, test } from 'vitest'
import { nextDueAt, remindersDue } from '../../../functions/signature/model/reminders.ts'
import type { RequestRecord, Signer } from '../../../functions/signature/model/request.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { cause, nowMs, sampleRequest, sampleSigner, uuid } from './sample-request.ts'

const inDays = (days: number) => timestamp(nowMs + days * dayMs)
const expiresAt = inDays(30)
const notified = (more: Partial<Signer> = {}, number = 1) =>
  sampleSigner(number, { status: 'notified', notifiedAt: inDays(0), ...more })
/** First after three days, then every five, three times. */
const requestOf = (signers: Signer[], more: Partial<RequestRecord> = {}) =>
  sampleRequest({ vendor: 'native', expiresAt, signers, ...more })

describe('the next time at which something is due', () => {
  test.each<[string, Signer[], Partial<RequestRecord>, number]>([
    ['a signer was asked', [notified()], {}, 3],
    ['they opened it', [notified({ status: 'opened', openedAt: inDays(1) })], {}, 3],
    ['they were reminded once', [notified({ reminderCount: 1, lastRemindedAt: inDays(3) })], {}, 8],
    ['they were reminded as often as may be', [notified({ reminderCount: 3, lastRemindedAt: inDays(13) })], {}, 30],
    ['they have signed', [notified({ status: 'signed' }), notified({ notifiedAt: inDays(1) }, 2)], {}, 4],
    ['nobody was asked yet', [sampleSigner(1)], {}, 30],
    ['several were asked', [notified({ notifiedAt: inDays(2) }), notified({ notifiedAt: inDays(1) }, 2)], {}, 4],
    ['reminders are off', [notified()], { reminders: { enabled: false, firstAfterDays: 3, everyDays: 5, max: 3 } }, 30],
    [
      'there are to be none',
      [notified()],
      { reminders: { enabled: true, firstAfterDays: 3, everyDays: 5, max: 0 } },
      30,
    ],
    ['the sender delivers', [notified()], { deliveryMode: 'none' }, 30],
    ['it expires before', [notified()], { expiresAt: inDays(2) }, 2],
  ])('when %s', (_, signers, more, days) => {
    expect(nextDueAt(requestOf(signers, more), nowMs)).toBe(inDays(days))
  })
})

describe('reminders that are due', () => {
  const at = (days: number, request: RequestRecord) => remindersDue(request, { ...cause, nowMs: nowMs + days * dayMs })

  test('are written to those alone whose time has come, and counted', () => {
    const change = at(3, requestOf([notified(), notified({ notifiedAt: inDays(1) }, 2)]))
    expect(change?.after.signers).toMatchObject([
      { reminderCount: 1, lastRemindedAt: inDays(3) },
      { reminderCount: 0, lastRemindedAt: null },
    ])
    expect(change?.jobs).toEqual([
      {
        type: 'signature.letters_due',
        data: { requestId: uuid(100), emailKind: 'reminder', signerIds: [uuid(1)], codeNumber: null },
      },
    ])
    expect(change?.steps.map(({ type }) => type)).toEqual(['reminded'])
  })

  test('come no more than as often as the request says', () => {
    const times: number[] = []
    let signer = notified()
    for (let day = 0; day < 30; day++) {
      const change = at(day, requestOf([signer]))
      if (!change) continue
      times.push(day)
      signer = change.after.signers[0] ?? signer
    }
    expect(times).toEqual([3, 8, 13])
  })

  test('are none before their time, nor of a request that has expired', () => {
    expect(at(2.99, requestOf([notified()]))).toBeNull()
    expect(at(4, requestOf([notified()], { expiresAt: inDays(4) }))).toBeNull()
  })
})
