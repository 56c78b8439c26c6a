import { PdfArray, type PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core'
import { arrayAt, dictionaryAt, resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import { arrayOf, numberAt, numbersIn } from './numbers.ts'
import { OddContent } from './odd-content.ts'

export interface Glyph {
  readonly procedure: PdfStream
  /** What the font says, where it shows the glyph under some code. */
  readonly widths: readonly number[]
}

/** The glyphs of a Type 3 font (ISO 32000-2 §9.6.4). Throws `OddContent`. */
export function type3Glyphs(source: ObjectSource, font: PdfDict): Glyph[] {
  const [a = 0, b = 0, c = 0, d = 0] = arrayOf(source, font, 'FontMatrix', 6)
  arrayOf(source, font, 'FontBBox', 4)
  const procedures = dictionaryAt(source, font, 'CharProcs')
  if (a * d === b * c || !procedures) throw new OddContent('A font has no glyphs')
  const widths = widthsByName(source, font)
  return Array.from(procedures, ([name, object]) => {
    const procedure = resolved(source, object)
    if (!(procedure instanceof PdfStream)) throw new OddContent('A glyph is no stream')
    return { procedure, widths: widths.get(name.value) ?? [] }
  })
}

function widthsByName(source: ObjectSource, font: PdfDict): Map<string, number[]> {
  const first = numberAt(source, font, 'FirstChar')
  const widths = numbersIn(source, arrayAt(source, font, 'Widths'))
  if (first === null || !widths || !(resolved(source, font.get('Widths')) instanceof PdfArray))
    throw new OddContent('A font has no widths')
  const encoding = dictionaryAt(source, font, 'Encoding')
  const byName = new Map<string, number[]>()
  let code = 0
  for (const item of encoding ? arrayAt(source, encoding, 'Differences') : []) {
    const value = resolved(source, item)
    if (value instanceof PdfNumber) code = value.value
    else if (value instanceof PdfName) {
      const width = widths[code - first]
      if (width !== undefined) byName.set(value.value, [...(byName.get(value.value) ?? []), width])
      code += 1
    }
  }
  return byName
}

const closeEnough = 0.03

/** Readers advance by one or the other. */
export function isWidth(stated: number, drawn: number): boolean {
  const largest = Math.max(Math.abs(stated), Math.abs(drawn))
  return (
    Math.abs(stated - drawn) <= Math.max(closeEnough * largest, 1e-3) || (Math.abs(stated - drawn) <= 1 && largest > 10)
  )
}
