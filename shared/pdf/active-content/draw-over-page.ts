import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core'
import type { Page } from '../page-tree.ts'
import type { Appearance } from './appearance.ts'
import { contentOperators, UncertainContent } from './content-operators.ts'
import type { ChangeableDocument } from './kinds.ts'
import { dictionaryAt, resolved } from './objects.ts'

/** Draws forms over all that a page holds, in their order. */
export function drawOverPage(document: ChangeableDocument, page: Page, appearances: readonly Appearance[]) {
  if (appearances.length === 0) return
  const below = contentsOf(document, page.dict)
  const isClosed = leavesStateAsItWas(document, below)
  const resources = isClosed ? (page.resources?.clone() ?? new PdfDict()) : new PdfDict()
  const forms = dictionaryAt(document, resources, 'XObject')?.clone() ?? new PdfDict()
  const show = ({ form, matrix }: Appearance) => `q ${matrix.map(decimal).join(' ')} cm /${addForm(forms, form)} Do Q`
  const shows = appearances.map(show).join('\n')
  if (isClosed) {
    page.dict.set('Contents', new PdfArray([content('q'), ...below, content(`Q\n${shows}`)]))
  } else {
    const form = document.register(formOfPage(document, page, below))
    page.dict.set('Contents', content(`q /${addForm(forms, form)} Do Q\n${shows}`))
  }
  resources.set('XObject', forms)
  page.dict.set('Resources', resources)

  function content(text: string): PdfObject {
    return document.register(new PdfStream([], Buffer.from(`\n${text}\n`)))
  }
}

/** Without an exponent, which PDF does not know. */
function decimal(value: number): string {
  return value.toFixed(8).replace(/\.?0+$/, '')
}

function addForm(forms: PdfDict, form: PdfObject): string {
  let number = 0
  while (forms.has(`Shown${number}`)) number += 1
  forms.set(`Shown${number}`, form)
  return `Shown${number}`
}

/**
 * Content that leaves something open, such as a string or a transformation, would change what is drawn behind it. Within a
 * form it cannot.
 */
function formOfPage(document: ChangeableDocument, page: Page, below: readonly PdfObject[]): PdfStream {
  const { x, y, width, height } = page.geometry.cropBox
  const form = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: new PdfArray([x, y, x + width, y + height].map((value) => PdfNumber.of(value))),
    Resources: page.resources ?? new PdfDict(),
  })
  return new PdfStream(form, joined(document, below) ?? new Uint8Array())
}

function contentsOf(document: ChangeableDocument, page: PdfDict): PdfObject[] {
  const raw = page.get('Contents')
  const value = resolved(document, raw)
  if (value instanceof PdfArray) return value.toArray()
  return raw && value ? [raw] : []
}

function joined(document: ChangeableDocument, contents: readonly PdfObject[]): Buffer | null {
  const parts: Uint8Array[] = []
  for (const each of contents) {
    const stream = resolved(document, each)
    if (!(stream instanceof PdfStream)) continue
    parts.push(stream.has('Filter') ? stream.getDecodedData() : stream.data, Buffer.from('\n'))
  }
  return Buffer.concat(parts)
}

/** Whether each q has its Q, each BT its ET, and nothing is left open at the end. */
function leavesStateAsItWas(document: ChangeableDocument, contents: readonly PdfObject[]): boolean {
  try {
    let [states, texts, marks] = [0, 0, 0]
    for (const { name } of contentOperators(joined(document, contents) ?? new Uint8Array())) {
      if (name === 'q') states += 1
      if (name === 'Q') states -= 1
      if (name === 'BT') texts += 1
      if (name === 'ET') texts -= 1
      if (name === 'BMC' || name === 'BDC') marks += 1
      if (name === 'EMC') marks -= 1
      if (states < 0 || texts < 0 || texts > 1 || marks < 0) return false
    }
    return states === 0 && texts === 0 && marks === 0
  } catch (error) {
    if (error instanceof UncertainContent) return false
    throw error
  }
}
