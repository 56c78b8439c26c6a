import type { Platform } from '../../shared/platform.ts'
import { changeInJob } from '../../shared/signature/change-in-job.ts'
import { notified } from '../../shared/signature/transitions.ts'
import { nativeVendor } from '../../shared/vendors/native.ts'

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
