import { PdfDict, PdfName } from '@libpdf/core'
import { updateDocument } from '../document-update.ts'
import { addSignatureField, entriesToFill, fillByteRange, timestampBytes } from '../seal.ts'
import { type TimestampAuthority, timestampAuthority } from '../timestamp-authority.ts'

/**
 * Appends a timestamp over the whole document (ISO 32000-2 §12.8.5, ETSI EN 319 142-1 §5.4.3). Throws where the authority
 * fails: the caller tries again later.
 */
export async function addDocumentTimestamp(original: Uint8Array, authority: TimestampAuthority): Promise<Buffer> {
  const { bytes } = await updateDocument(original, async (update) => {
    const dictionary = PdfDict.of({
      Type: PdfName.of('DocTimeStamp'),
      Filter: PdfName.of('Adobe.PPKLite'),
      SubFilter: PdfName.of('ETSI.RFC3161'),
      ...entriesToFill(timestampBytes),
    })
    // With an appearance some verifiers would take it for the filling in of a form, which our seal forbids.
    addSignatureField(update, update.register(dictionary), { name: 'Timestamp', hasAppearance: false })
  })
  const { start, end } = fillByteRange(bytes, timestampBytes)
  const token = await timestampAuthority(authority)(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]))
  if (token.length > timestampBytes) throw new Error(`The timestamp takes ${token.length} bytes`)
  bytes.write(Buffer.from(token).toString('hex'), start + 1, 'latin1')
  return bytes
}
