import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { deleteItems, deletePartition, queryIndex, type Table } from '../../../shared/store/table.ts'
import { type SenderAccount, senderAccounts, senderEmails, senderPartition, sendersOf } from './sender-account.ts'

const [sendersAtOnce, everything] = [10, 1_000]

/**
 * Deletes sender accounts of an entity with everything that is stored of them, `limit` at most. Gives how many it found. It publishes
 * no event. Repeating it changes nothing.
 */
export async function deleteSenders(table: Table, entityId: string, limit: number): Promise<number> {
  const listed = await queryIndex(table, { index: 'GSI1', partition: sendersOf(entityId), limit })
  const found = recordsOf(senderAccounts, listed)
  await inParallel(found, sendersAtOnce, (account) => deleteSender(table, account))
  return found.length
}

async function deleteSender(table: Table, { id: senderId, entityId, email }: SenderAccount): Promise<void> {
  await deleteItems(table, [senderEmails.key({ entityId, email, senderId })])
  while ((await deletePartition(table, senderPartition(senderId), everything)) > 0);
}

/** Whether an entity has any sender account. */
export async function hasSenders(table: Table, entityId: string): Promise<boolean> {
  return (await queryIndex(table, { index: 'GSI1', partition: sendersOf(entityId), limit: 1 })).length > 0
}
