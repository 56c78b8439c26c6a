import * as v from 'valibot'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { optionalLine } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { Contact } from '../model/contact.ts'
import { companiesOf, contactView, toContact } from '../model/contact-view.ts'
import { duplicateReasons, duplicatesOf, hasCriterion } from './duplicates.ts'

const duplicatesQuery = v.object({
  entityId: uuid,
  email: optionalLine(254),
  siret: optionalLine(40),
  firstName: optionalLine(100),
  lastName: optionalLine(100),
  companyName: optionalLine(200),
})

const duplicateView = v.pipe(
  v.object({ contact: contactView, reasons: v.array(v.picklist(duplicateReasons)) }),
  v.title('DuplicateContact'),
)

export const findDuplicates = operation({
  id: 'findDuplicateContacts',
  method: 'GET',
  path: '/v1/contacts/duplicates',
  tag: 'Contacts',
  summary: 'Find possible duplicates of a contact',
  description:
    'Compares the e-mail, the SIRET, first and last name in either order (one name alone finds people who have no other), and the company name without its legal form. Returns at most 20 contacts; those that match in more ways come first.',
  access: { to: 'entity', named: 'query', permission: 'contacts.read', feature: null },
  query: duplicatesQuery,
  responses: { 200: v.object({ results: v.array(duplicateView) }) },
  errors: ['invalid_input'],
  preload: async ({ table, query, principalId }) =>
    hasCriterion(query)
      ? await duplicatesOf(table, query.entityId, principalId, query)
      : refuse('invalid_input', 'Send email, siret, companyName, firstName or lastName.'),
  async handle({ principal, table, preloaded: found }) {
    if (isRefusal(found)) return found
    const contacts = found.duplicates.map(({ contact }): Contact => contact)
    const companies = await companiesOf(table, contacts, principal.id, found.beside)
    const results = found.duplicates.map(({ contact, reasons }) => ({
      contact: toContact(contact, companies),
      reasons: [...reasons],
    }))
    return reply(200, { results })
  },
})
