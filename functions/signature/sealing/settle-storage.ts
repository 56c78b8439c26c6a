import type { DocumentStorage } from '../../../shared/store/documents.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { queryPartition } from '../../../shared/store/table.ts'
import { changeInJob, requestForJob } from '../model/change-in-job.ts'
import { allSealedKeys, documentKeys } from '../model/document-keys.ts'
import { givenFileKeys } from '../model/given-signatures.ts'
import { type RequestRecord, requestPartition } from '../model/request.ts'
import { restored } from '../model/retention-transitions.ts'
import { system } from '../model/transitions.ts'

type Wanted = DocumentStorage | 'deleted'

/**
 * Makes the files follow the record: archived ones go to cold storage, those to be restored come back, purged ones are deleted. A
 * message that comes late or twice finds the record as it is by then.
 */
export async function settleStorage(platform: Platform, requestId: string): Promise<void> {
  let settled: Wanted | null = null
  for (;;) {
    const request = await requestForJob(platform, requestId)
    const wanted: Wanted | null = request && wantedOf(request.record)
    // A purge may have been committed while files were copied: the copies are deleted in the next round.
    if (!request || !wanted || wanted === settled) break
    await settle(platform, request.record, wanted)
    settled = wanted
  }
  if (settled !== 'STANDARD') return
  await changeInJob(platform, requestId, (record, nowMs) =>
    restored(record, { nowMs, actor: system, ip: null, userAgent: null }),
  )
}

function wantedOf({ retention }: RequestRecord): Wanted | null {
  if (!retention) return null
  if (retention.state === 'purged') return 'deleted'
  return retention.state === 'archived' && retention.restoreRequestedAt === null ? 'GLACIER_IR' : 'STANDARD'
}

async function settle({ table }: Platform, record: RequestRecord, wanted: Wanted): Promise<void> {
  const { dropDocument, moveDocument } = await import('../../../shared/store/documents.ts')
  const documents = [...documentKeys(record), ...allSealedKeys(record)]
  if (wanted !== 'deleted') {
    // What signers wrote or uploaded stays where it is: it is smaller than the smallest object that cold storage counts.
    for (const key of documents) await moveDocument(key, wanted)
    return
  }
  const images = givenFileKeys(await queryPartition(table, requestPartition(record.id), ''))
  for (const key of [...images, ...documents]) await dropDocument(key)
}
