import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'

const types = ['signature.signers_due', 'signature.vendor_due', 'signature.vendor_reminder_due'] as const

/** Every call of an outside vendor about a request, but for the download of its signed document. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, types, async (...[type, data]) => {
    if (type === 'signature.vendor_reminder_due') {
      const { remindAtVendor } = await import('./remind-at-vendor.ts')
      return await remindAtVendor(platform(), data)
    }
    const { settleVendor } = await import('./settle-vendor.ts')
    return await settleVendor(platform(), data.requestId)
  })
}
