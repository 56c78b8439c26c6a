import { describe, expect, it } from 'vitest'
import { allSealedKeys, sealedKeys } from '../../../functions/signature/model/document-keys.ts'
import {
  awaitsRenewal,
  isRenewalDue,
  isRenewalOverdue,
  renewalAsked,
  renewalDueAt,
  renewalEnded,
  renewalFailed,
  renewed,
} from '../../../functions/signature/model/renewal-transitions.ts'
import type { RequestRecord } from '../../../functions/signature/model/request.ts'
import { newestSigned } from '../../../functions/signature/model/stored-document.ts'
import { system } from '../../../functions/signature/model/transitions.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { nowMs, sampleRequest, uuid } from './sample-request.ts'

const cause = { nowMs, actor: system, ip: null, userAgent: null }
const first = { sha256: 'a'.repeat(64), size: 1_000, availableAt: timestamp(nowMs - dayMs), renewals: [] }
const file = { run: uuid(31), sha256: 'b'.repeat(64), size: 2_000 }
const done = { level: 'B-LTA' as const, provableUntilMs: nowMs + 400 * dayMs, hasFailed: false }

function sealedRequest(document: Partial<RequestRecord['document']> = {}): RequestRecord {
  const base = sampleRequest({ status: 'completed', dueAt: timestamp(nowMs) })
  const sealed = { sealStatus: 'sealed' as const, sealLevel: 'B-LTA' as const, sealRun: uuid(30), signed: first }
  return { ...base, document: { ...base.document, ...sealed, ...document } }
}

const changed = (record: RequestRecord, change: Partial<RequestRecord>): RequestRecord => ({ ...record, ...change })
const inDays = (dueAt: string | null) => dueAt && (Date.parse(dueAt) - nowMs) / dayMs

describe('the next extension of a seal', () => {
  it.each([
    ['90 days before its timestamp ends', 400, 310],
    ['halfway where that is near', 100, 50],
    ['in a day where it ends at once', 1, 1],
    ['in a day where it has ended', -5, 1],
  ])('is due %s', (_, days, due) => {
    expect(inDays(renewalDueAt({ ...done, provableUntilMs: nowMs + days * dayMs }, nowMs))).toBe(due)
  })

  it('is due in a minute where the last one failed, and never where nobody can be asked', () => {
    expect(inDays(renewalDueAt({ ...done, hasFailed: true }, nowMs))).toBe(1 / 1440)
    expect(renewalDueAt({ level: 'B-T', provableUntilMs: null, hasFailed: false }, nowMs)).toBeNull()
  })
})

describe('a renewal', () => {
  it('is asked for by its number, so that it is made once', () => {
    const record = sealedRequest()
    const asked = renewalAsked(record, cause)
    expect(asked.jobs).toEqual([{ type: 'signature.renewal_due', data: { requestId: record.id, renewal: 0 } }])
    expect(isRenewalDue(changed(record, asked.after), 0)).toBe(true)
    const made = changed(record, renewed(record, { ...done, file }, cause).after)
    expect([isRenewalDue(made, 0), isRenewalDue(made, 1)]).toEqual([false, true])
    expect(isRenewalDue(changed(made, renewalEnded(made).after), 1)).toBe(false)
  })

  it('leaves the first release and earlier renewals, and is what is read from then on', () => {
    const record = sealedRequest({ sealFailures: 3, sealLevel: 'B-LT' })
    const change = renewed(record, { ...done, file }, cause)
    const once = changed(record, change.after)
    expect(once.document).toEqual({
      ...record.document,
      sealFailures: 0,
      sealLevel: 'B-LTA',
      signed: { ...first, renewals: [{ ...file, at: timestamp(nowMs) }] },
    })
    const key = sealedKeys(record, file.run).signed
    expect(newestSigned(once)).toEqual({ key, sha256: file.sha256, size: file.size })
    expect(change.jobs).toEqual([{ type: 'document.stored', data: { key } }])
    expect(change.steps).toMatchObject([{ type: 'renewed', detail: { level: 'B-LTA', signedSha256: file.sha256 } }])
    const twice = changed(once, renewed(once, { ...done, file: { ...file, run: uuid(32) } }, cause).after)
    expect(twice.document.signed?.renewals.map(({ run }) => run)).toEqual([file.run, uuid(32)])
    expect(new Set(allSealedKeys(twice)).size).toBe(4)
  })

  it('that fails is tried again later each time, then daily, and operators hear of it', () => {
    let record = sealedRequest()
    const tries = Array.from({ length: 8 }, () => {
      const failed = renewalFailed(record, cause)
      record = changed(record, failed.after)
      return [inDays(record.dueAt), failed.steps.length, isRenewalOverdue(record)]
    })
    const minutes = (count: number) => count / 1440
    expect(tries).toEqual([
      [minutes(1), 1, false],
      [minutes(5), 1, false],
      [minutes(30), 1, false],
      [minutes(120), 1, false],
      [minutes(720), 1, false],
      [1, 1, true],
      [1, 0, true],
      [1, 0, true],
    ])
    expect(record.document).toMatchObject({ sealStatus: 'sealed', sealLevel: 'B-LTA', signed: first })
  })

  it('is awaited by sealed requests alone that have a time for it', () => {
    expect(awaitsRenewal(sealedRequest())).toBe(true)
    expect(awaitsRenewal(changed(sealedRequest(), { dueAt: null }))).toBe(false)
    expect(awaitsRenewal(sealedRequest({ sealStatus: 'pending' }))).toBe(false)
    expect(awaitsRenewal(changed(sealedRequest(), { status: 'pending_signature' }))).toBe(false)
  })
})
