import { checkSignedDocument } from '../../../shared/pdf/check-stamps.ts'
import type { PadesLevel, Verified } from '../../../shared/pdf/verification/verification.ts'
import { padesLevels } from '../../../shared/pdf/verification/verification.ts'
import { verifyPdf } from '../../../shared/pdf/verify-pdf.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { withConnection } from '../../../shared/store/vendor-calls.ts'
import type { RequestRecord } from '../model/request.ts'
import { externalSigning } from '../vendors/vendors.ts'
import { AlteredPicture } from './altered-picture.ts'

export interface FetchedDocument {
  readonly bytes: Uint8Array
  /** The lowest of its signatures. */
  readonly level: PadesLevel
  /** Whether the vendor appended its signatures to our bytes, or wrote the file anew. */
  readonly form: 'appended' | 'rewritten'
  /** The audit trail of the vendor, as a PDF. Null: the vendor has none. */
  readonly auditTrail: Uint8Array | null
}

/**
 * The signed document of an outside vendor, verified as anybody would verify it, with what the vendor tells of its signers. Throws
 * where it is not whole, and `AlteredPicture` where it shows anything but what was handed over.
 */
export async function fetchSigned(
  platform: Platform,
  record: RequestRecord,
  shown: Uint8Array,
): Promise<FetchedDocument> {
  const { orgId, vendor: key, vendorRequestId } = record
  const vendor = await externalSigning(key)
  if (!vendor || vendorRequestId === null) throw new Error(`the vendor ${key} has no document of the request`)
  const [bytes, auditTrail] = await withConnection(platform, { orgId, vendor: key }, async (connection) => [
    await vendor.fetchSigned(connection, vendorRequestId),
    await vendor.fetchAuditTrail(connection, vendorRequestId),
  ])
  // Whom to trust is the business of who verifies it later: the authorities of a vendor are not ours.
  const trust = { nowMs: platform.clock(), anchors: [], sealKeys: [], testSealKeys: [] }
  const found = await verifyPdf(bytes, trust)
  if (!found.valid) throw new Error(`the vendor's signed document cannot be verified: ${found.reason}`)
  const level = lowestLevel(found, record.signers.length)
  const check = await checkSignedDocument({ shown, signed: bytes })
  if (!check.valid) throw new Error(`what the vendor's signed document shows cannot be told: ${check.reason}`)
  if (check.difference !== null)
    throw new AlteredPicture(`the vendor's signed document shows something else: ${check.difference}`)
  const isAppended = Buffer.from(bytes.buffer, bytes.byteOffset, shown.length).equals(shown)
  return { bytes, level, form: isAppended ? 'appended' : 'rewritten', auditTrail }
}

/** Throws unless the file has an intact signature for each signer. */
export function lowestLevel({ signatures, faults }: Verified, signers: number): PadesLevel {
  const own = signatures.filter(({ kind }) => kind === 'signature')
  if (own.length < signers)
    throw new Error(`the vendor's signed document has ${own.length} signatures, of ${signers} signers`)
  if (faults.length > 0 || signatures.some(({ intact }) => !intact))
    throw new Error("a signature of the vendor's signed document is not intact")
  const levels = own.map(({ level }) => padesLevels.indexOf(level ?? 'B-B'))
  return padesLevels[Math.min(...levels)] ?? 'B-B'
}
