import { queryIndex, type Table } from '../../../shared/store/table.ts'
import { mailsOf } from './mail.ts'

/** Whether an entity has a registered mail. */
export async function hasMails(table: Table, entityId: string): Promise<boolean> {
  const found = await queryIndex(table, { index: 'GSI1', partition: mailsOf(entityId), limit: 1 })
  return found.length > 0
}
