import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toRequest } from '../../../../functions/signature/model/view.ts'
import type { Principal } from '../../../../shared/auth/principal.ts'
import { headersOf } from '../../../../shared/http/gateway-answer.ts'
import { reply } from '../../../../shared/http/reply.ts'
import { packAnswer, type RecordedAnswer, unpackAnswer } from '../../../../shared/store/packed-answer.ts'
import { nowMs, sampleRequest, sampleSigner } from '../../../signature/unit/sample-request.ts'

const anyText = fc.string({ unit: 'grapheme' })
const anyAnswer = fc.record<RecordedAnswer>({
  status: fc.integer({ min: 200, max: 399 }),
  headers: fc.dictionary(fc.constantFrom('Content-Type', 'ETag', 'Location'), anyText, { noNullPrototype: true }),
  body: fc.oneof(
    fc.record({ in: fc.constant('item' as const), text: fc.option(anyText) }),
    fc.record({ in: fc.constant('object' as const), key: anyText }),
  ),
})

const nobody = { memberships: [] } as unknown as Principal

describe('a packed answer', () => {
  test('is unpacked as it was, whatever it says', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        expect(unpackAnswer(packAnswer(answer))).toEqual(answer)
      }),
    )
  })

  test.each(['', '\n', '{}\n{}', 'null'])('keeps the text %j apart from no text', (text) => {
    for (const body of [
      { in: 'item', text },
      { in: 'item', text: null },
    ] as const)
      expect(unpackAnswer(packAnswer({ status: 204, headers: {}, body })).body).toEqual(body)
  })

  test('of four signers fits the second KB of its item', () => {
    const signers = [1, 2, 3, 4].map((number) => sampleSigner(number))
    const body = toRequest({ record: sampleRequest({ signers }), fields: [] }, { principal: nobody, nowMs })
    const headers = headersOf(reply(201, body, { Location: `/v1/signature-requests/${body.id}` }))
    const packed = packAnswer({ status: 201, headers, body: { in: 'item', text: JSON.stringify(body) } })
    expect(packed.length).toBeLessThan(1_500)
  })

  test('is not read out of other bytes', () => {
    expect(() => unpackAnswer(Buffer.from('{"status":200,"headers":{}}'))).toThrow()
  })
})
