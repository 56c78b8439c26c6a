import { X509Certificate } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { isRefusal, type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { fillSignature } from '../../../../shared/pdf/remote-signature/signature-increment.ts'
import { canSign } from '../../../../shared/pdf/verification/signing-certificate-fault.ts'
import { staysValid } from '../../../../shared/pdf/verification/stays-valid.ts'
import { verifyDocument } from '../../../../shared/pdf/verification/verify-document.ts'
import { systemClock } from '../../../../shared/platform/clock.ts'
import { equalInConstantTime } from '../../../../shared/platform/constant-time.ts'
import { fromItem } from '../../../../shared/store/collection.ts'
import { dropDocument, putDocument, sha256Of } from '../../../../shared/store/documents.ts'
import { getItem, type Table } from '../../../../shared/store/table.ts'
import { remoteSignatureKey } from '../../model/document-keys.ts'
import { documentToSign, wholeFile } from '../../model/document-to-sign.ts'
import type { RemoteSignature } from '../../model/given-signatures.ts'
import { type PreparedSignature, preparedSignatureKey, preparedSignatures } from '../../model/prepared-signature.ts'
import { eventPlaceOf } from '../../model/request.ts'
import { signerName } from '../../model/transitions.ts'
import type { SigningContext } from '../signing-context.ts'
import { chainOf, unsignedOf } from './prepare-signature.ts'
import { sha256Text } from './sha256-text.ts'
import { atVendor } from './vendor-call.ts'

type Context = SigningContext & { readonly table: Table }

/** What this signer began in this browser with this state, if document and certificate still are as they were; else null. */
export async function preparedFor(
  { table, request, signer, sessionSha256 }: Context,
  state: string,
  nowMs: number,
): Promise<PreparedSignature | null> {
  const item = await getItem(table, preparedSignatureKey(request.record.id, signer.id))
  const prepared = item && fromItem(preparedSignatures, item)
  if (!prepared || nowMs >= prepared.expiresAtMs || prepared.name !== signerName(signer)) return null
  const isOurs = equalInConstantTime(sha256Text(state), prepared.stateSha256)
  if (!isOurs || prepared.browserSha256 !== sessionSha256) return null
  // The vendor signs by the real time, which the clock of a test organization may be ahead of.
  if (!canSign(chainOf(prepared.credential), systemClock())) return null
  return sha256Of(await documentToSign(table, request)) === prepared.baseSha256 ? prepared : null
}

interface Made {
  readonly bytes: Uint8Array
  readonly certificate: { readonly subject: string; readonly issuer: string; readonly sha256: string }
}

/** The document with the signature that the vendor made, verified. A vendor that signs anything else is refused. */
export async function signedRemotely(
  { table, request: { record } }: Context,
  prepared: PreparedSignature,
  { code, state }: { readonly code: string; readonly state: string },
): Promise<Made | Refusal<'vendor_error'>> {
  const unsigned = unsignedOf(prepared)
  const { credential, codeVerifier, redirectUri } = prepared
  const signature =
    prepared.signature ??
    (await atVendor(record, async (keys, connection, signal) => {
      const authorization = { credential, sha256: unsigned.sha256, code, state, codeVerifier, redirectUri }
      return Buffer.from(await keys.sign(connection, authorization, signal)).toString('base64')
    }))
  if (isRefusal(signature)) return signature
  const signatureBytes = Buffer.from(signature, 'base64')
  const open = await wholeFile(prepared.file)
  const cms = unsigned.complete(signatureBytes, credential.scheme, null)
  const isOfRoom = 2 * cms.length + 2 <= prepared.gap.end - prepared.gap.start
  const bytes = isOfRoom ? fillSignature(open, prepared.gap, cms) : null
  if (!bytes || !(await isSound(bytes, record.signers.filter(({ status }) => status === 'signed').length + 1)))
    return refuse('vendor_error', 'The vendor signed something else than the document.', {
      vendor: record.vendor,
      retryable: false,
    })
  // After a conflict this runs again. The vendor's code is used up by then, so its signature is kept.
  if (prepared.signature === null) await keepSignature(table, prepared, signature)
  const [leaf] = chainOf(credential)
  const { subject, issuer } = new X509Certificate(leaf)
  return { bytes, certificate: { subject, issuer, sha256: sha256Of(leaf) } }
}

/** As many signatures as signers so far, each valid, the last one over all of the file. */
async function isSound(bytes: Uint8Array, count: number): Promise<boolean> {
  const found = await verifyDocument(bytes, { nowMs: Date.now(), anchors: [], sealKeys: [], testSealKeys: [] })
  if (!found.valid || found.faults.length > 0 || found.signatures.length !== count) return false
  return found.signatures.every(staysValid) && found.signatures.at(-1)?.coversWholeDocument === true
}

/** Beside the commit: it holds although the commit may not. A newer preparation stays as it is. */
async function keepSignature(
  table: Table,
  { requestId, signerId, stateSha256 }: PreparedSignature,
  signature: string,
): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: preparedSignatureKey(requestId, signerId),
    UpdateExpression: 'SET #record.#signature = :signature',
    ConditionExpression: '#record.#state = :state',
    ExpressionAttributeNames: { '#record': 'record', '#signature': 'signature', '#state': 'stateSha256' },
    ExpressionAttributeValues: { ':signature': signature, ':state': stateSha256 },
  })
  await table.client.send(update).catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  })
}

/** Stores the document. It is dropped unless the signature is committed. */
export async function storedFile(
  { request: { record }, signer, work, ids }: SigningContext,
  bytes: Uint8Array,
): Promise<RemoteSignature> {
  const key = remoteSignatureKey({ requestId: record.id, signerId: signer.id }, ids())
  work.ifNotCommitted(() => dropDocument(key))
  const stored = await putDocument(key, bytes)
  work.enqueue({ type: 'document.stored', data: { key } }, eventPlaceOf(record))
  return { mode: 'remote', ...stored }
}
