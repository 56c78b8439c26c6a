import { describe, expect, it } from 'vitest'
import type { ListQuery } from '../../../functions/signature/api/list-query.ts'
import { everything, matcherOf } from '../../../functions/signature/api/request-matcher.ts'
import { nowMs, sampleRequest, sampleSigner, uuid } from './sample-request.ts'

const viewer = { principalId: 'key', nowMs }

const record = sampleRequest({
  title: 'Bail – Élysée',
  clientReference: 'Dossier-42',
  signers: [
    sampleSigner(1, { firstName: 'Zoë', lastName: "O'Neil", email: 'Zoe@Example.com', contactId: uuid(7) }),
    sampleSigner(2),
  ],
})

const matches = (query: ListQuery, of = record) => matcherOf(query, viewer)(of)

describe('the filters of the list', () => {
  it('without any, keep everything unread', () => {
    expect(matcherOf({ pageSize: '3', createdFrom: '2026-01-01T00:00:00.000Z' }, viewer)).toBe(everything)
  })

  it.for<[ListQuery, boolean]>([
    [{ q: 'elysee' }, true],
    [{ q: 'ÉLYSÉE bail' }, true],
    [{ q: 'bail 43' }, false],
    [{ q: 'dossier-42' }, true],
    [{ q: 'zoe o’neil' }, false],
    [{ q: "zoe o'neil" }, true],
    [{ q: 'zoe@example' }, true],
    [{ q: '  ' }, true],
    [{ clientReference: 'Dossier-42' }, true],
    [{ clientReference: 'dossier-42' }, false],
    [{ signerEmail: 'ZOE@example.COM' }, true],
    [{ signerEmail: 'zoe@example' }, false],
    [{ contactId: uuid(7) }, true],
    [{ contactId: uuid(8) }, false],
    [{ eidasLevel: 'ses' }, true],
    [{ eidasLevel: 'aes' }, false],
    [{ vendor: 'simulated' }, true],
    [{ vendor: 'native' }, false],
    [{ status: ['draft', 'pending_signature'] }, true],
    [{ status: ['completed'] }, false],
    [{ createdByMe: true }, true],
    [{ createdByMe: false }, false],
    [{ createdByMe: true, status: ['completed'] }, false],
  ])('%j: %j', ([query, expected]) => {
    expect(matches(query)).toBe(expected)
  })

  it('see a request whose time is over as expired', () => {
    const late = { ...record, expiresAt: new Date(nowMs).toISOString() }
    expect(matches({ status: ['expired'] }, late)).toBe(true)
    expect(matches({ status: ['pending_signature'] }, late)).toBe(false)
  })

  it('tell others’ requests from one’s own', () => {
    expect(
      matches({ createdByMe: true }, { ...record, createdBy: { type: 'api_key', id: 'other', name: 'Key' } }),
    ).toBe(false)
  })
})
