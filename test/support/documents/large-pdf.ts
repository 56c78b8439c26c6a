import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type PdfBody, pdfOf, pdfOfObjectStreams, stream } from './pdf-of.ts'

export type LargePdf = { objects: number; bytes: number; structure: 'table' | 'object streams' }

const objectsBeforePages = 3
const objectsOfPage = 20

/**
 * A document as office software writes them: each page has its text, a picture that does not compress and links, all of
 * them objects of their own. It has exactly `objects` objects, and about `bytes` bytes.
 */
export function largePdf({ objects, bytes, structure }: LargePdf): Buffer {
  const pageCount = Math.floor((objects - objectsBeforePages) / objectsOfPage)
  const write = structure === 'table' ? pdfOf : pdfOfObjectStreams
  const withoutPictures = write(bodiesOf(objects, pageCount, 0)).length
  return write(bodiesOf(objects, pageCount, Math.max(0, Math.floor((bytes - withoutPictures) / pageCount))))
}

function bodiesOf(objects: number, pageCount: number, pictureBytes: number): PdfBody[] {
  const pages = Array.from({ length: pageCount }, (_, page) => objectsBeforePages + 1 + page * objectsOfPage)
  const kids = pages.map((number) => `${number} 0 R`).join(' ')
  const bodies: PdfBody[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pageCount}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  for (const number of pages) {
    const last = number === pages.at(-1) ? objects : number + objectsOfPage - 1
    bodies.push(...pageObjects(number, last, pictureBytes))
  }
  return bodies
}

function pageObjects(number: number, last: number, pictureBytes: number): PdfBody[] {
  const links = Array.from({ length: last - number - 2 }, (_, index) => number + 3 + index)
  const text = `q 72 0 0 72 72 600 cm /Picture Do Q BT /Text 11 Tf 72 720 Td (Object ${number}) Tj ET\n`
  const resources = `<</Font<</Text 3 0 R>>/XObject<</Picture ${number + 2} 0 R>>>>`
  const annotations = `[${links.map((link) => `${link} 0 R`).join(' ')}]`
  const picture = '/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray'
  return [
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources ${resources}/Contents ${number + 1} 0 R/Annots ${annotations}>>`,
    stream('/Filter/FlateDecode', deflateSync(text)),
    stream(picture, randomBytes(pictureBytes)),
    ...links.map(
      (link) =>
        `<</Type/Annot/Subtype/Link/Rect[72 ${link % 700} 144 ${(link % 700) + 12}]/Border[0 0 0]/A<</S/URI/URI(https://example.org/${link})>>>>`,
    ),
  ]
}
