import type { Ask, Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { contactOf } from '../../support/contacts.ts'
import { draftInput, draftOf, mailPath, mailsPath, recipient } from '../../support/registered-mails.ts'
import type { Tenant } from '../../support/tenant.ts'

function creation(fields: object): Scenario {
  return async (of) => ({ path: mailsPath, options: { token: of.token, json: draftInput(of, fields) } })
}

/** A mail to a contact. */
const toContact: Scenario = async (of) => {
  const contact = await contactOf(of)
  return creation({ recipients: [recipient('', { contactId: contact.id })] })(of)
}

function onDraft(rest: string, json?: unknown, fields: object = {}): Scenario {
  return async (of) => asking(of, mailPath((await draftOf(of, fields)).id, rest), json)
}

function asking({ token }: Tenant, path: string, json?: unknown): Ask {
  return { path, options: { token, ...(json === undefined ? {} : { json }) } }
}

export const registeredMailScenarios: Readonly<Record<string, Scenarios>> = {
  createRegisteredMail: {
    'a draft': creation({ followers: [{ email: 'follower@example.com' }], metadata: { case: '1' } }),
    'to a contact': toContact,
  },
  getRegisteredMail: { 'a draft': onDraft('') },
}
