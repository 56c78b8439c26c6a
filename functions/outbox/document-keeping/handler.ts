import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import { workOff } from '../../../shared/platform/job.ts'
import { copyDocument, dropDocument, keepDocument } from '../../../shared/store/documents.ts'
import { liveProofs } from '../../registered-mail/model/proof-key.ts'

/** Keeps the objects that commits name, and drops those that a commit let go: the bucket follows the table. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['document.stored', 'document.discarded'], async (type, { key }, _eventId) => {
    if (type === 'document.discarded') return await dropDocument(key)
    await lockProof(key)
    await keepDocument(key)
  })
}

/** Copies a proof of a live organization to where nobody can delete it. A copy that is made twice is the same. */
async function lockProof(key: string): Promise<void> {
  const bucket = optionalEnvironment('LOCKED_PROOFS_BUCKET')
  if (bucket && key.startsWith(liveProofs)) await copyDocument(key, bucket)
}
