import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { dropDocument, keepDocument } from '../../../shared/store/documents.ts'

/** Keeps the objects that commits name, and drops those that a commit let go: the bucket follows the table. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['document.stored', 'document.discarded'], (type, { key }, _eventId) =>
    type === 'document.stored' ? keepDocument(key) : dropDocument(key),
  )
}
