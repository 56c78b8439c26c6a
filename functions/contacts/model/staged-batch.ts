import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { type Clock, hourMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Ids } from '../../../shared/platform/ids.ts'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { toItem, type Versioned } from '../../../shared/store/collection.ts'
import { dueKeys } from '../../../shared/store/due.ts'
import { type Item, type Key, putItems, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { addressBookOf, addressBookOfStaged, stagedIn } from './address-book.ts'
import type { Contact } from './contact.ts'
import { idOfOrderKey, orderKeyOf } from './contact-name.ts'
import { facets, facetsOf } from './facets.ts'
import { indexItemsOf } from './index-items.ts'
import { entriesOf, searchEntries } from './search-index.ts'

const indexedSchema = v.object({
  /** The position of the contact by name, which ends in its id. */
  order: v.string(),
  /** Of its index entries. */
  positions: v.array(v.string()),
  /** Of its facets. */
  partitions: v.array(v.string()),
})

/**
 * New contacts of one address book whose index items are written before them, because a transaction pays twice for each item.
 * A search ignores these items until one commit has written the contacts and removed the batch. If that commit never
 * happens, a sweep removes the items. A retry makes a new batch, and each item names the batch that wrote it last, so a
 * sweep removes nothing of a later try.
 *
 * Or the stale index items of one contact, which are due at once.
 */
const stagedBatchSchema = v.object({
  id: v.string(),
  addressBook: v.string(),
  contacts: v.array(indexedSchema),
  /** Whether it names stale index items of a change. */
  isStale: v.optional(v.literal(true)),
  /** When it counts as abandoned. */
  dueAt: v.string(),
  /** 1 until a sweep starts to clear it: from then on it cannot be committed. */
  version: v.number(),
})
export type StagedBatch = v.InferOutput<typeof stagedBatchSchema>

/** Far longer than a request may take. */
export const abandonedAfterMs = hourMs

export const stagedBatches: Versioned<StagedBatch> = {
  name: 'prepared_contacts',
  schema: stagedBatchSchema,
  key: ({ addressBook, id }) => ({ PK: stagedIn(addressBook), SK: id }),
  toldByKey: ({ PK, SK }) => ({ addressBook: addressBookOfStaged(PK), id: SK }),
  indexKeys: ({ id, dueAt }) => dueKeys(id, dueAt),
}

interface Staging {
  readonly table: Table
  readonly clock: Clock
  readonly ids: Ids
  /** Waits until the items may be written. */
  readonly pace?: (items: readonly Item[]) => Promise<void>
}

const [putAtOnce, putsAtOnce] = [25, 6]

/** Writes the index items of new contacts of one address book. The contacts exist when one commit has written them and removed the batch. */
export async function stageContacts(
  { table, clock, ids, pace = async () => {} }: Staging,
  contacts: readonly [Contact, ...Contact[]],
): Promise<StagedBatch> {
  const nowMs = clock()
  const addressBook = addressBookOf(contacts[0])
  if (contacts.some((contact) => addressBookOf(contact) !== addressBook))
    throw new Error('a staged batch has one address book')
  const batch: StagedBatch = {
    id: ids(nowMs),
    addressBook,
    dueAt: timestamp(nowMs + abandonedAfterMs),
    version: 1,
    contacts: contacts.map(indexed),
  }
  const item = toItem(stagedBatches, batch)
  await pace([item])
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }))
  const items = contacts.flatMap(indexItemsOf).map((each) => each.stagedBy(batch.id))
  const starts = Array.from({ length: Math.ceil(items.length / putAtOnce) }, (_, index) => index * putAtOnce)
  await inParallel(starts, putsAtOnce, async (start) => {
    const some = items.slice(start, start + putAtOnce)
    await pace(some)
    await putItems(table, some)
  })
  return batch
}

/** Leaves the index items of a contact as it was to a sweep, which removes those that it does not have any more. */
export function leaveStaleEntries(work: UnitOfWork, before: Contact): void {
  const { id, at } = work.moment()
  work.putPart(stagedBatches, {
    id,
    addressBook: addressBookOf(before),
    contacts: [indexed(before)],
    isStale: true,
    dueAt: at,
    version: 1,
  })
}

function indexed(contact: Contact): StagedBatch['contacts'][number] {
  return {
    order: orderKeyOf(contact),
    positions: entriesOf(contact).map(({ position }) => position),
    partitions: facetsOf(contact).map(({ partition }) => partition),
  }
}

/** A contact of a batch, and the keys of its index items. */
export interface StagedContact {
  readonly contactId: string
  readonly keys: readonly Key[]
}

export function contactsOfBatch({ addressBook, contacts }: StagedBatch): StagedContact[] {
  return contacts.map(({ order, positions, partitions }) => {
    const contactId = idOfOrderKey(order)
    const entries = positions.map((position) => searchEntries.key({ addressBook, position, order, terms: [] }))
    return {
      contactId,
      keys: [...entries, ...partitions.map((partition) => facets.key({ partition, order, contactId }))],
    }
  })
}
