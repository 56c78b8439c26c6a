import { pdfOf, stream } from '../../support/documents/pdf-of.ts'

const lines = [
  'The tenant takes the flat on the second floor from the first of March on.',
  'The rent is due on the fifth day of each month, by transfer.',
  'Either party may end the lease with three months notice, in writing.',
  'The tenant keeps the flat in the state in which it was handed over.',
]

/** A contract of A4 pages with text in a font that it does not bring along, and a link on each page. */
export function contractPdf(pageCount: number): Buffer {
  const first = 4
  const kids = Array.from({ length: pageCount }, (_, index) => `${first + index * 3} 0 R`).join(' ')
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pageCount}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...Array.from({ length: pageCount }, (_, index) => pageOf(index + 1, first + index * 3)).flat(),
  ]
  return pdfOf(bodies)
}

function pageOf(number: number, object: number) {
  const text = [`(Lease agreement, page ${number}) Tj`, ...lines.flatMap((line) => [`0 -24 Td (${line}) Tj`])]
  return [
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${object + 1} 0 R/Annots[${object + 2} 0 R]>>`,
    stream('', Buffer.from(`BT /F 14 Tf 60 770 Td ${text.join(' ')} ET`)),
    '<</Type/Annot/Subtype/Link/Rect[60 700 300 720]/Border[0 0 1]/A<</S/URI/URI(https://example.org/)>>>>',
  ]
}
