import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { namedContacts } from '../model/contact.ts'
import { companiesOf, contactView, toContact } from '../model/contact-view.ts'

export const getContact = operation({
  id: 'getContact',
  method: 'GET',
  path: '/v1/contacts/{contactId}',
  tag: 'Contacts',
  summary: 'Get a contact',
  access: { to: 'resource', resource: namedContacts, permission: 'contacts.read', feature: null },
  responses: { 200: contactView },
  errors: [],
  async handle({ resource: { contact }, principal, table }) {
    const companies = await companiesOf(table, [contact], principal.id)
    return reply(200, toContact(contact, companies), etagOf(contact))
  },
})
