import { serviceName } from '../../../shared/pages/brand.ts'
import type { AwaitedSigner } from '../../../shared/pdf/remote-signature/prepare-document.ts'
import { readDocument, sha256Of } from '../../../shared/store/documents.ts'
import type { Table } from '../../../shared/store/table.ts'
import { shownKey } from './document-keys.ts'
import { remotelySigned } from './given-signatures.ts'
import type { SignatureRequest } from './request.ts'
import { signerName } from './transitions.ts'
import { watermarkOf } from './watermark.ts'

/** What the next signature is appended to: the document with all signatures so far, or the one with empty fields. */
export async function documentToSign(table: Table, request: SignatureRequest): Promise<Uint8Array> {
  const { record } = request
  const last = await remotelySigned(table, record.id)
  if (last) return await wholeFile(last)
  const shown = await wholeFile({ key: shownKey(record), sha256: record.document.sha256 })
  const { prepareDocument } = await import('../../../shared/pdf/remote-signature/prepare-document.ts')
  const options = { title: record.title, watermark: watermarkOf(record), producer: serviceName }
  return await prepareDocument(shown, awaitedSigners(request), options)
}

export async function wholeFile({ key, sha256 }: { readonly key: string; readonly sha256: string }) {
  const bytes = await readDocument(key)
  if (sha256Of(bytes) !== sha256) throw new Error(`the document ${key} is not the one that was stored`)
  return bytes
}

/** The signers and their places, in the order of the request. What the places show comes with each signature. */
export function awaitedSigners({ record, fields }: Pick<SignatureRequest, 'record' | 'fields'>): AwaitedSigner[] {
  return record.signers.map((signer) => {
    const field = fields.find(({ signerId, type }) => signerId === signer.id && type === 'signature')
    return {
      id: signer.id,
      name: signerName(signer),
      locale: signer.locale,
      time: '',
      verificationId: '',
      field: field ? { page: field.page, x: field.x, y: field.y, width: field.width, height: field.height } : null,
    }
  })
}
