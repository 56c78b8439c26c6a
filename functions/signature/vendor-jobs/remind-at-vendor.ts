import type { Platform } from '../../../shared/store/platform.ts'
import { withConnection } from '../../../shared/store/vendor-calls.ts'
import { requestForJob } from '../model/change-in-job.ts'
import { canAct } from '../model/transitions.ts'
import { externalSigning } from '../vendors/vendors.ts'

/** Has the vendor remind signers who have still not signed. A message that comes twice may remind them twice. */
export async function remindAtVendor(
  platform: Platform,
  { requestId, signerIds }: { readonly requestId: string; readonly signerIds: readonly string[] },
): Promise<void> {
  const request = await requestForJob(platform, requestId)
  const vendor = request && (await externalSigning(request.record.vendor))
  if (!request || !vendor) return
  const { record } = request
  const { orgId, vendorRequestId } = record
  const emails = record.signers
    .filter((signer) => signerIds.includes(signer.id) && canAct(record, signer, platform.clock()))
    .map(({ email }) => email.toLowerCase())
  if (emails.length === 0 || vendorRequestId === null) return
  await withConnection(platform, { orgId, vendor: record.vendor }, (connection) =>
    vendor.remind(connection, vendorRequestId, emails),
  )
}
