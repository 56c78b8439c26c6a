import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { namedContacts } from '../model/contact.ts'
import { companiesIn, contactView, keysBesideContact, toContact } from '../model/contact-view.ts'

export const getContact = operation({
  id: 'getContact',
  method: 'GET',
  path: '/v1/contacts/{contactId}',
  tag: 'Contacts',
  summary: 'Read a contact',
  access: { to: 'resource', resource: namedContacts, permission: 'contacts.read', feature: null },
  responses: { 200: contactView },
  errors: [],
  readsBesideResource: keysBesideContact,
  async handle({ resource: { contact }, besideResource, principal }) {
    const companies = companiesIn(besideResource ?? [], principal.id)
    return reply(200, toContact(contact, companies), etagOf(contact))
  },
})
