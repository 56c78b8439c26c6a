import { hash } from 'node:crypto'
import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { authorize } from '../../../shared/http/authorization/checks.ts'
import type { SignatureVerification } from '../../../shared/pdf/verification/verification.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { settingsReader } from '../../../shared/store/settings-reader.ts'
import { queryPartition, type Table } from '../../../shared/store/table.ts'
import { signatureRequests } from '../model/request.ts'
import { requestIdIn } from '../model/seal-reason.ts'

const reading = {
  to: 'resource',
  resource: signatureRequests,
  permission: 'signature.read',
  feature: 'signature',
} as const

/**
 * The request whose sealed document, at its first release or renewed since, or whose evidence these very bytes are. A seal names its request, but so could any other
 * signature: only the hash proves it, and only who may read the request is told.
 */
export async function knownRequestId(
  bytes: Uint8Array,
  signatures: readonly SignatureVerification[],
  { principal, table }: { principal: Principal; table: Table },
): Promise<string | null> {
  // Renewals follow the seal, which then does not cover them.
  const seal = signatures.find((each) => each.intact && each.kind === 'signature')
  const id = seal?.reason ? requestIdIn(seal.reason) : null
  if (!id) return null
  const { partition, startingWith } = signatureRequests.partition(id)
  const settings = settingsReader(batchLoader(table), { names: [], orgIds: orgIdsOf(principal), needsSettings: false })
  const items = await queryPartition(table, partition, startingWith)
  const caller = { principal, access: reading, consentUrl: null }
  if (isRefusal(await authorize(caller, { table, path: {}, resourceItems: items, settings }))) return null
  const { signed, evidence } = signatureRequests.decode(items)?.record.document ?? {}
  const sha256 = hash('sha256', bytes, 'hex')
  const fingerprints = [signed, ...(signed?.renewals ?? []), evidence].map((file) => file?.sha256)
  return fingerprints.includes(sha256) ? id : null
}

/** The document is most likely of an organization of the caller's. Of many of them, none is more likely. */
function orgIdsOf({ memberships }: Principal): string[] {
  const orgIds = [...new Set(memberships.map(({ orgId }) => orgId))]
  return orgIds.length <= 5 ? orgIds : []
}
