import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { renewSeal } from './renew-seal.ts'
import { sealRequest } from './seal-request.ts'

/** Every signer of a request has signed, or its seal is to be extended so that it stays provable. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['signature.seal_due', 'signature.renewal_due'], async (...[type, data]) =>
    type === 'signature.seal_due'
      ? await sealRequest(platform(), data.requestId)
      : await renewSeal(platform(), data.requestId, data.renewal),
  )
}
