import * as v from 'valibot'
import { type Contact, type ContactContent, contactContentSchema } from '../model/contact.ts'

/** The content of a contact, without its ids, creator and dates. */
export function contactContent(contact: Contact): ContactContent {
  return v.parse(contactContentSchema, contact)
}
