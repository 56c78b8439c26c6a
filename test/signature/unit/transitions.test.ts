import { describe, expect, it } from 'vitest'
import { applyChange, type Change } from '../../../functions/signature/model/change.ts'
import {
  type RequestRecord,
  requestStatuses,
  type Signer,
  signerStatuses,
} from '../../../functions/signature/model/request.ts'
import {
  awaitsSeal,
  sealAsked,
  sealFailed,
  sealRetryDelaysMs,
} from '../../../functions/signature/model/seal-transitions.ts'
import { playedAction, type SignerAction, signerActions } from '../../../functions/signature/model/signer-action.ts'
import {
  canceled,
  endedRefusal,
  expired,
  extended,
  notified,
  sent,
  signersDue,
  statusAt,
} from '../../../functions/signature/model/transitions.ts'
import { tableFrom } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { cause, nowMs, sampleRequest, sampleSigner, uuid } from './sample-request.ts'

type Status = RequestRecord['status']

function play(record: RequestRecord, index: number, action: SignerAction): Change | null {
  const signer = record.signers[index]
  if (!signer) throw new Error('no such signer')
  return playedAction(record, signer, action, null, cause)
}

describe('asking signers', () => {
  it('asks one who opened the document before, by a link of the sender’s, and leaves it at that', () => {
    const openedAt = new Date(nowMs - 1).toISOString()
    const opened = sampleSigner(1, { status: 'opened', openedAt, notifiedAt: null })
    const change = notified(sampleRequest({ vendor: 'native', signers: [opened] }), [opened.id], cause)
    const notifiedAt = new Date(nowMs).toISOString()
    expect(change?.after.signers).toMatchObject([{ status: 'opened', openedAt, notifiedAt }])
    expect(change?.jobs.map(({ type }) => type)).toEqual(['signature.letters_due'])
  })
})

describe('another expiry', () => {
  it.for([
    ['later', 1, 1],
    ['earlier', -1, 0],
  ] as const)('that is %s', ([_, days, sentEmails]) => {
    const signers = [sampleSigner(1, { status: 'notified', notifiedAt: new Date(nowMs).toISOString() })]
    const inDays = (count: number) => new Date(nowMs + count * 86_400_000).toISOString()
    const record = sampleRequest({ vendor: 'native', signers, expiresInDays: 5, expiresAt: inDays(5) })
    const { after, jobs } = extended(record, 5 + days, cause)
    expect(after).toMatchObject({ expiresAt: inDays(5 + days), expiresInDays: 5 + days })
    expect(jobs).toHaveLength(sentEmails)
  })
})

describe('what can be done in which status', () => {
  it.for(requestStatuses)('%s', (status) => {
    const record = sampleRequest({ status })
    const isOpen = status === 'pending_signature'
    for (const action of signerActions) expect(play(record, 0, action) !== null, action).toBe(isOpen)
    expect(notified(record, [uuid(1)], cause) !== null).toBe(isOpen)
    const late = { ...record, expiresAt: new Date(nowMs).toISOString() }
    expect(expired(late, cause) !== null).toBe(isOpen)
    const over: Partial<Record<Status, string>> = { draft: undefined, pending_signature: undefined }
    const code = status in over ? undefined : `signature_request_${status}`
    expect(endedRefusal(record, nowMs)?.refused).toBe(code)
  })

  it('nothing from the millisecond of the expiry on', () => {
    const record = sampleRequest({ expiresAt: new Date(nowMs).toISOString() })
    expect(statusAt(record, nowMs - 1)).toBe('pending_signature')
    expect(statusAt(record, nowMs)).toBe('expired')
    for (const action of signerActions) expect(play(record, 0, action), action).toBeNull()
    expect(endedRefusal(record, nowMs)?.refused).toBe('signature_request_expired')
    expect(expired(record, { ...cause, nowMs: nowMs - 1 })).toBeNull()
    expect(expired(record, cause)).not.toBeNull()
  })
})

