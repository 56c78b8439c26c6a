import { expect, test } from 'vitest'
import { nextPersonAt } from '../../../../functions/signature/signing-page/page/next-person.ts'

const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(43))

test.each([
  ['nobody comes after', `/stage/sign/${first}`, '', null],
  ['one person comes after', `/stage/sign/${first}`, `#next=${second}`, `/stage/sign/${second}`],
  ['two people come after', `/sign/${first}/`, `#next=${second}.${third}`, `/sign/${second}#next=${third}`],
  ['the fragment is something else', `/sign/${first}`, '#next=javascript:alert(1)', null],
])('where %s', (_, pathname, hash, next) => {
  expect(nextPersonAt({ pathname, hash })).toBe(next)
})
