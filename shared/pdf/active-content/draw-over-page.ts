import { PdfArray, PdfDict, type PdfObject, PdfStream } from '@libpdf/core'
import { contentData } from '../content-data.ts'
import { apart, type PageContentForms } from '../page-content-form.ts'
import type { Page } from '../page-tree.ts'
import type { Appearance } from './appearance.ts'
import { contentOperators } from './content-operators.ts'
import type { ChangeableDocument } from './kinds.ts'
import { dictionaryAt, resolved } from './objects.ts'

/**
 * Draws forms over all that a page holds, in their order. Content that leaves something open, such as a string or a
 * transformation, would change what is drawn behind it, and becomes a form.
 */
export function drawOverPage(
  document: ChangeableDocument,
  page: Page,
  { appearances, contentForms }: { appearances: readonly Appearance[]; contentForms: PageContentForms },
) {
  if (appearances.length === 0) return
  const content = contentsOf(document, page.dict)
  const below = leavesStateAsItWas(document, content) ? null : contentForms.of(page)
  const resources = page.resources?.clone() ?? new PdfDict()
  const forms = dictionaryAt(document, resources, 'XObject')?.clone() ?? new PdfDict()
  const show = ({ form, matrix }: Appearance) => `q ${matrix.map(decimal).join(' ')} cm /${addForm(forms, form)} Do Q`
  const above = appearances.map(show).join('\n')
  const operators = (text: string) => document.register(new PdfStream([], Buffer.from(`\n${text}\n`)))
  const contents = below
    ? operators(`${apart(`/${addForm(forms, below)} Do`)}\n${above}`)
    : new PdfArray([operators('q'), ...content, operators(`Q\n${above}`)])
  page.dict.set('Contents', contents)
  resources.set('XObject', forms)
  page.dict.set('Resources', resources)
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

function contentsOf(document: ChangeableDocument, page: PdfDict): PdfObject[] {
  const raw = page.get('Contents')
  const value = resolved(document, raw)
  if (value instanceof PdfArray) return value.toArray()
  return raw && value ? [raw] : []
}

/** Of all that a page draws. */
const mostBytesOfContent = 64 * 1024 * 1024

function joined(document: ChangeableDocument, contents: readonly PdfObject[]): Buffer {
  const parts: Uint8Array[] = []
  let bytesLeft = mostBytesOfContent
  for (const each of contents) {
    const stream = resolved(document, each)
    if (!(stream instanceof PdfStream)) continue
    const part = contentData(stream, bytesLeft)
    bytesLeft -= part.length
    parts.push(part, Buffer.from('\n'))
  }
  return Buffer.concat(parts)
}

/** Whether each q has its Q, each BT its ET, and nothing is left open at the end. */
function leavesStateAsItWas(document: ChangeableDocument, contents: readonly PdfObject[]): boolean {
  try {
    let [states, texts, marks] = [0, 0, 0]
    for (const { name } of contentOperators(joined(document, contents))) {
      if (name === 'q') states += 1
      if (name === 'Q') states -= 1
      if (name === 'BT') texts += 1
      if (name === 'ET') texts -= 1
      if (name === 'BMC' || name === 'BDC') marks += 1
      if (name === 'EMC') marks -= 1
      if (states < 0 || texts < 0 || texts > 1 || marks < 0) return false
    }
    return states === 0 && texts === 0 && marks === 0
  } catch {
    // What cannot be unpacked or split may leave anything open.
    return false
  }
}