/** Which signers can do what: by their own status, when it is their turn. */
const possible: Record<Signer['status'], readonly SignerAction[]> = {
  waiting: signerActions,
  notified: signerActions,
  opened: signerActions,
  error: ['open', 'sign', 'decline', 'bounce'],
  signed: [],
  declined: [],
  aborted: [],
}

describe('what a signer can do in which status', () => {
  it.for(signerStatuses)('%s', (status) => {
    const record = sampleRequest({ signers: [sampleSigner(1, { status }), sampleSigner(2)] })
    const done = signerActions.filter((action) => play(record, 0, action) !== null)
    expect(done).toEqual(possible[status])
  })

  it('opens once, and bounces once', () => {
    const at = '2026-03-01T11:00:00.000Z'
    const signer = sampleSigner(1, { status: 'opened', openedAt: at, emailDelivery: 'bounced' })
    const record = sampleRequest({ signers: [signer, sampleSigner(2)] })
    expect(play(record, 0, 'open')).toBeNull()
    expect(play(record, 0, 'bounce')).toBeNull()
    expect(play(record, 0, 'sign')?.after.signers[0]).toMatchObject({ openedAt: at, status: 'signed' })
  })

  it('does not decline where that is not allowed', () => {
    expect(play(sampleRequest({ allowDecline: false }), 0, 'decline')).toBeNull()
  })

  it('does nothing before their turn', () => {
    const record = sampleRequest({ signingOrder: 'sequential' })
    for (const action of signerActions) expect(play(record, 1, action), action).toBeNull()
    for (const action of signerActions) expect(play(record, 0, action), action).not.toBeNull()
  })
})

describe('whose turn it is', () => {
  const three = [sampleSigner(1, { order: 2 }), sampleSigner(2, { order: 1 }), sampleSigner(3, { order: 2 })]

  it('in parallel everybody’s who has not signed', () => {
    expect(signersDue(sampleRequest({ signers: three })).map(({ id }) => id)).toEqual([uuid(1), uuid(2), uuid(3)])
  })

  it('in sequence those of the lowest number that is left', () => {
    const record = sampleRequest({ signingOrder: 'sequential', signers: three })
    expect(signersDue(record).map(({ id }) => id)).toEqual([uuid(2)])
    const next = play(record, 1, 'sign')
    expect(next?.jobs).toEqual([
      {
        type: 'signature.signers_due',
        data: { requestId: record.id, vendor: 'simulated', signerIds: [uuid(1), uuid(3)] },
      },
    ])
  })
})

