import { deleteItems, deletePartition, queryPartition, type Table } from '../../../shared/store/table.ts'
import { contactLinks } from '../../contacts/model/contact-links.ts'
import { mailPartition, recordSortKey } from '../model/mail.ts'
import { peopleIn } from '../model/people.ts'

const atOnce = 500

/** Removes what is left of a deleted mail: first the links of its contacts, which only its stored recipients name. */
export async function purgeMail(table: Table, mailId: string): Promise<void> {
  const { recipients } = peopleIn(await queryPartition(table, mailPartition(mailId), recordSortKey))
  const linked = recipients.flatMap(({ contactId }) =>
    contactId === null ? [] : contactLinks.key({ contactId, type: 'registered_mail', targetId: mailId }),
  )
  await deleteItems(table, linked)
  while ((await deletePartition(table, mailPartition(mailId), atOnce)) > 0);
}
