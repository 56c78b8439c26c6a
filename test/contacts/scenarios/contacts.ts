import type { Ask, Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { contactInput, contactOf, contactPath, contactsPath } from '../../support/contacts.ts'
import { create } from '../../support/signature.ts'
import type { Tenant } from '../../support/tenant.ts'

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

/** Something that is done to a person of a company. */
function onPersonOfCompany(json?: object): Scenario {
  return async (of) => {
    const { id: companyId } = await contactOf(of, company)
    return asking(of, (await contactOf(of, { ...usual, companyId })).id, json)
  }
}

/** A person goes from one company to another. */
const toAnotherCompany: Scenario = async (of) => {
  const [{ id: before }, { id: after }] = await Promise.all([
    contactOf(of, company),
    contactOf(of, { kind: 'company', companyName: 'Durand' }),
  ])
  return asking(of, (await contactOf(of, { ...usual, companyId: before })).id, { companyId: after })
}

/** Something that is done to a contact that a request names as its signer. */
const named: Scenario = async (of) => {
  const { id } = await contactOf(of, usual)
  await create(of, { draft: true, signers: [{ contactId: id }] })
  return asking(of, id)
}

const madePrivateWhenNamed: Scenario = async (of) => {
  const ask = await named(of)
  return { ...ask, options: { ...ask.options, json: { isPrivate: true } } }
}

/** What is looked at again, as by who waits for a signature. */
const activity: Scenario = async (of) => {
  const ask = await named(of)
  const path = `${ask.path}/activity`
  return { ...ask, path, after: path }
}

/** The same to a company that a person is of. */
const withPeople: Scenario = async (of) => {
  const { id: companyId } = await contactOf(of, company)
  await contactOf(of, { ...usual, companyId })
  return asking(of, companyId)
}

/** The merge of what a scenario prepares into another contact. */
function merge(source: Scenario, fields: object, takeFromSource: readonly string[]): Scenario {
  return async (of) => {
    const [{ path }, target] = [await source(of), await contactOf(of, fields)]
    const json = { sourceId: path.slice(path.lastIndexOf('/') + 1), takeFromSource }
    return { path: `${contactPath(target.id)}/merge`, options: { token: of.token, json } }
  }
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
  getContact: { 'a person': onContact(), 'a person of a company': onPersonOfCompany() },
  updateContact: {
    'what is not searched': onContact({ civility: 'mrs', address: { city: 'Paris' } }),
    'its name and tags': onContact({ lastName: 'Durand', tags: ['vip'] }),
    'another company': toAnotherCompany,
    'no company any more': onPersonOfCompany({ companyId: null }),
    'made private': onContact({ isPrivate: true }),
    'made private, that a request names': madePrivateWhenNamed,
  },
  deleteContact: {
    'a person': onContact(),
    'that a request names': named,
    'a company with people': withPeople,
  },
  mergeContacts: {
    'that a request names': merge(named, { firstName: 'Clara' }, ['email', 'tags']),
    'that takes over a company': merge(onPersonOfCompany(), { firstName: 'Clara' }, ['companyId']),
    'companies with people': merge(withPeople, { ...company, companyName: 'Martin' }, []),
  },
  listContactActivity: { 'of a signer': activity },
  findDuplicateContacts: {
    'by everything': listing(
      { email: usual.email, firstName: 'Martin', lastName: 'Claire' },
      `${contactsPath}/duplicates`,
    ),
  },
  listContactTags: { 'of an entity': listing({}, `${contactsPath}/tags`) },
  getContactOptions: { 'of an entity': listing({}, `${contactsPath}/options`) },
}
