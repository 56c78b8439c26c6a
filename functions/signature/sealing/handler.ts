import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { renewSeal } from './renew-seal.ts'
import { sealRequest } from './seal-request.ts'
import { settleStorage } from './settle-storage.ts'

const types = ['signature.seal_due', 'signature.renewal_due', 'signature.storage_due'] as const

/** Every signer of a request has signed, or its seal is to be extended so that it stays provable, or its files are to be moved or deleted. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, types, async (...[type, data]) => {
    switch (type) {
      case 'signature.seal_due':
        return await sealRequest(platform(), data.requestId)
      case 'signature.renewal_due':
        return await renewSeal(platform(), data.requestId, data.renewal)
      case 'signature.storage_due':
        return await settleStorage(platform(), data.requestId)
    }
  })
}
