import * as v from 'valibot'
import { type Contact, type ContactContent, contactContentSchema } from '../model/contact.ts'

/** What a contact holds, without whose it is and when it was made. */
export function contactContent(contact: Contact): ContactContent {
  return v.parse(contactContentSchema, contact)
}
