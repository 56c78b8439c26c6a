import { describe, expect, it } from 'vitest'
import type { Field } from '../../../functions/signature/model/field.ts'
import { stampsOf } from '../../../functions/signature/sealing/stamps-of.ts'
import { drawnExample } from '../../support/documents/signatures.ts'
import { sampleRequest, uuid } from './sample-request.ts'

const signedAt = '2026-03-01T14:05:09.000Z'
const place = { page: 1, x: 10, y: 20, width: 100, height: 30 }

function field(more: Partial<Field>): Field {
  const blank = { required: true, label: null, text: null, mentionText: null, type: 'text' } as const
  return { id: uuid(900), signerId: '', ...place, ...blank, ...more }
}

/** The stamps of the first signer, whose only field is given with what they gave for it; null: nothing, undefined: nobody knows. */
function stampsFor(of: Partial<Field>, value?: string | boolean | null) {
  const record = sampleRequest()
  const signers = record.signers.map((signer) => ({ ...signer, signedAt }))
  const signerId = signers[0]?.id ?? ''
  const values = value === undefined || value === null ? {} : { [uuid(900)]: value }
  const given = new Map(value === undefined ? [] : [[signerId, { values }]])
  const [stamps] = stampsOf({ record: { ...record, signers }, fields: [field({ signerId, ...of })] }, given)
  return stamps?.fields
}

describe('stampsOf', () => {
  it.each([
    ['what was filled in before sending', { text: 'Paris' }, undefined, 'Paris'],
    ['what its signer gave', {}, 'Lyon', 'Lyon'],
    ['what its signer gave in place of what was filled in', { text: 'Paris' }, 'Lyon', 'Lyon'],
    ['nothing where its signer emptied it', { text: 'Paris' }, ' ', null],
    ['nothing where its signer took out what was filled in', { text: 'Paris' }, null, null],
    ['nothing where nobody filled it in', {}, undefined, null],
    ['nothing where what was given is no text', { text: 'Paris' }, true, null],
  ])('shows in a text %s', (_, of, given, shown) => {
    expect(stampsFor(of, given)).toEqual(shown === null ? [] : [{ ...place, type: 'text', value: shown }])
  })

  it.each([
    ['as its signer left it', { required: false }, true, true],
    ['as its signer left it, empty', { required: true }, false, false],
    ['empty where its signer left it so', { required: false }, null, false],
    ['ticked where it had to be', { required: true }, undefined, true],
    ['empty where it did not have to be ticked', { required: false }, undefined, false],
  ])('shows a checkbox %s', (_, of, given, shown) => {
    expect(stampsFor({ type: 'checkbox', ...of }, given)).toEqual([{ ...place, type: 'checkbox', value: shown }])
  })

  it('dates a signature by the day in France, which may be the next', () => {
    const signedAt = '2026-03-01T23:30:00.000Z'
    const record = sampleRequest()
    const signers = record.signers.map((signer) => ({ ...signer, signedAt }))
    const date = field({ signerId: signers[0]?.id ?? '', type: 'date' })
    expect(stampsOf({ record: { ...record, signers }, fields: [date] })[0]?.fields).toEqual([
      { ...place, type: 'date', value: '2 Mar 2026' },
    ])
  })

  it('shows the signature of whoever gave one', () => {
    const record = sampleRequest()
    const signers = record.signers.map((signer) => ({ ...signer, signedAt }))
    const signature = { mode: 'drawn', value: drawnExample } as const
    const given = new Map([[signers[0]?.id ?? '', { signature, values: {} }]])
    const stamps = stampsOf({ record: { ...record, signers }, fields: [] }, given)
    expect(stamps[0]?.signature).toBe(signature)
    for (const other of stamps.slice(1)) expect(other).not.toHaveProperty('signature')
  })
})
