import * as v from 'valibot'
import { type Contact, type ContactContent, contactContentSchema } from '../../shared/contacts/contact.ts'
import type { Work } from '../../shared/store/work.ts'

/** What a contact holds, without whose it is and when it was made. */
export function contentOf(contact: Contact): ContactContent {
  return v.parse(contactContentSchema, contact)
}

/** What a commit holds beside the writes of contacts: an answer that is recorded, with room to spare. */
const maxWrites = 95

/** Whether so many words have changed that no commit holds them. */
export function tooManyWrites(work: Work): boolean {
  return work.writes.length > maxWrites
}
