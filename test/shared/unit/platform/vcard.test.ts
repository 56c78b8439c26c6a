import { expect, test } from 'vitest'
import { isVcard } from '../../../../shared/platform/vcard.ts'

test.each([
  ['BEGIN:VCARD\r\nVERSION:3.0', true],
  ['\uFEFFbegin:vcard\nVERSION:4.0', true],
  ['Nom;BEGIN:VCARD', false],
  ['', false],
])('%j is known as a vCard: %j', (text, isOne) => {
  expect(isVcard(text)).toBe(isOne)
})
