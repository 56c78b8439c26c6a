import { queryIndex, type Table } from '../../../shared/store/table.ts'
import { requestsOf } from './request.ts'

/** Whether an entity has a signature request. */
export async function hasRequests(table: Table, entityId: string): Promise<boolean> {
  const requests = await queryIndex(table, { index: 'GSI1', partition: requestsOf(entityId), limit: 1 })
  return requests.length > 0
}
