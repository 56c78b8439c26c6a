import { X509Certificate } from 'node:crypto'
import { optionalEnvironment } from '../../platform/environment.ts'
import type { Platform } from '../../store/platform.ts'
import { type SealedPdf, type SealedWith, type SealOptions, sealPdf } from '../seal.ts'
import { staysValid } from '../verification/stays-valid.ts'
import { verifyDocument } from '../verification/verify-document.ts'
import type { SealIdentity } from './seal-identity.ts'

interface SealTask {
  readonly identity: SealIdentity
  /** As readers show it. */
  readonly reason: string
}

/** Seals a file, and gives it only when it is verified to be sealed as it should be. Throws otherwise. */
export async function sealFile(
  { clock }: Platform,
  { identity, reason }: SealTask,
  bytes: Uint8Array,
  changes?: SealedWith,
): Promise<SealedPdf> {
  const url = optionalEnvironment('TIMESTAMP_AUTHORITY_URL')
  const timestampAuthority = url ? { url } : null
  const options: SealOptions = { ...identity, reason, signedAt: new Date(clock()), timestampAuthority }
  const sealed = await sealPdf(bytes, options, changes)
  await checkSeal(sealed, options, clock(), changes?.signaturesBefore)
  return sealed
}

/** Verifies a file as others will: one seal, intact, over the whole file, by a certificate of the key, after the signatures of people. */
export async function checkSeal(
  { bytes, level }: Pick<SealedPdf, 'bytes' | 'level'>,
  { signer, reason }: Pick<SealOptions, 'signer' | 'reason'>,
  nowMs: number,
  signaturesBefore = 0,
): Promise<void> {
  const { publicKey } = new X509Certificate(signer.certificateChain[0])
  const sealKeys = [publicKey.export({ type: 'spki', format: 'der' })]
  const found = await verifyDocument(bytes, { nowMs, anchors: [], sealKeys, testSealKeys: [] })
  if (!found.valid) throw new Error(`the sealed file cannot be verified: ${found.reason}`)
  const before = found.signatures.slice(0, signaturesBefore)
  const [seal, ...others] = found.signatures.slice(signaturesBefore)
  if (!seal || others.length > 0) throw new Error(`the sealed file has ${found.signatures.length} signatures`)
  if (!before.every(staysValid))
    throw new Error(`an earlier signature would not be believed: ${JSON.stringify(before)}`)
  const isSound = seal.intact && seal.coversWholeDocument && seal.trusted && seal.faults.length === 0
  if (!isSound || seal.level !== level || seal.reason !== reason)
    throw new Error(`the sealed file would not be believed: ${JSON.stringify(seal)}`)
}
