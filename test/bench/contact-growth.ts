import { writeIndexItems } from '../../functions/contacts/model/change-index.ts'
import type { Contact } from '../../functions/contacts/model/contact.ts'
import { asObject } from '../../infra/local/template.ts'
import { itemBytes } from '../costs/item-size.ts'
import { answered, type MeteredCloud, traced, withinMinute } from '../costs/metered-cloud.ts'
import type { Reading } from '../costs/reading.ts'
import { tokenAbout } from '../support/access-token.ts'
import { table, tenant } from '../support/tenant.ts'
import { held, type Table } from './cells.ts'
import { growthOf, type Question } from './growing-list.ts'
import {
  common,
  companyIdOf,
  contactAt,
  emailAt,
  phoneAt,
  type SeededBook,
  seedContacts,
  writesOf,
} from './seeded-contacts.ts'
import { endStream } from './seeded-requests.ts'

/** What the address book is asked for. */
function questionsOf(book: SeededBook): Record<string, Question> {
  const { word, rareWord, fewWord, tag, frequentTag, externalRef } = common
  const companyId = companyIdOf(book)
  const twin = contactAt(book, 40)
  const twinCompany = contactAt(book, 42)
  const phone = phoneAt(50)
    .replace('+33', '0')
    .replace(/..(?=.)/g, '$& ')
  return {
    'no filter': { filters: {} },
    'no filter, second page': { filters: {}, page: 'second' },
    'kind, half': { filters: { kind: 'company' } },
    'kind, half, second page': { filters: { kind: 'company' }, page: 'second' },
    'tag, 8 %': { filters: { tag } },
    'tag, 8 %, second page': { filters: { tag }, page: 'second' },
    'tag, a third': { filters: { tag: frequentTag } },
    'tag, a third, and kind': { filters: { tag: frequentTag, kind: 'person' } },
    'tag, all': { filters: { tag: 'client' } },
    'tag, all, second page': { filters: { tag: 'client' }, page: 'second' },
    'tag, all, and kind': { filters: { tag: 'client', kind: 'person' } },
    'visibility, shared': { filters: { visibility: 'shared' } },
    'visibility, private': { filters: { visibility: 'private' } },
    'companyId, 40 %': { filters: { companyId } },
    'companyId, 40 %, sort=updated': { filters: { companyId, sort: 'updated' } },
    'createdByMe, three quarters': { filters: { createdByMe: 'true' } },
    'createdByMe and shared, a quarter': { filters: { createdByMe: 'true', visibility: 'shared' } },
    'externalRef, once': { filters: { externalRef: 'CRM-43' } },
    'externalRef, 40 %': { filters: { externalRef } },
    'externalRef, 40 %, and kind': { filters: { externalRef, kind: 'person' } },
    'sort=updated': { filters: { sort: 'updated' } },
    'sort=updated, second page': { filters: { sort: 'updated' }, page: 'second' },
    'sort=updated and kind': { filters: { sort: 'updated', kind: 'company' } },
    'sort=updated and createdByMe': { filters: { sort: 'updated', createdByMe: 'true' } },
    'sort=updated and tag, 8 %': { filters: { sort: 'updated', tag } },
    'sort=updated and tag, all': { filters: { sort: 'updated', tag: 'client' } },
    'q, 25 hits': { filters: { q: rareWord } },
    'q, 25 hits, sort=updated': { filters: { q: rareWord, sort: 'updated' } },
    'q, 40 hits': { filters: { q: fewWord } },
    'q, a third': { filters: { q: frequentTag } },
    'q, a third, second page': { filters: { q: frequentTag }, page: 'second' },
    'q, a third, and kind': { filters: { q: frequentTag, kind: 'company' } },
    'q, 80 %': { filters: { q: word } },
    'q, 80 %, second page': { filters: { q: word }, page: 'second' },
    'q, 80 %, sort=updated': { filters: { q: word, sort: 'updated' } },
    'q, 80 %, sort=updated, second page': { filters: { q: word, sort: 'updated' }, page: 'second' },
    'q, two words, 20 hits': { filters: { q: `${word} ${rareWord}` } },
    'q, two words, 80 %': { filters: { q: `${word} client` } },
    'q, phone': { filters: { q: phone } },
    'q, phone with its country': { filters: { q: phoneAt(50) } },
    'q, e-mail': { filters: { q: emailAt(50) } },
    'q, 25 hits, and kind': { filters: { q: rareWord, kind: 'person' } },
    'q, 25 hits, and createdByMe': { filters: { q: rareWord, createdByMe: 'true' } },
    'q, 80 %, and tag, 8 %': { filters: { q: word, tag } },
    'q, 80 %, and kind': { filters: { q: word, kind: 'person' } },
    'q, none': { filters: { q: 'nobody' } },
    'duplicates, by e-mail': { ...duplicates, filters: { email: emailAt(40) } },
    'duplicates, by name': {
      ...duplicates,
      filters: { firstName: twin.lastName ?? '', lastName: twin.firstName ?? '' },
    },
    "duplicates, by company's name": { ...duplicates, filters: { companyName: twinCompany.companyName ?? '' } },
    'duplicates, by everything': {
      ...duplicates,
      filters: {
        email: emailAt(40),
        firstName: twin.firstName ?? '',
        lastName: twin.lastName ?? '',
        companyName: twinCompany.companyName ?? '',
        siret: '73282932000074',
      },
    },
    'duplicates, none': { ...duplicates, filters: { email: 'nobody@example.com' } },
    'tags, with how many have them': { path: '/v1/contacts/tags', filters: {} },
  }
}

