import { checkSignedDocument } from '../../../shared/pdf/check-stamps.ts'
import type { Evidence } from '../../../shared/pdf/evidence-content.ts'
import { flawsOfVendorSignatures } from '../../../shared/pdf/vendor-signatures.ts'
import { verifyPersonsOf } from '../../../shared/pdf/verify-pdf.ts'
import { sha256Of } from './file-hash.ts'
import type { Check, GivenFile } from './report.ts'

/** What the signatures of a document prove that was signed at a vendor. The service added no seal of its own to it. */
export async function vendorChecks(
  { name, bytes }: GivenFile,
  content: Evidence,
  others: readonly GivenFile[],
): Promise<Check[]> {
  const sent = sentDocument(bytes, content, others)
  return [
    { says: `Every signer signed ${name}`, flaws: await signatureFlaws(bytes, content) },
    ...(sent ? [{ says: `${name} shows the document that was sent`, flaws: await pictureFlaws(sent, bytes) }] : []),
  ]
}

/** A vendor that appended its signatures left the document that was sent at the start of the file. */
export function sentDocument(
  signed: Uint8Array,
  { document: { size, sha256 } }: Evidence,
  others: readonly GivenFile[],
): Uint8Array | null {
  const candidates = [signed.subarray(0, size), ...others.map(({ bytes }) => bytes)]
  return candidates.find((bytes) => sha256Of(bytes) === sha256) ?? null
}

async function signatureFlaws(bytes: Uint8Array, { request, signers, issuedAt }: Evidence): Promise<string[]> {
  // Certificates run out: what counts is whether they were valid when the evidence was written.
  const trust = { nowMs: Date.parse(issuedAt), anchors: [], sealKeys: [], testSealKeys: [] }
  const found = await verifyPersonsOf(bytes, trust)
  if (!found.valid) return [`its signatures cannot be read: ${found.reason}`]
  return flawsOfVendorSignatures(found, { level: request.level, signers: signers.map(nameOf) })
}

/** The evidence has names in one piece. */
function nameOf({ name }: Evidence['signers'][number]) {
  const words = name.split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/** The evidence does not say where signatures were asked for. */
async function pictureFlaws(shown: Uint8Array, signed: Uint8Array): Promise<string[]> {
  const found = await checkSignedDocument({ shown, signed, places: null })
  if (!found.valid) return [`what it shows cannot be told: ${found.reason}`]
  return found.difference === null ? [] : [found.difference]
}
