import fc from 'fast-check'
import { expect, it } from 'vitest'
import { derValue, derValues } from '../../../../../shared/pdf/verification/der.ts'

function encoded(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const bytes =
    length < 128
      ? [length]
      : length < 65_536
        ? [0x82, length >> 8, length & 255]
        : [0x83, length >> 16, (length >> 8) & 255, length & 255]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}

const value = fc.record({ tag: fc.constantFrom(0x02, 0x04, 0x30, 0xa0), content: fc.uint8Array({ maxLength: 300 }) })

it('values are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 10 }), (values) => {
      const bytes = Buffer.concat(values.map(({ tag, content }) => encoded(tag, content)))
      const read = [...derValues(bytes)].map(({ tag, content }) => ({ tag, content: Uint8Array.from(content) }))
      expect(read).toEqual(values)
    }),
  )
})

it('any other bytes are read within their bounds, or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      try {
        const read = [...derValues(bytes)]
        expect(Buffer.concat(read.map((each) => each.encoded))).toEqual(Buffer.from(bytes))
      } catch (error) {
        expect(error).toMatchObject({ message: 'no DER' })
      }
    }),
  )
})

it('one value is of its tag, with nothing after it', () => {
  const bytes = encoded(0x30, Buffer.alloc(70_000))
  expect(derValue(bytes, 0x30).content).toHaveLength(70_000)
  expect(() => derValue(bytes, 0x02)).toThrow()
  expect(() => derValue(Buffer.concat([bytes, bytes]), 0x30)).toThrow()
})
