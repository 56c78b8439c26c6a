import * as v from 'valibot'
import { dayMs } from '../../../shared/platform/clock.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import { type Contact, contactKey, contactPartition, contacts } from './contact.ts'

/** The contact that a merged one went into, for references that are updated later. */
const successorSchema = v.object({ contactId: v.string(), successorId: v.string(), mergedAt: v.string() })
export type Successor = v.InferOutput<typeof successorSchema>

/** Far longer than any message is queued. */
const keptForMs = 30 * dayMs

export const successors: Collection<Successor> = {
  name: 'contact_successor',
  schema: successorSchema,
  key: ({ contactId }) => successorKey(contactId),
  expiresAtSec: ({ mergedAt }) => Math.ceil((Date.parse(mergedAt) + keptForMs) / 1000),
}

function successorKey(contactId: string) {
  return { PK: contactPartition(contactId), SK: 'SUCCESSOR' }
}

/** The contact that replaces one now: itself, the last target of its merges, or null if that one was deleted. */
export async function standingFor(table: Table, contactId: string | null): Promise<Contact | null> {
  if (contactId === null) return null
  const found = await getItem(table, contactKey(contactId))
  if (found) return fromItem(contacts, found)
  const item = await getItem(table, successorKey(contactId))
  return item ? await standingFor(table, fromItem(successors, item).successorId) : null
}
