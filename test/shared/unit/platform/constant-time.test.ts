import { expect, test } from 'vitest'
import { equalInConstantTime } from '../../../../shared/platform/constant-time.ts'

test.each([
  ['123456', '123456', true],
  ['123456', '123457', false],
  ['12345', '123456', false],
  ['', '123456', false],
  // As many characters, but more bytes.
  ['é23456', '123456', false],
])('%j against %j: %s', (given, expected, isEqual) => {
  expect(equalInConstantTime(given, expected)).toBe(isEqual)
})
