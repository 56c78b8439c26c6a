import type { PadesLevel, Verified } from '../../../shared/pdf/verification/verification.ts'
import { padesLevels } from '../../../shared/pdf/verification/verification.ts'
import { verifyPdf } from '../../../shared/pdf/verify-pdf.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { RequestRecord } from '../model/request.ts'
import { withConnection } from '../vendors/connection.ts'
import { externalSigning } from '../vendors/vendors.ts'

export interface FetchedDocument {
  readonly bytes: Uint8Array
  /** The lowest of its signatures. */
  readonly level: PadesLevel
}

/** The signed document of an outside vendor, verified as anybody would verify it. Throws where it is not whole. */
export async function fetchSigned(platform: Platform, record: RequestRecord): Promise<FetchedDocument> {
  const { orgId, vendor: key, vendorRequestId } = record
  const vendor = await externalSigning(key)
  if (!vendor || vendorRequestId === null) throw new Error(`the vendor ${key} has no document of the request`)
  const bytes = await withConnection(platform, { orgId, vendor: key }, (connection) =>
    vendor.fetchSigned(connection, vendorRequestId),
  )
  // Whom to trust is the business of who verifies it later: the authorities of a vendor are not ours.
  const trust = { nowMs: platform.clock(), anchors: [], sealKeys: [], testSealKeys: [] }
  const found = await verifyPdf(bytes, trust)
  if (!found.valid) throw new Error(`the vendor's signed document cannot be verified: ${found.reason}`)
  return { bytes, level: lowestLevel(found) }
}

function lowestLevel({ signatures, faults }: Verified): PadesLevel {
  const own = signatures.filter(({ kind }) => kind === 'signature')
  if (own.length === 0) throw new Error("the vendor's signed document has no signature")
  if (faults.length > 0 || signatures.some(({ intact }) => !intact))
    throw new Error("a signature of the vendor's signed document is not intact")
  const levels = own.map(({ level }) => padesLevels.indexOf(level ?? 'B-B'))
  return padesLevels[Math.min(...levels)] ?? 'B-B'
}
