import { PdfArray, PdfDict, PdfNumber, type PdfObject } from '@libpdf/core'
import { arrayAt, resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import { OddContent } from './odd-content.ts'

/** That no glyph takes readers back (ISO 32000-2 §9.6.2 and §9.7.4.3): some go there, others stay. Throws `OddContent`. */
export function checkWidths(source: ObjectSource, font: PdfDict) {
  checkNumbers(source, arrayAt(source, font, 'Widths'))
  for (const each of arrayAt(source, font, 'DescendantFonts')) {
    const descendant = resolved(source, each)
    if (!(descendant instanceof PdfDict)) continue
    for (const item of arrayAt(source, descendant, 'W')) {
      const widths = resolved(source, item)
      checkNumbers(source, widths instanceof PdfArray ? widths.toArray() : [item])
    }
    const otherwise = descendant.get('DW')
    if (otherwise) checkNumbers(source, [otherwise])
  }
}

function checkNumbers(source: ObjectSource, objects: readonly PdfObject[]) {
  for (const each of objects) {
    const width = resolved(source, each)
    if (!(width instanceof PdfNumber) || width.value < 0) throw new OddContent('A glyph has no width')
  }
}
