import { PdfArray, PdfDict, PdfName, PdfStream } from '@libpdf/core'
import type { DocumentUpdate } from '../document-update.ts'
import { decodedData } from '../unpacked-stream.ts'
import type { CollectedData } from './collect-validation-data.ts'

/**
 * Adds validation data to the document security store (ISO 32000-2 §12.8.4.3, ETSI EN 319 142-1 §5.4.2), beside what it
 * holds. Which signature each is for is not written: readers look through all of it.
 */
export function addValidationData(update: DocumentUpdate, { certificates, answers, lists }: CollectedData): void {
  const catalog = update.getCatalog()
  const store = catalog.getDict('DSS', (ref) => update.getObject(ref)) ?? newStore(update, catalog)
  addStreams(update, store, 'Certs', certificates)
  addStreams(update, store, 'OCSPs', answers)
  addStreams(update, store, 'CRLs', lists)
}

function newStore(update: DocumentUpdate, catalog: PdfDict): PdfDict {
  const store = PdfDict.of({ Type: PdfName.of('DSS') })
  catalog.set('DSS', update.register(store))
  return store
}

function addStreams(update: DocumentUpdate, store: PdfDict, name: string, ders: readonly Uint8Array[]): void {
  const held = store.getArray(name, (ref) => update.getObject(ref))?.toArray() ?? []
  const known = held.flatMap((each) => {
    const stream = 'objectNumber' in each ? update.getObject(each) : each
    return stream instanceof PdfStream ? [Buffer.from(decodedData(stream))] : []
  })
  const added = ders.filter((der) => !known.some((each) => each.equals(der)))
  if (added.length === 0) return
  const streams = added.map((der) => update.register(new PdfStream([], Uint8Array.from(der))))
  store.set(name, new PdfArray([...held, ...streams]))
}
