import { writesOfImported } from '../model/change-contact.ts'
import { indexItemsOf } from '../model/index-items.ts'
import { countsTouched, maxTagsOfItem } from '../model/tag-counts.ts'
import type { PlannedContact } from './import-plan.ts'

/** Contacts that one commit writes. */
export interface ImportBatch {
  readonly contacts: readonly PlannedContact[]
  /** Whether what leads to them is put before them: they are new then, all of them. */
  readonly isStaged: boolean
}

/** DynamoDB's, the outbox entry left out. */
const maxItems = 99
/** What leads to the contacts of a part, so that the item that lists it stays small. */
const maxLeads = 600

/**
 * As many contacts at a time as a commit holds. Where all of them fit one, it writes everything; otherwise what leads to new
 * ones is put before them, which costs half as much, and leaves room for more of them.
 */
export function importBatches(planned: readonly PlannedContact[]): ImportBatch[] {
  const whole = planned.length <= maxItems ? filled(planned, false) : []
  if (whole.length === 1) return whole
  return [
    ...filled(
      planned.filter(({ before }) => before === null),
      true,
    ),
    ...filled(
      planned.filter(({ before }) => before !== null),
      false,
    ),
  ]
}

function filled(planned: readonly PlannedContact[], isStaged: boolean): ImportBatch[] {
  const parts: ImportBatch[] = []
  let contacts: PlannedContact[] = []
  let room = new Room(isStaged)
  for (const each of planned) {
    if (!room.takes(each)) {
      parts.push({ contacts, isStaged })
      contacts = []
      room = new Room(isStaged)
      room.takes(each)
    }
    contacts.push(each)
  }
  return contacts.length > 0 ? [...parts, { contacts, isStaged }] : parts
}

/** What is left of a commit. The first contact always fits: no row is planned that takes more. */
class Room {
  readonly #isStaged: boolean
  readonly #counts = new Map<string, Set<string>>()
  #items: number
  #leads = 0
  #isEmpty = true

  constructor(isStaged: boolean) {
    this.#isStaged = isStaged
    // A prepared part is removed by the commit.
    this.#items = isStaged ? 1 : 0
  }

  /** Takes a contact, unless it does not fit any more. */
  takes(each: PlannedContact): boolean {
    const touched = countsTouched([each.before, each.after].flatMap((state) => state ?? []))
    const counts = [...touched].map(([item, tags]) => [item, this.#counts.get(item)?.union(tags) ?? tags] as const)
    const items = this.#items + (this.#isStaged ? 1 : writesOfImported(each))
    const leads = this.#leads + (this.#isStaged ? indexItemsOf(each.after).length : 0)
    const counted = new Set([...this.#counts.keys(), ...touched.keys()]).size
    const isFull =
      items + counted > maxItems || leads > maxLeads || counts.some(([, tags]) => tags.size > maxTagsOfItem)
    if (isFull && !this.#isEmpty) return false
    for (const [item, tags] of counts) this.#counts.set(item, tags)
    this.#items = items
    this.#leads = leads
    this.#isEmpty = false
    return true
  }
}
