import { expect, it } from 'vitest'
import { sanitizedLetter } from '../../../functions/registered-mail/content/sanitize-letter.ts'
import { withDirections } from '../../../functions/registered-mail/recipient-page/letter.ts'

it('gives each block of a letter its own direction, as the PDF has it, and tables that of their columns there', () => {
  const letter = '<h1>A</h1><p>\u05d0 &lt;p></p><ul><li>b</li></ul><table><thead><tr><th colspan=2>c<tbody><tr><td>d'
  const sanitized = sanitizedLetter(letter)
  expect(sanitized.valid && withDirections(sanitized.html)).toBe(
    '<h1 dir="auto">A</h1><p dir="auto">\u05d0 &lt;p&gt;</p><ul><li dir="auto">b</li></ul><table dir="ltr"><thead><tr>' +
      '<th dir="auto" colspan="2">c</th></tr></thead><tbody><tr><td dir="auto">d</td></tr></tbody></table>',
  )
})

it('shows letters of old without characters of direction', () => {
  expect(withDirections('<p>Pay \u202e0001\u202c</p>')).toBe('<p dir="auto">Pay 0001</p>')
})
