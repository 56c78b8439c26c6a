import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { remindAtVendor } from './remind-at-vendor.ts'
import { settleVendor } from './settle-vendor.ts'

const types = ['signature.signers_due', 'signature.vendor_due', 'signature.vendor_reminder_due'] as const

/** Every call of an outside vendor about a request, but for the download of its signed document. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, types, async (...[type, data]) =>
    type === 'signature.vendor_reminder_due'
      ? await remindAtVendor(platform(), data)
      : await settleVendor(platform(), data.requestId),
  )
}
