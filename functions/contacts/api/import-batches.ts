import { addressBookOf } from '../model/address-book.ts'
import { writesOfImported } from '../model/change-contact.ts'
import { indexItemsOf } from '../model/index-items.ts'
import { countsTouched, maxTagsOfItem } from '../model/tag-counts.ts'
import type { PlannedContact } from './import-plan.ts'

/** Contacts that one commit writes. */
export interface ImportBatch {
  readonly contacts: readonly PlannedContact[]
  /** Whether their index items are written before them. All contacts of such a batch are new. */
  readonly isStaged: boolean
}

/** DynamoDB's limit, without the outbox entry. */
const maxItems = 99
/** Index items of a staged batch: the item that lists them stays small. */
const maxIndexItems = 600

/**
 * Fills each commit. If one commit holds everything, it also writes the index items. Otherwise the index items of new
 * contacts are staged, which costs half as much and leaves room for more contacts.
 */
export function importBatches(planned: readonly PlannedContact[]): ImportBatch[] {
  const whole = planned.length <= maxItems ? filled(planned, false) : []
  if (whole.length === 1) return whole
  // A staged batch has one address book.
  const created = Object.values(
    Object.groupBy(
      planned.filter(({ before }) => before === null),
      ({ after }) => addressBookOf(after),
    ),
  )
  const changed = planned.filter(({ before }) => before !== null)
  return [...created.flatMap((ofBook = []) => filled(ofBook, true)), ...filled(changed, false)]
}

function filled(planned: readonly PlannedContact[], isStaged: boolean): ImportBatch[] {
  const batches: ImportBatch[] = []
  let contacts: PlannedContact[] = []
  let room = new Room(isStaged)
  for (const each of planned) {
    if (!room.takes(each)) {
      batches.push({ contacts, isStaged })
      contacts = []
      room = new Room(isStaged)
      room.takes(each)
    }
    contacts.push(each)
  }
  return contacts.length > 0 ? [...batches, { contacts, isStaged }] : batches
}

/** The room that is left in a commit. The first contact always fits. */
class Room {
  readonly #isStaged: boolean
  readonly #counts = new Map<string, Set<string>>()
  #items: number
  #indexItems = 0
  #isEmpty = true

  constructor(isStaged: boolean) {
    this.#isStaged = isStaged
    // The commit removes the staged batch.
    this.#items = isStaged ? 1 : 0
  }

  /** Adds a contact if it still fits. */
  takes(each: PlannedContact): boolean {
    const touched = countsTouched([each.before, each.after].flatMap((state) => state ?? []))
    const counts = [...touched].map(([item, tags]) => [item, this.#counts.get(item)?.union(tags) ?? tags] as const)
    const items = this.#items + (this.#isStaged ? 1 : writesOfImported(each))
    const indexItems = this.#indexItems + (this.#isStaged ? indexItemsOf(each.after).length : 0)
    const counted = new Set([...this.#counts.keys(), ...touched.keys()]).size
    const isFull =
      items + counted > maxItems || indexItems > maxIndexItems || counts.some(([, tags]) => tags.size > maxTagsOfItem)
    if (isFull && !this.#isEmpty) return false
    for (const [item, tags] of counts) this.#counts.set(item, tags)
    this.#items = items
    this.#indexItems = indexItems
    this.#isEmpty = false
    return true
  }
}