describe('what a change tells', () => {
  const types = (change: Change | null) => ({
    steps: change?.steps.map(({ type }) => type),
    events: change?.events.map(({ type }) => type),
    jobs: change?.jobs.map(({ type }) => type),
  })
  const last = sampleRequest({ signers: [sampleSigner(1, { status: 'signed' }), sampleSigner(2)] })
  const by = { type: 'api_key' as const, id: 'key', name: 'Key' }

  it.for([
    [
      'sent',
      sent(sampleRequest({ status: 'draft' }), cause),
      ['sent'],
      ['signature.created'],
      ['signature.signers_due'],
    ],
    ['opened', play(sampleRequest(), 0, 'open'), ['opened'], ['signature.viewed'], []],
    ['signed', play(sampleRequest(), 0, 'sign'), ['signed'], ['signature.signed'], []],
    [
      'signed by the last',
      play(last, 1, 'sign'),
      ['signed', 'completed'],
      ['signature.signed'],
      ['signature.seal_due'],
    ],
    ['declined', play(sampleRequest(), 0, 'decline'), ['declined'], ['signature.declined'], []],
    ['bounced', play(sampleRequest(), 0, 'bounce'), ['email_bounced'], ['signature.delivery_failed'], []],
    ['failed', play(sampleRequest(), 0, 'fail'), ['failed'], [], []],
    [
      'canceled',
      canceled(sampleRequest(), by, { reason: null, notify: true }, cause),
      ['canceled'],
      ['signature.canceled'],
      [],
    ],
    ['extended', extended(sampleRequest(), 30, cause), ['extended'], [], []],
  ] as const)('%s', ([, change, steps, events, jobs]) => {
    expect(types(change)).toEqual({ steps, events, jobs })
  })

  it('the days of a request count from its sending', () => {
    const draft = sampleRequest({ status: 'draft', expiresInDays: 3 })
    const expiresAt = new Date(nowMs + 3 * 86_400_000).toISOString()
    expect(sent(draft, cause).after).toMatchObject({ expiresAt })
    expect(extended(sampleRequest(), 3, cause).after).toMatchObject({ expiresAt })
  })

  it('an end leaves nothing due, and aborts who has not signed', () => {
    for (const change of [play(last, 1, 'decline'), canceled(last, by, { reason: null, notify: true }, cause)]) {
      expect(change?.after).toMatchObject({ dueAt: null, endedAt: new Date(nowMs).toISOString() })
      expect(change?.after.signers[0]?.status).toBe('signed')
      expect(['declined', 'aborted']).toContain(change?.after.signers[1]?.status)
    }
  })

  it('a completion is due for its seal, and neither ends nor completes twice', () => {
    const change = play(last, 1, 'sign')
    expect(change?.after).toMatchObject({ status: 'completed', document: { sealStatus: 'pending' } })
    expect(Date.parse(change?.after.dueAt ?? '')).toBe(nowMs + 15 * 60_000)
  })
})

describe('a seal that fails', () => {
  it('waits 10 s, 1 m, 5 m, 30 m and 2 h, and is then failed, and tried every 15 m', () => {
    let record = sampleRequest({ status: 'completed' })
    const waits: [string, number][] = []
    for (let failure = 0; failure < 7; failure++) {
      const { after } = sealFailed(record, cause)
      waits.push([after.document.sealStatus, Date.parse(after.dueAt ?? '') - nowMs])
      record = { ...record, ...after }
    }
    const failed = ['failed', 900_000]
    expect(waits).toEqual([...sealRetryDelaysMs.map((delayMs) => ['pending', delayMs]), failed, failed])
    expect(awaitsSeal(record)).toBe(true)
  })

  it('has failed at once where the next try would do no better', () => {
    const { after } = sealFailed(sampleRequest({ status: 'completed' }), cause, { isLasting: true })
    expect(after.document).toMatchObject({ sealStatus: 'failed', sealFailures: 1 })
    expect(after.dueAt).toBe(new Date(nowMs + 900_000).toISOString())
    expect(awaitsSeal({ ...sampleRequest({ status: 'completed' }), ...after })).toBe(true)
  })

  it('starts anew where a person asks, and goes on where the sweep does', () => {
    const document = { ...sampleRequest().document, sealStatus: 'failed' as const, sealFailures: 6 }
    const record = sampleRequest({ status: 'completed', document })
    expect(sealAsked(record, cause, 'person').after.document).toMatchObject({ sealStatus: 'pending', sealFailures: 0 })
    expect(sealAsked(record, cause, 'sweep').after.document).toEqual(document)
  })
})

describe('a change that is written', () => {
  it('counts the version up, and carries the chain on', () => {
    const ids = () => uuid(7)
    const table = tableFrom('table')
    const author = {
      actor: { type: 'system' as const, id: null, name: 'Test' },
      requestId: 'r',
      ip: null,
      userAgent: null,
    }
    const work = new UnitOfWork({ table, clock: () => nowMs, ids, author })
    const before = sampleRequest()
    const next = applyChange(work, before, canceled(before, before.createdBy, { reason: null, notify: true }, cause), {
      nowMs,
      ids,
    })
    expect(next).toMatchObject({ version: 2, chain: { length: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) } })
    // The request, its step, its event and when its retention is looked at, in one transaction.
    expect(work.writes).toHaveLength(4)
  })
})