const duplicates = { path: '/v1/contacts/duplicates' }

const unhurried = { client: { requestsPerMinute: 1e6 } }

/** What the address book costs as it grows, and what it takes to find and to write one contact. Sizes ascend. The cloud has no stream afterwards. */
export async function contactGrowth(metered: MeteredCloud, sizes: readonly number[]): Promise<Record<string, Table>> {
  const of = await tenant({ tokenOf: ({ clientId }) => tokenAbout(clientId), ...unhurried })
  const book = { tenant: of, newestAtMs: Date.now() }
  await endStream(table())
  const grow = (from: number, to: number) => seedContacts(table(), book, from, to)
  const list = { tenant: of, path: '/v1/contacts', things: 'contacts' }
  const pages = await growthOf(metered, list, questionsOf(book), { sizes, grow })
  return {
    ...pages,
    'Write units of one contact': await writeCosts(metered, book),
  }
}

const newPlace = 400_000

/** Found by four words: what the e-mail begins with needs none of its own. */
const usual = { firstName: 'Camille', lastName: 'Durand', email: 'camille.durand@example.com', tags: ['client'] }

/** A transaction pays each of its writes twice; what indexes copy is paid once. */
async function writeCosts(metered: MeteredCloud, book: SeededBook): Promise<Table> {
  const token = await tokenAbout(book.tenant.key.clientId)
  const costs = async (method: string, path: string, json: object) =>
    await withinMinute(metered.driven, async () => {
      const measured = await metered.metered((trace) =>
        answered(method, { path, options: { token, json } }, traced(trace)),
      )
      return { id: String(measured.result.body.id), reading: measured.reading }
    })
  const contact = { ...contactAt(book, newPlace), ...usual }
  // One before finds the function warm.
  await costs('POST', '/v1/contacts', inputOf(contact))
  const { id, reading } = await costs('POST', '/v1/contacts', inputOf(contact))
  const [moved, renamed] = [{ address: { city: 'Lyon' } }, { lastName: 'Other' }]
  const path = `/v1/contacts/${id}`
  return {
    create: writeCells(reading, entryUnits(null, contact), 8),
    'update of no searchable field': writeCells(
      (await costs('PATCH', path, moved)).reading,
      entryUnits(contact, contact),
      0,
    ),
    'update of the last name': writeCells(
      (await costs('PATCH', path, renamed)).reading,
      entryUnits(contact, { ...contact, ...renamed }),
    ),
  }
}

function inputOf({ civility, kind, firstName, lastName, email, mobilePhone, tags, externalRef, entityId }: Contact) {
  return { civility, kind, firstName, lastName, email, mobilePhone, tags, externalRef, entityId }
}

/** Goals are of what search adds: the listing by the last change moves with each of them. */
function writeCells({ units, dollars }: Reading, entries: number, goal?: number) {
  return {
    'of the table': units.tableWrites,
    'of these, search entries': held(entries, goal),
    'of indexes': units.indexWrites,
    '$ DynamoDB': dollars.dynamoDb,
  }
}

/** Of the entries that a change writes; none is larger than a KB where it is removed. */
function entryUnits(before: Contact | null, after: Contact): number {
  const writes = writesOf(table(), (work) => writeIndexItems(work, [{ before, after }]))
  const ofEntries = writes.filter(({ Put, Delete }) => (Put?.Item ?? Delete?.Key)?.PK?.includes('#TERM#'))
  const items = ofEntries.map(({ Put }) => asObject(JSON.parse(JSON.stringify(Put?.Item ?? {}))))
  return items.reduce((sum, item) => sum + 2 * Math.max(1, Math.ceil(itemBytes(item) / 1024)), 0)
}
