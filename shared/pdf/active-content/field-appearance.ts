import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfStream,
  PdfString,
  Standard14Font,
} from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import { type Box, identity } from '../page-geometry.ts'
import { boxOf } from '../page-tree.ts'
import type { Appearance } from './appearance.ts'
import { fieldType, inherited } from './fields.ts'
import type { ChangeableDocument } from './kinds.ts'
import { dictionaryAt, resolved } from './objects.ts'
import { winAnsi } from './win-ansi.ts'

const [multiline, comb] = [1 << 12, 1 << 24]
const [padding, lineFactor, ascent, descent] = [2, 1.15, 0.718, 0.207]
const [smallest, largestAutomatic] = [4, 12]

type Layout = { readonly size: number; readonly lines: readonly string[] }

/**
 * The value of a text or choice field in plain Helvetica, for a field that says nothing of how it looks. Null where that is
 * not certain: for letters beyond Western European ones, turned fields, or more text than there is room for.
 */
export function fieldAppearance(document: ChangeableDocument, field: PdfDict): Appearance | null {
  const box = boxOf(document, field, 'Rect')
  const text = textOf(document, field)
  const looks = dictionaryAt(document, field, 'MK')
  const turn = looks && resolved(document, looks.get('R'))
  if (!box || text === null || (turn instanceof PdfNumber && turn.value !== 0)) return null
  if (!winAnsi(text.replace(/[\r\n]/g, ' '))) return null
  const layout = laidOut(text, box, looksOf(document, field))
  const shown = layout && textOperators(document, field, { box, layout })
  if (!shown) return null
  const font = PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type1'),
    BaseFont: PdfName.of('Helvetica'),
    Encoding: PdfName.of('WinAnsiEncoding'),
  })
  const form = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: new PdfArray([0, 0, box.width, box.height].map((value) => PdfNumber.of(value))),
    Resources: PdfDict.of({ Font: PdfDict.of({ Helv: font }) }),
  })
  const content = `${dependencies(document, looks, box)}\n${shown}\n`
  const [a, b, c, d] = identity
  return {
    form: document.register(new PdfStream(form, Buffer.from(content, 'latin1'))),
    matrix: [a, b, c, d, box.x, box.y],
  }
}

function textOf(source: ObjectSource, field: PdfDict): string | null {
  const value = inherited(source, field, 'V')
  const only = value instanceof PdfArray && value.length === 1 ? resolved(source, value.at(0)) : value
  if (!(only instanceof PdfString)) return null
  const text = only.asString().trimEnd()
  return fieldType(source, field) === 'Ch' ? (labelOf(source, field, text) ?? text) : text
}

/** A choice is stored by its export value and shown by its label. */
function labelOf(source: ObjectSource, field: PdfDict, value: string): string | null {
  const options = inherited(source, field, 'Opt')
  for (const option of options instanceof PdfArray ? options : []) {
    const pair = resolved(source, option)
    if (!(pair instanceof PdfArray)) continue
    const [stored, label] = [0, 1].map((index) => resolved(source, pair.at(index)))
    if (stored instanceof PdfString && label instanceof PdfString && stored.asString() === value)
      return label.asString()
  }
  return null
}

type Looks = { readonly size: number; readonly isMultiline: boolean; readonly cells: number }

function looksOf(source: ObjectSource, field: PdfDict): Looks {
  const flags = numberOf(inherited(source, field, 'Ff'))
  const isMultiline = (flags & multiline) !== 0
  const cells = (flags & comb) !== 0 && !isMultiline ? numberOf(inherited(source, field, 'MaxLen')) : 0
  const [, size] = /(\d*\.?\d+)\s+Tf/.exec(defaultAppearance(source, field)) ?? []
  return { size: Number(size ?? 0), isMultiline, cells }
}

