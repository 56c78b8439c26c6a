import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { removeContact } from '../model/change-contact.ts'
import { namedContacts } from '../model/contact.ts'

export const deleteContact = operation({
  id: 'deleteContact',
  method: 'DELETE',
  path: '/v1/contacts/{contactId}',
  tag: 'Contacts',
  summary: 'Delete a contact',
  description:
    'Deletes the contact for good. Signature requests lose the link but keep the data that they copied, because they are legal records. People of a deleted company stay. The audit log keeps only the id.',
  access: {
    to: 'resource',
    resource: namedContacts,
    permission: 'contacts.write',
    feature: null,
    onOthers: 'contacts.manage',
  },
  responses: { 204: null },
  errors: [],
  async handle({ resource: { contact }, work }) {
    removeContact(work, contact)
    return reply(204, null)
  },
})
