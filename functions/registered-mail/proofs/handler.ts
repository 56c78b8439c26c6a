import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { issueProof } from './issue-proof.ts'

/** An item got so far that it is to be proved. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['registered_mail.proof_due'], (_, data) => issueProof(platform(), data))
}
