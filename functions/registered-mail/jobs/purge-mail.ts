import { deletePartition, type Table } from '../../../shared/store/table.ts'
import { mailPartition } from '../model/mail.ts'

const atOnce = 500

/** Removes what is left of a deleted mail: its activity. */
export async function purgeMail(table: Table, mailId: string): Promise<void> {
  while ((await deletePartition(table, mailPartition(mailId), atOnce)) > 0);
}
