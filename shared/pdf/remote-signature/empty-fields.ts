import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core'
import type { DocumentUpdate } from '../document-update.ts'
import { type Box, displayedToUserSpace, type PageGeometry, transformed } from '../page-geometry.ts'
import { findPages } from '../page-tree.ts'
import { emptyForm, newForm } from '../seal.ts'

/** Where a signer signs. The box is measured from the bottom-left of the page as it is displayed. */
export interface SignaturePlace {
  /** Of the form field: see `fieldNameOf`. */
  readonly fieldName: string
  /** From 1. */
  readonly page: number
  readonly box: Box
}

const printed = 4

/** The name of the field of the signer at a place in the list of signers. */
export function fieldNameOf(index: number): string {
  return `Signature of signer ${index + 1}`
}

/** Adds a signature field without a value for each place, so that each later signature only fills in its own. */
export function addEmptyFields(update: DocumentUpdate, places: readonly SignaturePlace[]): void {
  const pages = findPages(update, new Set(places.map(({ page }) => page)))
  const catalog = update.getCatalog()
  const resolve = (ref: PdfRef) => update.getObject(ref)
  const form = catalog.getDict('AcroForm', resolve) ?? newForm(update, catalog)
  const added = places.map(({ fieldName, page: number, box }) => {
    const page = pages.get(number)
    if (!page) throw new Error(`The document has no page ${number}`)
    const { x, y, width, height } = transformed(box, displayedToUserSpace(page.geometry))
    const widget = PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of('Sig'),
      T: PdfString.fromString(fieldName),
      F: PdfNumber.of(printed),
      P: page.ref,
      Rect: numbersOf([x, y, x + width, y + height]),
      AP: PdfDict.of({ N: update.register(emptyForm(numbersOf([0, 0, width, height]))) }),
    })
    const field = update.register(widget)
    const annotations = page.dict.getArray('Annots', resolve)?.toArray() ?? []
    page.dict.set('Annots', new PdfArray([...annotations, field]))
    return field
  })
  const fields = form.getArray('Fields', resolve)?.toArray() ?? []
  form.set('Fields', new PdfArray([...fields, ...added]))
}

/** How an appearance that is drawn upright is turned to lie in its field. The place follows from the field's rectangle. */
export function turnOf(geometry: PageGeometry): PdfArray {
  const [a, b, c, d] = displayedToUserSpace(geometry)
  return numbersOf([a, b, c, d, 0, 0])
}

export function numbersOf(values: readonly number[]): PdfArray {
  return new PdfArray(values.map((value) => PdfNumber.of(Math.round(value * 1000) / 1000)))
}
