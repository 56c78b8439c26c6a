import type { ObjectSource } from '../document-objects.ts'
import { rawSignatures } from './raw-signatures.ts'
import { signatureValues } from './signature-values.ts'

/**
 * Whether a file holds any signature: one that its structure leads to, or one that stands in its bytes. Such a file must
 * stay as it is, since any change would break the signature. Where it cannot be told, the answer is yes.
 */
export function holdsSignature(bytes: Uint8Array, source: ObjectSource): boolean {
  return signatureValues(source, 0).length > 0 || rawSignatures(bytes, 0)?.length !== 0
}
