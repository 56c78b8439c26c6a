import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { deleteItems, keyOf, queryIndex, queryPartition, type Table } from '../../../shared/store/table.ts'
import { attachmentKey } from './attachment-key.ts'
import { items, proofKinds } from './item.ts'
import { mailKey, mailPartition, mails, mailsOf } from './mail.ts'

const mailsAtOnce = 8

/**
 * Deletes mails of a test entity with their attachments and proofs, `limit` at most, in whatever state they are. Gives how many it
 * found. It publishes no event. Repeating it changes nothing.
 */
export async function deleteMails(table: Table, entityId: string, limit: number): Promise<number> {
  const found = await queryIndex(table, { index: 'GSI1', partition: mailsOf(entityId), limit })
  const ids = recordsOf(mails, found).map(({ id }) => id)
  await inParallel(ids, mailsAtOnce, (id) => deleteMail(table, id))
  return ids.length
}

/** The mail itself last: it tells where its attachments are. */
async function deleteMail(table: Table, id: string): Promise<void> {
  const found = await queryPartition(table, mailPartition(id), '')
  const attachments = recordsOf(mails, found).flatMap((mail) =>
    mail.attachments.map((attachment) => attachmentKey(mail, attachment)),
  )
  const proofs = recordsOf(items, found).flatMap((item) => proofKinds.flatMap((kind) => item.proofs[kind]?.key ?? []))
  const { dropDocument } = await import('../../../shared/store/documents.ts')
  for (const key of [...attachments, ...proofs]) await dropDocument(key)
  const own = mailKey(id)
  await deleteItems(
    table,
    found.map(keyOf).filter(({ SK }) => SK !== own.SK),
  )
  await deleteItems(table, [own])
}