/** At the size that the field names, or at a smaller one where the text is too long for that. */
function laidOut(text: string, box: Box, { size, isMultiline, cells }: Looks): Layout | null {
  const automatic = isMultiline ? largestAutomatic : Math.min(largestAutomatic, (box.height - 2) / lineFactor)
  const [width, height] = [box.width - 2 * padding, box.height]
  for (let tried = size || automatic; tried >= smallest; tried -= 0.25) {
    const lines = isMultiline ? wrapped(text, tried, width) : [text.replace(/[\r\n]+/g, ' ')]
    const fits = lines.length * tried * (isMultiline ? lineFactor : 1) <= height
    if (cells > 0 ? text.length <= cells : fits && lines.every((line) => widthOf(line, tried) <= width))
      return { size: tried, lines: cells > 0 ? [...text] : lines }
  }
  return null
}

function wrapped(text: string, size: number, width: number): string[] {
  return text.split(/\r\n?|\n/).flatMap((paragraph) => {
    const lines = ['']
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1) ?? ''
      const longer = last === '' ? word : `${last} ${word}`
      if (last === '' || widthOf(longer, size) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  })
}

function textOperators(
  source: ObjectSource,
  field: PdfDict,
  { box, layout }: { box: Box; layout: Layout },
): string | null {
  const { isMultiline, cells } = looksOf(source, field)
  const alignment = numberOf(inherited(source, field, 'Q'))
  const { size, lines } = layout
  const middle = (box.height - (ascent + descent) * size) / 2 + descent * size
  const shown = lines.map((line, index) => {
    const bytes = winAnsi(line)
    if (!bytes) return null
    const room = box.width - widthOf(line, size)
    const aligned = alignment === 1 ? room / 2 : alignment === 2 ? room - padding : padding
    const cell = box.width / cells
    const x = cells > 0 ? cell * index + (cell - widthOf(line, size)) / 2 : aligned
    const y = isMultiline ? box.height - 1 - size * (ascent + index * lineFactor) : middle
    return `1 0 0 1 ${decimal(x)} ${decimal(y)} Tm <${bytes.toString('hex')}> Tj`
  })
  if (shown.includes(null)) return null
  return `q 0 0 ${decimal(box.width)} ${decimal(box.height)} re W n BT ${inkOf(source, field)} /Helv ${decimal(size)} Tf ${shown.join(' ')} ET Q`
}

/** The colour that the default appearance (ISO 32000-2 §12.7.4.3) sets, black without one. */
function inkOf(source: ObjectSource, field: PdfDict): string {
  const [ink] = /(?:[\d.]+\s+){1,4}(?:g|rg|k)(?=\s|$)/.exec(defaultAppearance(source, field)) ?? []
  return ink ?? '0 g'
}

function defaultAppearance(source: ObjectSource, field: PdfDict): string {
  const form = dictionaryAt(source, source.getCatalog(), 'AcroForm')
  const given = inherited(source, field, 'DA') ?? (form && resolved(source, form.get('DA')))
  return given instanceof PdfString ? Buffer.from(given.bytes).toString('latin1') : ''
}

function dependencies(source: ObjectSource, looks: PdfDict | null, { width, height }: Box): string {
  const paper = looks ? colour(source, looks, 'BG', ['g', 'rg', 'k']) : null
  const line = looks ? colour(source, looks, 'BC', ['G', 'RG', 'K']) : null
  const area = `0 0 ${decimal(width)} ${decimal(height)} re`
  return [paper ? `q ${paper} ${area} f Q` : '', line ? `q ${line} 1 w ${area} S Q` : ''].join(' ')
}

function colour(source: ObjectSource, looks: PdfDict, key: string, operators: [string, string, string]): string | null {
  const array = resolved(source, looks.get(key))
  const values = array instanceof PdfArray ? array.toArray().map((each) => numberOf(resolved(source, each))) : []
  const operator = { 1: operators[0], 3: operators[1], 4: operators[2] }[values.length]
  return operator ? `${values.join(' ')} ${operator}` : null
}

function widthOf(text: string, size: number): number {
  return Standard14Font.of('Helvetica').widthOfTextAtSize(text, size)
}

function numberOf(object: PdfObject | null): number {
  return object instanceof PdfNumber ? object.value : 0
}

function decimal(value: number): string {
  return String(Number(value.toFixed(3)))
}
