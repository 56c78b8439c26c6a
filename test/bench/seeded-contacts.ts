import { createHash } from 'node:crypto'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { writeIndexItems } from '../../functions/contacts/model/change-index.ts'
import { type Contact, contacts } from '../../functions/contacts/model/contact.ts'
import { nothingKnown } from '../../functions/contacts/model/contact-input.ts'
import { countTags } from '../../functions/contacts/model/tag-counts.ts'
import { minuteMs, timestamp } from '../../shared/platform/clock.ts'
import { uuidV7 } from '../../shared/platform/ids.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import type { Table, TransactionItem } from '../../shared/store/table.ts'
import { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import type { Tenant } from '../support/tenant.ts'

/**
 * An address book of which each contact is told by its place: by name and by the last change the first stay the first while it
 * grows. Half of it are companies, and half of each kind is private to who asks, so that all four listings fill a page at a
 * hundred contacts as they do later. Each is long enough that 25 of a listing fill as many blocks of 4 KB as 26 do, by which
 * reads are paid.
 */
export interface SeededBook {
  readonly tenant: Tenant
  readonly newestAtMs: number
}

/** What several contacts have in common. */
export const common = {
  /** Four in five. */
  word: 'martin',
  /** 25, all among the first hundred, and shared. */
  rareWord: 'notaire',
  /** 40, all among the first hundred. */
  fewWord: 'vip',
  /** Two in twenty-five. */
  tag: 'prospect',
  /** A third. */
  frequentTag: 'newsletter',
  /** Two in five. */
  externalRef: 'CASE-7',
} as const

/** The company of two contacts in five, which are four people in five. */
export function companyIdOf(book: SeededBook): string {
  return idAt(book, companyPlace)
}
const companyPlace = 2

const lastNames = ['Bernard', 'Petit', 'Durand', 'Leroy', 'Moreau', 'Simon', 'Laurent', 'Lefebvre', 'Michel', 'Garcia']
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** A word whose place among others is its number's. */
function wordAt(place: number): string {
  return [26 ** 3, 26 ** 2, 26, 1].map((unit) => letters[Math.floor(place / unit) % 26]).join('')
}

export function contactAt(book: SeededBook, place: number): Contact {
  const { tenant, newestAtMs } = book
  const at = timestamp(newestAtMs - place * minuteMs)
  const isCompany = place % 4 >= 2
  const lastName = place % 5 === 4 ? (lastNames[place % lastNames.length] ?? '') : 'Martin'
  const word = wordAt(place)
  const tags = tagsAt(place)
  // What is private belongs to who asks; others' is in address books of their own, which nobody else reads.
  const isPrivate = place % 2 === 1
  const creator = isPrivate || place % 8 < 4 ? tenant.key.clientId : 'key_another'
  const names = isCompany
    ? { companyName: `${word} ${lastName} SARL` }
    : { civility: 'mrs' as const, firstName: `${word}e`, lastName }
  return {
    ...nothingKnown,
    id: idAt(book, place),
    orgId: tenant.org.id,
    entityId: tenant.entity.id,
    providerId: tenant.org.providerId,
    livemode: tenant.org.livemode,
    kind: isCompany ? 'company' : 'person',
    ...names,
    email: emailAt(place),
    mobilePhone: phoneAt(place),
    isPrivate,
    address: {
      line1: `${place % 90} boulevard du Montparnasse, escalier C, code 4Z8K-Y62QX`,
      line2: `${textAt(place)}${textAt(place + 0.5)}`,
      postalCode: '75002',
      city: 'Paris',
      country: 'FR',
    },
    tags,
    externalRef: place % 5 < 2 ? common.externalRef : `CRM-${place}`,
    companyId: !isCompany && place % 5 !== 0 ? companyIdOf(book) : null,
    createdBy: { type: 'api_key', id: creator, name: 'Key' },
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
}

function tagsAt(place: number): string[] {
  const isEarly = place < 100
  return [
    'client',
    ...([5, 18].includes(place % 25) ? [common.tag] : []),
    ...(place % 3 === 1 ? [common.frequentTag] : []),
    ...(isEarly && place % 4 === 0 ? [common.rareWord] : []),
    ...(isEarly && place % 5 < 2 ? [common.fewWord] : []),
  ]
}

export function emailAt(place: number): string {
  return `${wordAt(place)}@example.com`
}

export function phoneAt(place: number): string {
  return `+336${String(hashOf(place).readUInt32BE() % 1e8).padStart(8, '0')}`
}

/** A text of some length, which nothing else is like. */
const textAt = (place: number) => hashOf(place).toString('base64url')

const hashOf = (place: number) => createHash('sha256').update(`${place}`).digest()

function idAt({ newestAtMs }: SeededBook, place: number): string {
  const random = hashOf(place)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
  return uuidV7(newestAtMs - place * minuteMs, random)
}

/** The items that a new contact writes, without the counts of its tags. */
function partsOf(contact: Contact, table: Table): TransactionItem[] {
  return writesOf(table, (work) => {
    work.create(contacts, contact)
    writeIndexItems(work, [{ before: null, after: contact }])
  })
}

export function writesOf(table: Table, decide: (work: UnitOfWork) => void): TransactionItem[] {
  const actor = { type: 'system' as const, id: null, name: 'Bench' }
  const author = { actor, requestId: 'bench', ip: null, userAgent: null }
  const work = new UnitOfWork({ table, clock: () => Date.now(), ids: () => crypto.randomUUID(), author })
  decide(work)
  return work.writes.map(({ item }) => item)
}

/** DynamoDB takes no more items in one transaction, which the local engine writes faster than as many items of batches. */
const batchSize = 100
const batchesAtOnce = 4
const contactsAtOnce = 1_000

/** Writes contacts by their places, with all that they are found by, and counts their tags. */
export async function seedContacts(table: Table, book: SeededBook, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += contactsAtOnce) {
    const places = Array.from({ length: Math.min(contactsAtOnce, to - start) }, (_, index) => start + index)
    const contactsHere = places.map((place) => contactAt(book, place))
    await writeAll(
      table,
      contactsHere.flatMap((contact) => partsOf(contact, table)),
    )
    await writeAll(
      table,
      writesOf(table, (work) => countTags(work, [], contactsHere)),
    )
  }
}

async function writeAll(table: Table, writes: readonly TransactionItem[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(writes.length / batchSize) }, (_, index) => index * batchSize)
  await inParallel(batches, batchesAtOnce, async (start) => {
    const TransactItems = writes.slice(start, start + batchSize)
    await table.client.send(new TransactWriteCommand({ TransactItems }))
  })
}
