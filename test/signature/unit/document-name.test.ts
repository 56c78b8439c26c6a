import { expect, it } from 'vitest'
import { documentName } from '../../../functions/signature/model/document-name.ts'

it.each([
  ['contrat été.pdf', 'contrat été.pdf'],
  ['חוזה.pdf', 'חוזה.pdf'],
  ['lease\u202efdp.exe', 'leasefdp.exe'],
  ['a\u2066b\nSigned by: nobody\u2028.pdf\u0000', 'abSigned by: nobody.pdf'],
  [' \u200b\u202e ', 'file'],
  [`${'é'.repeat(300)}.pdf`, 'é'.repeat(255)],
  ['half \ud800', 'half \ufffd'],
])('%j is shown as %j', (given, shown) => {
  expect(documentName(given)).toBe(shown)
})
