import type { Platform } from '../../../shared/store/platform.ts'
import { changeInJob } from '../model/change-in-job.ts'
import { notified } from '../model/transitions.ts'
import { cscVendor } from '../vendors/csc/csc.ts'
import { nativeVendor } from '../vendors/native.ts'

/** Asks the signers whose turn it is: the change itself has their invitations written. Doing it again changes nothing. */
export async function askSigners(
  platform: Platform,
  { requestId, signerIds }: { readonly requestId: string; readonly signerIds: readonly string[] },
): Promise<void> {
  await changeInJob(platform, requestId, (record, nowMs) => {
    const { key: id, name } = record.vendor === cscVendor.key ? cscVendor : nativeVendor
    return notified(record, signerIds, { nowMs, actor: { type: 'vendor', id, name }, ip: null, userAgent: null })
  })
}
