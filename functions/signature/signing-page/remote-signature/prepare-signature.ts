import { isDeepStrictEqual } from 'node:util'
import { unsignedCades } from '../../../../shared/pdf/cades-signature.ts'
import { fieldNameOf } from '../../../../shared/pdf/remote-signature/empty-fields.ts'
import { appendSignature } from '../../../../shared/pdf/remote-signature/signature-increment.ts'
import type { SealSigner } from '../../../../shared/pdf/seal-signer.ts'
import type { Ids } from '../../../../shared/platform/ids.ts'
import { readerLocaleOf } from '../../../../shared/platform/locale.ts'
import { writtenTime } from '../../../../shared/platform/written-date.ts'
import { fromItem } from '../../../../shared/store/collection.ts'
import { putDocument, sha256Of } from '../../../../shared/store/documents.ts'
import { getItem, type Table } from '../../../../shared/store/table.ts'
import { remoteSignatureKey } from '../../model/document-keys.ts'
import { documentToSign } from '../../model/document-to-sign.ts'
import { type PreparedSignature, preparedSignatureKey, preparedSignatures } from '../../model/prepared-signature.ts'
import { sealReason } from '../../model/seal-reason.ts'
import { signerName } from '../../model/transitions.ts'
import { verificationIdOf } from '../../model/verification-id.ts'
import type { RemoteCredential } from '../../vendors/remote-keys.ts'
import type { SigningContext } from '../signing-context.ts'

/** What follows from the document, the signer and their certificate. */
type Parts = Pick<PreparedSignature, 'baseSha256' | 'file' | 'gap' | 'documentSha256' | 'credential'>

interface Prepared {
  readonly parts: Parts
  /** The hash that the vendor signs. */
  readonly toSign: Uint8Array
}

interface Situation {
  readonly table: Table
  readonly ids: Ids
  readonly nowMs: number
}

/**
 * Appends the empty signature of a signer to the document. Somebody who comes again, for example because an answer was lost, gets
 * the same hash as long as nothing that it covers has changed: a second signature of it is worth the same as the first.
 */
export async function prepareSignature(
  { table, ids, nowMs }: Situation,
  { request, signer }: Pick<SigningContext, 'request' | 'signer'>,
  remote: RemoteCredential,
): Promise<Prepared> {
  const { id: requestId, timeZone, signers } = request.record
  const [base, known] = await Promise.all([
    documentToSign(table, request),
    knownPreparation(table, requestId, signer.id),
  ])
  const baseSha256 = sha256Of(base)
  const credential = storedCredential(remote)
  const name = signerName(signer)
  const isKnown = known?.baseSha256 === baseSha256 && known.name === name && nowMs < known.expiresAtMs
  if (known && isKnown && isDeepStrictEqual(known.credential, credential))
    return { parts: partsOf(known), toSign: hashToSign(known) }
  const increment = await appendSignature(base, {
    fieldName: fieldNameOf(signers.findIndex(({ id }) => id === signer.id)),
    signer: {
      id: signer.id,
      name,
      locale: signer.locale,
      time: writtenTime(nowMs, timeZone, readerLocaleOf(signer.locale)),
      verificationId: verificationIdOf(requestId),
    },
    reason: sealReason('signature', requestId),
    signedAt: new Date(nowMs),
    certificateChain: remote.certificateChain,
  })
  // Nothing names it before the signature is made: until then it expires by itself.
  const file = await putDocument(remoteSignatureKey({ requestId, signerId: signer.id }, ids()), increment.bytes)
  const documentSha256 = Buffer.from(increment.documentSha256).toString('hex')
  const parts = { baseSha256, file, gap: increment.gap, documentSha256, credential }
  return { parts, toSign: hashToSign(parts) }
}

async function knownPreparation(table: Table, requestId: string, signerId: string): Promise<PreparedSignature | null> {
  const item = await getItem(table, preparedSignatureKey(requestId, signerId))
  return item && fromItem(preparedSignatures, item)
}

function partsOf({ baseSha256, file, gap, documentSha256, credential }: Parts): Parts {
  return { baseSha256, file, gap, documentSha256, credential }
}

function storedCredential({ id, algorithm, scheme, certificateChain }: RemoteCredential): Parts['credential'] {
  return { id, algorithm, scheme, chain: certificateChain.map((der) => Buffer.from(der).toString('base64')) }
}

/** The certificates as they are stored. */
export function chainOf({ chain }: Parts['credential']): SealSigner['certificateChain'] {
  const [leaf, ...issuers] = chain.map((der) => new Uint8Array(Buffer.from(der, 'base64')))
  if (!leaf) throw new Error('the credential has no certificate')
  return [leaf, ...issuers]
}

export function unsignedOf({ documentSha256, credential }: Pick<Parts, 'documentSha256' | 'credential'>) {
  return unsignedCades(Buffer.from(documentSha256, 'hex'), chainOf(credential))
}

function hashToSign(parts: Parts): Uint8Array {
  return unsignedOf(parts).sha256
}
