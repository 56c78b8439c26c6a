import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { removeContact } from '../model/change-contact.ts'
import { namedContacts } from '../model/contact.ts'

export const deleteContact = operation({
  id: 'deleteContact',
  method: 'DELETE',
  path: '/v1/contacts/{contactId}',
  tag: 'Contacts',
  summary: 'Forget a contact',
  description:
    'For good. Requests that name it lose the link and keep what they copied when they were made, since they are legal records; people of a deleted company stay. The audit log keeps the id alone.',
  access: {
    ...{ to: 'resource', resource: namedContacts, permission: 'contacts.write', feature: null },
    onOthers: 'contacts.manage',
  },
  responses: { 204: null },
  errors: [],
  async handle({ resource: { contact }, work }) {
    removeContact(work, contact)
    return reply(204, null)
  },
})
