import { accessThrough, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { EntityPlace } from '../../../shared/store/entities.ts'
import type { Item } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type Contact, contactKey, contacts, isVisible } from '../../contacts/model/contact.ts'
import { linkContacts } from '../../contacts/model/contact-links.ts'
import type { Recipient } from '../model/people.ts'
import { senderKey } from '../model/sender-account.ts'
import type { MailPatch } from './mail-input.ts'

/** What a written draft refers to: contacts and a sender account, whoever may see them. */
export async function readReferences(
  readItems: BatchLoader,
  { recipients, senderAccountId }: Pick<MailPatch, 'recipients' | 'senderAccountId'>,
): Promise<Item[]> {
  const ids = new Set((recipients ?? []).flatMap(({ contactId }) => contactId ?? []))
  return await readItems([...[...ids].map(contactKey), ...(senderAccountId ? [senderKey(senderAccountId)] : [])])
}

/** Contacts among what was read that the caller may name in an entity, by id. */
export function contactsFor(
  found: readonly Item[],
  principal: Principal,
  place: EntityPlace,
): ReadonlyMap<string, Contact> {
  if (!accessThrough(principal, membershipsReaching(principal, place), place, 'contacts.read')) return new Map()
  const visible = recordsOf(contacts, found).filter(
    (contact) => contact.entityId === place.entityId && isVisible(contact, principal.id),
  )
  return new Map(visible.map((contact) => [contact.id, contact]))
}

interface Recipients {
  readonly before: readonly Pick<Recipient, 'contactId'>[]
  readonly after: readonly Pick<Recipient, 'contactId'>[]
}

/** A link costs two of the hundred writes of a commit, and its removal one. */
const mostLinkWrites = 80

const idsOf = (recipients: Recipients['before']) => new Set(recipients.flatMap(({ contactId }) => contactId ?? []))

/** Notes with the contacts which of them a mail refers to. New ones are among the known. Refuses more than one commit takes. */
export function linkRecipients(
  work: UnitOfWork,
  mailId: string,
  recipients: Recipients,
  known: ReadonlyMap<string, Contact>,
): Refusal<'invalid_input'> | null {
  const [before, after] = [idsOf(recipients.before), idsOf(recipients.after)]
  if (2 * after.difference(before).size + before.difference(after).size > mostLinkWrites)
    return refuse('invalid_input', 'A request can link 40 contacts. Save the draft with some, then add the others.', {
      field: 'recipients',
      max: mostLinkWrites / 2,
    })
  linkContacts(work, { type: 'registered_mail', targetId: mailId }, { before: [...before], after: [...after] }, known)
  return null
}
