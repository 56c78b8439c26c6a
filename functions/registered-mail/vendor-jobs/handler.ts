import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { settleItem } from './settle-item.ts'

/** Calls of outside vendors about items, but for the download of their proofs. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['registered_mail.vendor_due'], (_, data) => settleItem(platform(), data))
}
