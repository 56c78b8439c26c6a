import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { nothingPlanned } from '../../../../functions/signature/model/retention.ts'
import { requestView } from '../../../../functions/signature/model/view.ts'
import { namedIn } from '../../../../shared/platform/named-fields.ts'
import { sampleRequest, sampleSigner } from '../../../signature/unit/sample-request.ts'

const kept = v.object({ sha256: v.string() })
const view = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.description('Its id.')),
    note: v.nullable(v.string()),
    file: v.nullable(kept),
    left: v.optional(kept),
    parts: v.array(v.pipe(v.object({ id: v.string(), file: kept }), v.title('Part'))),
    by: v.variant('type', [
      v.object({ type: v.literal('user'), id: v.string() }),
      v.object({ type: v.literal('key'), name: v.string() }),
    ]),
    named: v.record(v.string(), kept),
    either: v.union([kept, v.object({ size: v.number() })]),
  }),
  v.title('Thing'),
)

const secret = { secret: 'not told' }
const file = { ...secret, sha256: 'ab' }
const thing = {
  ...secret,
  either: file,
  named: { a: file },
  by: { ...secret, type: 'key' as const, id: 'k', name: 'Key' },
  parts: [{ ...secret, file, id: 'p' }],
  file,
  note: null,
  id: 'a',
}

describe('what a view names', () => {
  test('is all that is told, in its order', () => {
    const told = namedIn(view, thing)
    expect(JSON.stringify(told)).toBe(JSON.stringify(v.parse(view, thing)))
    expect(JSON.stringify(told)).not.toContain('secret')
  })

  test('is nothing of one of several objects that it does not know', () => {
    const by = { ...secret, type: JSON.parse('"robot"'), id: 'r' }
    expect(() => namedIn(view, { ...thing, by })).toThrow('type is robot')
  })

  test('of null, or of nothing, is the same', () => {
    expect(namedIn(view, { ...thing, file: null })).toMatchObject({ file: null })
    expect(namedIn(view, thing)).not.toHaveProperty('left')
    expect(namedIn(view, { ...thing, left: file })).toMatchObject({ left: { sha256: 'ab' } })
  })

  test('of a signature request is what its schema would make of it', () => {
    const record = sampleRequest({ signers: [sampleSigner(1), sampleSigner(2)], metadata: { 'our-id': '7' } })
    const request = {
      ...record,
      attachSignedDocument: false,
      mustSeeAllPages: false,
      signers: record.signers.map((signer) => ({ ...signer, isTurn: true, fields: [] })),
      document: {
        ...record.document,
        signed: null,
        upload: { sha256: 'ab', size: 2 },
        normalizations: [{ kind: 'forms' as const, count: 3 }],
        ...nothingPlanned,
      },
      progress: { total: 2, signed: 0, pending: 2 },
      permissions: { canCancel: true, canRemind: false, canCorrect: true },
    }
    expect(JSON.stringify(namedIn(requestView, request))).toBe(JSON.stringify(v.parse(requestView, request)))
  })
})
