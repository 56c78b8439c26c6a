import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  forgetProof,
  noProgress,
  type SigningProgress,
  signingProgresses,
  signingProgressKey,
} from '../../../functions/signature/model/signing-progress.ts'
import { put } from '../../../infra/local/tenant.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import { noSignerCode } from '../../../shared/personal-links/code-proof.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import {
  completion,
  type IdempotentRequest,
  type Reservation,
  type ReservationOutcome,
  release,
  reserve,
} from '../../../shared/store/idempotency.ts'
import { packAnswer, unpackAnswer } from '../../../shared/store/packed-answer.ts'
import { getItem } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { noSuchUpload, type Upload, uploadKey, uploads, useUpload } from '../../../shared/store/uploads.ts'
import { table } from '../../support/tenant.ts'

const nowMs = Date.now()
const dayMs = 86_400_000

function newUnitOfWork(): UnitOfWork {
  const actor = { type: 'system', id: null, name: 'Test' } as const
  const author = { actor, requestId: 'r', ip: null, userAgent: null }
  return new UnitOfWork({ table: table(), clock: () => nowMs, ids: systemIds, author })
}

function arrival(more: Partial<IdempotentRequest> = {}): IdempotentRequest {
  return { principalId: randomUUID(), key: 'key', arrivalId: randomUUID(), fingerprint: 'fingerprint', ...more }
}

function held(outcome: ReservationOutcome): Reservation {
  if (!('mine' in outcome)) throw new Error('the key is taken')
  return outcome.mine
}

const lost = refuse('idempotency_outcome_unknown', 'The key was taken over.')

async function answerWith(mine: Reservation, text: string) {
  const work = newUnitOfWork()
  const answer = { status: 201, headers: {}, body: { in: 'item', text } } as const
  work.write((tableName) => completion(tableName, mine, packAnswer(answer)), lost)
  return await commit(table(), work)
}

/** What somebody who comes next finds under the key. */
async function foundBy(request: IdempotentRequest) {
  const outcome = await reserve(table(), { ...request, arrivalId: randomUUID() }, nowMs)
  return 'taken' in outcome ? outcome.taken : null
}

function answerIn(found: Reservation | null) {
  return found?.answer ? unpackAnswer(found.answer).body : null
}

describe('a key that another request has taken over', () => {
  async function takenOver() {
    const request = arrival()
    const late = held(await reserve(table(), request, nowMs - dayMs))
    const holder = held(await reserve(table(), { ...request, arrivalId: randomUUID() }, nowMs))
    return { request, late, holder }
  }

  test('takes no answer of the request that lost it, before or after the holder’s own', async () => {
    const { request, late, holder } = await takenOver()
    expect(await answerWith(late, 'late')).toEqual(lost)
    expect(await answerWith(holder, 'own')).toBe('committed')
    expect(await answerWith(late, 'late')).toEqual(lost)
    expect(await answerWith(holder, 'another')).toEqual(lost)
    expect(answerIn(await foundBy(request))).toEqual({ in: 'item', text: 'own' })
  })

  test('is not given back by the request that lost it, nor by anybody once it is answered', async () => {
    const { request, late, holder } = await takenOver()
    await release(table(), late)
    expect((await foundBy(request))?.holder).toBe(holder.holder)
    await answerWith(holder, 'own')
    await release(table(), holder)
    expect((await foundBy(request))?.answer).not.toBeNull()
  })
})

describe('a key that is asked for again by the SDK, whose first try had arrived', () => {
  test('is the request’s own until it is answered', async () => {
    const request = arrival()
    const mine = held(await reserve(table(), request, nowMs))
    expect(await reserve(table(), request, nowMs)).toEqual({ mine })
    await answerWith(mine, 'own')
    expect(await reserve(table(), request, nowMs)).toMatchObject({ taken: { holder: request.arrivalId } })
  })

  test('is free from 24 hours after its start, to the millisecond', async () => {
    const request = arrival()
    await reserve(table(), request, nowMs)
    const next = { ...request, arrivalId: randomUUID() }
    expect(await reserve(table(), next, nowMs + dayMs - 1)).toHaveProperty('taken')
    expect(await reserve(table(), next, nowMs + dayMs)).toHaveProperty('mine')
  })
})

const at = new Date(nowMs).toISOString()

function newUpload(): Upload {
  return {
    id: randomUUID(),
    principalId: 'first',
    fileName: 'a.pdf',
    contentType: 'application/pdf',
    size: 1,
    sha256: null,
    key: 'a',
    createdAt: at,
    usedAt: null,
    version: 1,
  }
}

describe('an upload that two have read as unused', () => {
  test('is used by the first to commit, and the other writes nothing', async () => {
    const upload = newUpload()
    await put(table(), uploads, upload)
    const made = [newUpload(), newUpload()]
    const outcomes = []
    for (const record of made) {
      const work = newUnitOfWork()
      work.create(uploads, record)
      useUpload(work, upload, { usedAt: at, ifTaken: 'file_required' })
      outcomes.push(await commit(table(), work))
    }
    expect(outcomes).toEqual(['committed', noSuchUpload])
    expect(await Promise.all(made.map(({ id }) => getItem(table(), uploadKey(id))))).toEqual([expect.anything(), null])
    expect(await getItem(table(), uploadKey(upload.id))).toMatchObject({ record: { usedAt: at, version: 2 } })
  })
})

describe('a record that is created', () => {
  const upload = newUpload()

  test('is never written over by another creation, and nothing else of that is written', async () => {
    const first = newUnitOfWork()
    first.create(uploads, upload)
    expect(await commit(table(), first)).toBe('committed')
    const taken = refuse('already_exists', 'It is there already.')
    const other = { ...upload, id: randomUUID() }
    for (const [ifTaken, outcome] of [[undefined, 'stale'] as const, [taken, taken] as const]) {
      const second = newUnitOfWork()
      second.create(uploads, { ...upload, principalId: 'second' }, ifTaken)
      second.create(uploads, other)
      expect(await commit(table(), second)).toEqual(outcome)
    }
    const left = await getItem(table(), uploadKey(upload.id))
    expect(left && fromItem(uploads, left)).toEqual(upload)
    expect(await getItem(table(), uploadKey(other.id))).toBeNull()
  })
})

describe('how far a signer has come, as it was read a moment before the request', () => {
  const code = { ...noSignerCode, expiresAtMs: nowMs, proof: null }
  const another = { ...code, expiresAtMs: nowMs + 1 }
  const forgetting = (progress: SigningProgress | null, named: { requestId: string; signerId: string }) => {
    const work = newUnitOfWork()
    forgetProof(work, { ...named, progress, isReaddressed: true, hasOtherDestination: true })
    return commit(table(), work)
  }

  test.each([
    ['had not begun', null],
    ['had been sent another code', another],
  ])('is not written over by a correction where the signer %s', async (_, then) => {
    const named = { requestId: randomUUID(), signerId: randomUUID() }
    const seen = then && { ...noProgress(named.requestId, named.signerId), code: then }
    const now = { ...noProgress(named.requestId, named.signerId), code, viewedPages: [1, 2] }
    await put(table(), signingProgresses, now)
    expect(await forgetting(seen, named)).toBe('stale')
    expect(await forgetting(now, named)).toBe('committed')
    const left = await getItem(table(), signingProgressKey(named.requestId, named.signerId))
    expect(left && fromItem(signingProgresses, left)).toEqual({
      ...now,
      code: { ...code, expiresAtMs: null, proof: null },
      viewedPages: [],
    })
  })
})
