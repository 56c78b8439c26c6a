import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../shared/job.ts'
import { platform } from '../../shared/platform.ts'
import { sealRequest } from './seal-request.ts'

/** `signature.seal_due`: every signer of a request has signed. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['signature.seal_due'], (_, { requestId }) => sealRequest(platform(), requestId))
}
