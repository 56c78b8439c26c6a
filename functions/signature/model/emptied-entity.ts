import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { deleteItems, keyOf, queryIndex, queryPartition, type Table } from '../../../shared/store/table.ts'
import { allSealedKeys, documentKeys } from './document-keys.ts'
import { givenFileKeys } from './given-signatures.ts'
import { requestKey, requestPartition, requests, requestsOf } from './request.ts'

const requestsAtOnce = 8

/**
 * Deletes signature requests of an entity with their documents, `limit` at most, in whatever state they are. Gives how many it
 * found. It publishes no event. Repeating it changes nothing.
 */
export async function deleteRequests(table: Table, entityId: string, limit: number): Promise<number> {
  const items = await queryIndex(table, { index: 'GSI1', partition: requestsOf(entityId), limit })
  const ids = recordsOf(requests, items).map(({ id }) => id)
  await inParallel(ids, requestsAtOnce, (id) => deleteRequest(table, id))
  return ids.length
}

/** The request itself last: it tells where the documents are. */
async function deleteRequest(table: Table, id: string): Promise<void> {
  const items = await queryPartition(table, requestPartition(id), '')
  const [record] = recordsOf(requests, items)
  const images = givenFileKeys(items)
  const documents = record ? [...documentKeys(record), ...allSealedKeys(record)] : []
  const { dropDocument } = await import('../../../shared/store/documents.ts')
  for (const key of [...images, ...documents]) await dropDocument(key)
  const own = requestKey(id)
  const others = items.map(keyOf).filter(({ SK }) => SK !== own.SK)
  await deleteItems(table, others)
  await deleteItems(table, [own])
}
