import * as v from 'valibot'
import { signingSchemes } from '../../../shared/pdf/cades-signature.ts'
import { minuteMs } from '../../../shared/platform/clock.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import { requestPartition } from './request.ts'

/** How long a signer may take at the vendor. */
export const preparedForMs = 30 * minuteMs

const file = { key: v.string(), sha256: v.string(), size: v.number() }

const preparedSchema = v.object({
  requestId: v.string(),
  signerId: v.string(),
  /** Under which name it shows the signer. */
  name: v.string(),
  /** What the signer agreed to before they went to the vendor. Null in preparations of earlier versions, which no longer count. */
  agreementSha256: v.nullable(v.string()),
  /** Of the document that the signature is appended to. */
  baseSha256: v.string(),
  /** The document with the place for the signature, and the place. */
  file: v.object(file),
  gap: v.object({ start: v.number(), end: v.number() }),
  /** SHA-256 of everything outside that place, in hex. */
  documentSha256: v.string(),
  credential: v.object({
    id: v.string(),
    algorithm: v.string(),
    scheme: v.picklist(signingSchemes),
    /** Base64 of DER, the certificate of the key first. */
    chain: v.pipe(v.array(v.string()), v.minLength(1)),
  }),
  /** The way to the vendor and back belongs to one browser. */
  browserSha256: v.string(),
  stateSha256: v.string(),
  codeVerifier: v.string(),
  redirectUri: v.string(),
  expiresAtMs: v.number(),
  /** What the vendor answered, in base64: another try needs no other. */
  signature: v.nullable(v.string()),
})
/** A signature that a signer is about to allow at the vendor: everything but its value. */
export type PreparedSignature = v.InferOutput<typeof preparedSchema>

/** The last one of each signer. */
export const preparedSignatures: Collection<PreparedSignature> = {
  name: 'prepared_signature',
  schema: preparedSchema,
  key: ({ requestId, signerId }) => preparedSignatureKey(requestId, signerId),
}

export function preparedSignatureKey(requestId: string, signerId: string): Key {
  return { PK: requestPartition(requestId), SK: `PREPARED#${signerId}` }
}
