import type { Platform } from '../../../shared/store/platform.ts'
import { changeInJob } from '../model/change-in-job.ts'
import { notified } from '../model/transitions.ts'
import { nativeVendor } from '../vendors/native.ts'

/** Asks the signers whose turn it is: the change itself has their invitations written. Doing it again changes nothing. */
export async function askSigners(
  platform: Platform,
  { requestId, signerIds }: { readonly requestId: string; readonly signerIds: readonly string[] },
): Promise<void> {
  const actor = { type: 'vendor' as const, id: nativeVendor.key, name: nativeVendor.name }
  await changeInJob(platform, requestId, (record, nowMs) =>
    notified(record, signerIds, { nowMs, actor, ip: null, userAgent: null }),
  )
}
