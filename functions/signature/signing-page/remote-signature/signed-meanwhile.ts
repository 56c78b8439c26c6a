import { withOptimisticRetry } from '../../../../shared/store/optimistic-retry.ts'
import { queryPartition, type Table } from '../../../../shared/store/table.ts'
import { signatureRequests } from '../../model/request.ts'
import type { SignerGrant } from '../../model/signer-grant.ts'
import { canAct } from '../../model/transitions.ts'

/** So often is looked whether the other request has signed: for five to ten seconds. Vendors sign within a second or two. */
export const whileUnderway = 7
const pauseMs = (retry: number) => 250 * retry

/**
 * What a signer's link grants once they have signed by another request with the same confirmation, which the vendor takes only
 * once. Null: nothing was signed.
 */
export async function signedMeanwhile<Granted extends SignerGrant & { readonly table: Table }>(
  granted: Granted,
  { nowMs, maxTries }: { readonly nowMs: number; readonly maxTries: number },
): Promise<Granted | null> {
  const { partition, startingWith } = signatureRequests.partition(granted.request.record.id)
  const found = await withOptimisticRetry({ maxTries, pauseMs }, async () => {
    const request = signatureRequests.decode(await queryPartition(granted.table, partition, startingWith))
    const signer = request?.record.signers.find(({ id }) => id === granted.signer.id)
    if (!request || !signer) return null
    if (signer.status === 'signed') return { ...granted, request, signer }
    return canAct(request.record, signer, nowMs) ? 'stale' : null
  })
  return found === 'stale' ? null : found
}
