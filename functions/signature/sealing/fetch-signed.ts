import { checkSignedDocument } from '../../../shared/pdf/check-stamps.ts'
import { flawsOfVendorSignatures } from '../../../shared/pdf/vendor-signatures.ts'
import { type PadesLevel, padesLevels } from '../../../shared/pdf/verification/verification.ts'
import { verifyPersonsOf } from '../../../shared/pdf/verify-pdf.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { withConnection } from '../../../shared/store/vendor-calls.ts'
import type { Field } from '../model/field.ts'
import type { RequestRecord, SignatureRequest } from '../model/request.ts'
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
 * where it is not signed as it should be, and `AlteredPicture` where it shows anything but what was handed over.
 */
export async function fetchSigned(
  platform: Platform,
  request: SignatureRequest,
  shown: Uint8Array,
): Promise<FetchedDocument> {
  const { record } = request
  const { orgId, vendor: key, vendorRequestId } = record
  const vendor = await externalSigning(key)
  if (!vendor || vendorRequestId === null) throw new Error(`the vendor ${key} has no document of the request`)
  const [bytes, auditTrail] = await withConnection(platform, { orgId, vendor: key }, async (connection) => [
    await vendor.fetchSigned(connection, vendorRequestId),
    await vendor.fetchAuditTrail(connection, vendorRequestId),
  ])
  const level = await levelOf(platform, record, bytes)
  const places = request.fields.filter(({ type }) => type === 'signature').map(placeOf)
  const check = await checkSignedDocument({ shown, signed: bytes, places })
  if (!check.valid) throw new Error(`what the vendor's signed document shows cannot be told: ${check.reason}`)
  if (check.difference !== null)
    throw new AlteredPicture(`the vendor's signed document shows something else: ${check.difference}`)
  const isAppended = Buffer.compare(bytes.subarray(0, shown.length), shown) === 0
  return { bytes, level, form: isAppended ? 'appended' : 'rewritten', auditTrail }
}

/** The lowest level of its signatures. Throws unless all signers signed it. */
async function levelOf({ clock }: Platform, record: RequestRecord, bytes: Uint8Array): Promise<PadesLevel> {
  // Whom to trust is the business of who verifies it later: the authorities of a vendor are not ours.
  const found = await verifyPersonsOf(bytes, { nowMs: clock(), anchors: [], sealKeys: [], testSealKeys: [] })
  if (!found.valid) throw new Error(`the vendor's signed document cannot be verified: ${found.reason}`)
  const flaws = flawsOfVendorSignatures(found, { level: record.eidasLevel, signers: record.signers })
  if (flaws.length > 0) throw new Error(`the vendor's signed document is not accepted: ${flaws.join('; ')}`)
  const levels = found.signatures.flatMap(({ kind, level }) =>
    kind === 'signature' ? [padesLevels.indexOf(level ?? 'B-B')] : [],
  )
  return padesLevels[Math.min(...levels)] ?? 'B-B'
}

function placeOf({ page, x, y, width, height }: Field) {
  return { page, x, y, width, height }
}
