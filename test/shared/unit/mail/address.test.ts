import fc from 'fast-check'
import { addressParser, decodeWords } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { deliverableAddress, headerAddress, headerLine, readAddress } from '../../../../shared/mail/address.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 120 })

describe('an address in a header', () => {
  test.each([
    ['Sealpost', '"Sealpost" <a@example.com>'],
    ['Doe, "Jane" \\', '"Doe, \\"Jane\\" \\\\" <a@example.com>'],
    ['Élise', '=?UTF-8?B?w4lsaXNl?= <a@example.com>'],
    ['=?UTF-8?B?eA==?=', '=?UTF-8?B?PT9VVEYtOD9CP2VBPT0/PQ==?= <a@example.com>'],
    ['a\r\nBcc: b@example.org', '"a Bcc: b@example.org" <a@example.com>'],
    ['', 'a@example.com'],
    ['\u202e \n', 'a@example.com'],
    [null, 'a@example.com'],
  ])('with the name %j is %s', (name, expected) => {
    expect(headerAddress({ name, address: 'a@example.com' })).toBe(expected)
  })

  test('is one line of ASCII whatever the name, and gives one address and the name back', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const header = headerAddress({ name, address: 'a@example.com' })
        expect(header).toMatch(/^[\x20-\x7e]*$/)
        for (const word of header.match(/=\?[^ ]*\?=/g) ?? []) expect(word.length).toBeLessThanOrEqual(75)
        const read = addressParser(header)
        expect(read.map(({ address }) => address)).toEqual(['a@example.com'])
        const shown = Array.from(headerLine(name)).slice(0, 80).join('').trim()
        expect(decodeWords(read[0]?.name ?? '')).toBe(shown)
      }),
    )
  })
})

test('a line of a header has no control character, no other line and no turned direction', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(headerLine(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
      expect(headerLine(text).isWellFormed()).toBe(true)
    }),
  )
})

test.each([
  ['ann@example.org', 'ann@example.org'],
  ["o'hara+x@EXAMPLE.org", "o'hara+x@example.org"],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['élise@example.org', null],
  ['ann', null],
  ['ann@localhost', null],
  ['@example.org', null],
  ['ann@', null],
  ['ann@example.org, bob@example.org', null],
  ['ann@example.org\nBcc: bob@example.org', null],
  ['Ann <ann@example.org>', null],
  [`${'a'.repeat(65)}@example.org`, null],
])('%j can be delivered to as %j', (address, expected) => {
  expect(deliverableAddress(address)).toBe(expected)
})

test.each([
  ['Sealpost <no-reply@example.com>', { name: 'Sealpost', address: 'no-reply@example.com' }],
  ['"Seal, post" <no-reply@example.com>', { name: 'Seal, post', address: 'no-reply@example.com' }],
  [' no-reply@example.com ', { name: null, address: 'no-reply@example.com' }],
  ['<no-reply@example.com>', { name: null, address: 'no-reply@example.com' }],
])('%j is read as %o', (text, expected) => {
  expect(readAddress(text)).toEqual(expected)
})
