import { checkSignedDocument } from '../../../shared/pdf/check-stamps.ts'
import { updateDocument } from '../../../shared/pdf/document-update.ts'
import { stampOptionsOf, stampsOfAwaited } from '../../../shared/pdf/remote-signature/prepare-document.ts'
import { stampDocument } from '../../../shared/pdf/stamp.ts'
import { staysValid } from '../../../shared/pdf/verification/stays-valid.ts'
import { verifyPdf } from '../../../shared/pdf/verify-pdf.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { awaitedSigners, wholeFile } from '../model/document-to-sign.ts'
import { remotelySigned } from '../model/given-signatures.ts'
import type { SignatureRequest } from '../model/request.ts'
import { watermarkOf } from '../model/watermark.ts'
import { AlteredPicture } from './altered-picture.ts'

/**
 * The document that all signers signed with keys of a vendor, verified as anybody would verify it: our bytes first, one signature of
 * each signer, and nothing on the pages but the fields of these signatures, the signature page and the watermark.
 */
export async function remotelySignedFile(
  { table, clock }: Platform,
  request: SignatureRequest,
  shown: Uint8Array,
): Promise<Uint8Array> {
  const { record } = request
  const last = await remotelySigned(table, record.id)
  if (!last) throw new Error('nobody has signed with a key of the vendor')
  const bytes = await wholeFile(last)
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, shown.length).equals(shown))
    throw new AlteredPicture('the signed document does not start with the shown one')
  const found = await verifyPdf(bytes, { nowMs: clock(), anchors: [], sealKeys: [], testSealKeys: [] })
  if (!found.valid) throw new Error(`the signed document cannot be verified: ${found.reason}`)
  const { signatures, faults } = found
  if (faults.length > 0 || signatures.length !== record.signers.length || !signatures.every(staysValid))
    throw new Error(`the signatures of the document would not be believed: ${JSON.stringify(found)}`)
  // The places are those of the file that we prepared ourselves.
  const { bytes: stamped } = await updateDocument(shown, (update) =>
    stampDocument(
      update,
      stampsOfAwaited(awaitedSigners(request)),
      stampOptionsOf({ title: record.title, watermark: watermarkOf(record) }),
    ),
  )
  const check = await checkSignedDocument({ shown: stamped, signed: bytes, places: null })
  if (!check.valid) throw new Error(`what the signed document shows cannot be told: ${check.reason}`)
  if (check.difference !== null)
    throw new AlteredPicture(`the signed document shows something else: ${check.difference}`)
  return bytes
}
