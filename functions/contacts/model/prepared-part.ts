import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { type Clock, hourMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Ids } from '../../../shared/platform/ids.ts'
import { toItem, type Versioned } from '../../../shared/store/collection.ts'
import { dueKeys } from '../../../shared/store/due.ts'
import { type Key, putItems, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Contact } from './contact.ts'
import { idOfOrderKey, orderKeyOf } from './contact-name.ts'
import { leadingItemsOf } from './leading-items.ts'
import { marks, marksOf } from './marks.ts'
import { entriesOf, searchEntries, signposts } from './search-index.ts'
import { preparedFor, shelfOf, shelfOfPrepared } from './shelf.ts'
import { signpostsTo } from './words-apart.ts'

const leadsSchema = v.object({
  /** The place of the contact by its name, which ends in its id. */
  order: v.string(),
  /** Of its entries in the search index. */
  positions: v.array(v.string()),
  /** Those of them that stand apart. */
  apart: v.optional(v.array(v.string())),
  /** Of its marks. */
  partitions: v.array(v.string()),
})

/**
 * New contacts of one shelf whose search entries and marks are put before them, since a transaction pays twice for each item.
 * They lead to nothing until one commit has written the contacts and removed this; where that never comes about, a sweep
 * takes them away by it. A part is never prepared a second time: whoever tries again makes another, and what leads to a
 * contact tells by which part it was put last. So a sweep under way takes nothing away from a later try.
 *
 * Or what has led to a contact until a change that had no room to take it away: it is due at once.
 */
const preparedPartSchema = v.object({
  id: v.string(),
  shelf: v.string(),
  contacts: v.array(leadsSchema),
  /** Whether it is what a change has left behind. */
  isLeft: v.optional(v.literal(true)),
  /** When it counts as abandoned. */
  dueAt: v.string(),
  /** 1 until a sweep has taken it up: from then on it is committed no more. */
  version: v.number(),
})
export type PreparedPart = v.InferOutput<typeof preparedPartSchema>

/** Far longer than a request may take. */
export const abandonedAfterMs = hourMs

export const preparedParts: Versioned<PreparedPart> = {
  name: 'prepared_contacts',
  schema: preparedPartSchema,
  key: ({ shelf, id }) => ({ PK: preparedFor(shelf), SK: id }),
  toldByKey: ({ PK, SK }) => ({ shelf: shelfOfPrepared(PK), id: SK }),
  indexKeys: ({ id, dueAt }) => dueKeys(id, dueAt),
}

/** Puts what leads to new contacts of one shelf. They are there when a commit has written them and removed the part. */
export async function prepareContacts(
  { table, clock, ids }: { readonly table: Table; readonly clock: Clock; readonly ids: Ids },
  contacts: readonly [Contact, ...Contact[]],
): Promise<PreparedPart> {
  const nowMs = clock()
  const shelf = shelfOf(contacts[0])
  if (contacts.some((contact) => shelfOf(contact) !== shelf)) throw new Error('a part is of one shelf')
  const part: PreparedPart = {
    id: ids(nowMs),
    shelf,
    dueAt: timestamp(nowMs + abandonedAfterMs),
    version: 1,
    contacts: contacts.map(leadsOf),
  }
  const Item = toItem(preparedParts, part)
  await table.client.send(new PutCommand({ TableName: table.name, Item }))
  await putItems(
    table,
    contacts.flatMap(leadingItemsOf).map((item) => item.preparedBy(part.id)),
  )
  await putItems(
    table,
    signpostsTo(contacts, part.id).map((signpost) => toItem(signposts, signpost)),
  )
  return part
}

/** Leaves what leads to a contact as it was to a sweep, which takes away what does not lead to it any more. */
export function leaveBehind(work: UnitOfWork, before: Contact): void {
  const { id, at } = work.moment()
  const part = { id, shelf: shelfOf(before), contacts: [leadsOf(before)], isLeft: true as const, dueAt: at, version: 1 }
  work.putPart(preparedParts, part)
}

function leadsOf(contact: Contact): PreparedPart['contacts'][number] {
  const { wordsApart: apart } = contact
  return {
    order: orderKeyOf(contact),
    positions: entriesOf(contact).map(({ position }) => position),
    ...(apart && { apart }),
    partitions: marksOf(contact).map(({ partition }) => partition),
  }
}

/** A contact of a part, and where what was to lead to it may be. */
export interface PreparedContact {
  readonly contactId: string
  readonly keys: readonly Key[]
}

export function contactsOfPart({ shelf, contacts }: PreparedPart): PreparedContact[] {
  return contacts.map(({ order, positions, apart = [], partitions }) => {
    const contactId = idOfOrderKey(order)
    const entries = positions.map((position) =>
      searchEntries.key({ shelf, position, order, terms: [], isApart: apart.includes(position) }),
    )
    return {
      contactId,
      keys: [...entries, ...partitions.map((partition) => marks.key({ partition, order, contactId }))],
    }
  })
}
