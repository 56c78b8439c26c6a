import { contactInput, contactOf, contactPath, contactsPath } from '../api/support/contacts.ts'
import type { Tenant } from '../api/support/tenant.ts'
import type { Ask, Scenario, Scenarios } from './scenario.ts'

const usual = { email: 'claire.martin@example.com', mobilePhone: '+33612345678', tags: ['client'] }
const company = { kind: 'company', companyName: 'Martin et Fils', siret: '73282932000074' }

function creation(fields: object): Scenario {
  return async (of) => ({ path: contactsPath, options: { token: of.token, json: contactInput(of, fields) } })
}

/** Something that is done to a contact. */
function onContact(json?: unknown, fields: object = usual): Scenario {
  return async (of) => asking(of, (await contactOf(of, fields)).id, json)
}

function asking({ token }: Tenant, id: string, json?: unknown): Ask {
  return { path: contactPath(id), options: { token, ...(json === undefined ? {} : { json }) } }
}

function listing(filters: Readonly<Record<string, string>>, path = contactsPath): Scenario {
  return async (of) => {
    const { id } = await contactOf(of, company)
    await contactOf(of, { ...usual, companyId: id })
    const query = new URLSearchParams({ entityId: of.entity.id, ...filters })
    return { path: `${path}?${query}`, options: { token: of.token } }
  }
}

const ofCompany: Scenario = async (of) => {
  const { id: companyId } = await contactOf(of, company)
  return { path: contactsPath, options: { token: of.token, json: contactInput(of, { ...usual, companyId }) } }
}

/** Of each operation on contacts, by its id. */
export const contactScenarios: Readonly<Record<string, Scenarios>> = {
  createContact: {
    'a person': creation(usual),
    'a company': creation(company),
    'a private one': creation({ ...usual, isPrivate: true }),
    'a person of a company': ofCompany,
  },
  listContacts: {
    'by name': listing({}),
    'by words': listing({ q: 'clai 0612' }),
    'by the last change': listing({ sort: 'updated' }),
  },
  getContact: { 'a person': onContact() },
  updateContact: {
    'what is not searched': onContact({ civility: 'mrs', address: { city: 'Paris' } }),
    'its name and tags': onContact({ lastName: 'Durand', tags: ['vip'] }),
    'made private': onContact({ isPrivate: true }),
  },
  deleteContact: { 'a person': onContact(), 'a company': onContact(undefined, company) },
  listContactTags: { 'of an entity': listing({}, `${contactsPath}/tags`) },
  getContactOptions: { 'of an entity': listing({}, `${contactsPath}/options`) },
}
