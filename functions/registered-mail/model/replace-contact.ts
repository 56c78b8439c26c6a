import { isRefusal } from '../../../shared/errors/refusal.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { commitWithRetry } from '../../../shared/store/commit-with-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { type Contact, keeperOf } from '../../contacts/model/contact.ts'
import { linkContacts } from '../../contacts/model/contact-links.ts'
import { items } from './item.ts'
import { mails } from './mail.ts'
import { readMail } from './mail-parts.ts'
import { type Recipient, writePeople } from './people.ts'

const maxTries = 5

type Named = Pick<Recipient, 'contactId' | 'contactKeptBy'>

/**
 * Replaces the contact of recipients by another, by its present state, or by none. Names and addresses stay as they were copied.
 * False if the mail does not refer to it.
 */
export async function replaceContact(
  platform: Platform,
  mailId: string,
  contactId: string,
  successor: () => Promise<Contact | null>,
): Promise<boolean> {
  const author = systemAuthor(contactId)
  const outcome = await commitWithRetry({ ...platform, author, maxTries, signal: null }, async (work) => {
    const parts = await readMail(platform.table, mailId)
    if (!parts?.people.recipients.some((recipient) => recipient.contactId === contactId)) return false
    const contact = await successor()
    const named = { contactId: contact?.id ?? null, contactKeptBy: contact && keeperOf(contact) }
    const renamed = <R extends Named>(each: R): R => (each.contactId === contactId ? { ...each, ...named } : each)
    const { mail, people: those } = parts
    const recipients = those.recipients.map(renamed)
    work.update(mails, mail, { ...mail, listed: mail.listed.map(renamed), version: mail.version + 1 })
    writePeople(work, mailId, those, { ...those, recipients })
    for (const item of parts.items)
      if (item.contactId === contactId) work.update(items, item, { ...renamed(item), version: item.version + 1 })
    const known = new Map(contact ? [[contact.id, contact]] : [])
    const idsOf = (all: readonly Named[]) => all.flatMap((each) => each.contactId ?? [])
    const ids = { before: idsOf(those.recipients), after: idsOf(recipients) }
    linkContacts(work, { type: 'registered_mail', targetId: mailId }, ids, known)
    return true
  })
  if (isRefusal(outcome)) throw new Error(`the contact of the mail ${mailId} could not be replaced: ${outcome.refused}`)
  return outcome
}
