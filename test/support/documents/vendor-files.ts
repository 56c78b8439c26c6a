import { PdfArray, PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '@libpdf/core'
import { type DocumentUpdate, updateDocument } from '../../../shared/pdf/document-update.ts'
import { findPages } from '../../../shared/pdf/page-tree.ts'
import { authority, type CertificateOptions, certified } from './certificates.ts'
import { cmsBy } from './cms-signature.ts'
import { addAnnotation, filledForm, numbers, signPdf } from './signed-pdf.ts'

const root = authority('Fake trust service')

/** A document with the signature of a person, as a vendor makes it. */
export async function signedAs(bytes: Uint8Array, name: string, more: Partial<CertificateOptions> = {}) {
  const holder = certified({ name, issuer: root, ...more })
  return await signPdf(bytes, { subFilter: 'ETSI.CAdES.detached', sign: (content) => cmsBy(holder, { content }) })
}

const wholePage = [0, 0, 595, 842]

/** A document whose first page is covered by a form field of a type. */
export async function coveredBy(bytes: Uint8Array, type: 'Tx' | 'Sig', rectangle = wholePage): Promise<Uint8Array> {
  return await changed(bytes, (update) => {
    const widget = PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of(type),
      T: PdfString.fromString('Cover'),
      Rect: numbers(rectangle),
      AP: PdfDict.of({ N: update.register(filledForm(rectangle)) }),
    })
    const ref = update.register(widget)
    addAnnotation(update, 1, ref)
    const form = formOf(update)
    const fields = form.getArray('Fields', (each) => update.getObject(each))?.toArray() ?? []
    form.set('Fields', new PdfArray([...fields, ref]))
    update.getCatalog().set('AcroForm', form)
  })
}

/** A document that was signed while its first page showed something else. */
export async function restoredAfter(bytes: Uint8Array, sign: (bytes: Uint8Array) => Promise<Uint8Array>) {
  let contents: PdfObject | undefined
  const other = await changed(bytes, (update) => {
    const page = firstPage(update)
    contents = page.get('Contents')
    page.set('Contents', update.register(new PdfStream([], Buffer.from('0 0 1 rg 100 100 200 200 re f'))))
  })
  return await changed(await sign(other), (update) => {
    if (contents) firstPage(update).set('Contents', contents)
  })
}

/** A signed document that leads to none of its signatures. */
export async function withoutFields(signed: Uint8Array): Promise<Uint8Array> {
  return await changed(signed, (update) => {
    update.getCatalog().set('AcroForm', PdfDict.of({ Fields: new PdfArray([]) }))
  })
}

async function changed(bytes: Uint8Array, change: (update: DocumentUpdate) => void): Promise<Uint8Array> {
  return (await updateDocument(bytes, async (update) => change(update))).bytes
}

function formOf(update: DocumentUpdate): PdfDict {
  return update.getCatalog().getDict('AcroForm', (ref) => update.getObject(ref)) ?? new PdfDict()
}

function firstPage(update: DocumentUpdate): PdfDict {
  const page = findPages(update, new Set([1])).get(1)
  if (!page) throw new Error('there is no page')
  return page.dict
}
