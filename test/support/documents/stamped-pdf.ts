import { updateDocument } from '../../../shared/pdf/document-update.ts'
import { type SignerStamps, type StampOptions, stampDocument } from '../../../shared/pdf/stamp.ts'

/** A document that is stamped and not sealed. */
export async function stampedPdf(original: Uint8Array, signers: SignerStamps[], options: StampOptions) {
  const { bytes, result } = await updateDocument(original, (update) => stampDocument(update, signers, options))
  return { bytes, pageCount: result }
}
