import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { playSigners } from './play-signers.ts'

/** `signature.signers_due` of requests that the simulated vendor handles, two seconds after they were told. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['signature.signers_due'], (_, data) => playSigners(platform(), data))
}
