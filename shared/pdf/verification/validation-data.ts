import { PdfDict, PdfStream } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import { decodedData } from '../unpacked-stream.ts'
import { UnusualPdf } from '../unusual-pdf.ts'
import { type ReadCertificate, readCertificates } from './certificate.ts'
import { type RevocationData, readRevocationData } from './revocation.ts'
import { resolved } from './signature-values.ts'

/** What a document holds so that its signatures can still be verified when nobody can be asked any more. */
export interface ValidationData {
  readonly certificates: readonly ReadCertificate[]
  readonly revocations: RevocationData
}

const mostEntries = 200

/** The document security store of the catalog (ISO 32000-2 §12.8.4.3), or null where there is none. */
export function validationData(source: ObjectSource): ValidationData | null {
  const store = source.getCatalog().getDict('DSS', (ref) => source.getObject(ref))
  if (!(store instanceof PdfDict)) return null
  const [certificates, lists, answers] = ['Certs', 'CRLs', 'OCSPs'].map((name) => entries(source, store, name))
  return {
    certificates: readCertificates(certificates ?? []),
    revocations: readRevocationData(lists ?? [], answers ?? []),
  }
}

function entries(source: ObjectSource, store: PdfDict, name: string): Uint8Array[] {
  const array = store.getArray(name, (ref) => source.getObject(ref))?.toArray() ?? []
  return array.slice(0, mostEntries).flatMap((each) => {
    const stream = resolved(source, each)
    return stream instanceof PdfStream ? (dataOf(stream) ?? []) : []
  })
}

/** Null where it cannot be unpacked: then it proves nothing. */
function dataOf(stream: PdfStream): Uint8Array | null {
  try {
    return decodedData(stream)
  } catch (error) {
    if (error instanceof UnusualPdf) return null
    throw error
  }
}
