import { expect, test } from 'vitest'
import { contentDisposition } from '../../../../shared/http/content-disposition.ts'

test.each([
  ['Contrat été.pdf', 'Contrat ete.pdf'],
  ['Łódź — naïve.pdf', '_odz _ naive.pdf'],
  ['合同.pdf', '__.pdf'],
  ['a"b\\c.pdf', 'a_b_c.pdf'],
  ['\ud83d\udcc4 x\r\ny.pdf', '_ x__y.pdf'],
  ['half \ud83d.pdf', 'half _.pdf'],
])('%j is called %j by clients that know only ASCII', (fileName, ascii) => {
  const header = contentDisposition('attachment', fileName)
  const encoded = encodeURIComponent(fileName.toWellFormed())
  expect(header).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`)
})

test('the whole name has no quote that ends it', () => {
  expect(contentDisposition('inline', "l'été.pdf")).toBe(
    `inline; filename="l'ete.pdf"; filename*=UTF-8''l%27%C3%A9t%C3%A9.pdf`,
  )
})
