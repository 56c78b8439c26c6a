import { writesOfImported } from '../model/change-contact.ts'
import { leadingItemsOf } from '../model/leading-items.ts'
import { countsTouched, maxTagsOfItem } from '../model/tag-counts.ts'
import type { PlannedContact } from './import-plan.ts'

/** Contacts that one commit writes. */
export interface ImportPart {
  readonly contacts: readonly PlannedContact[]
  /** Whether what leads to them is put before them: they are new then, all of them. */
  readonly isPrepared: boolean
}

/** DynamoDB's, the outbox entry left out. */
const maxItems = 99
/** What leads to the contacts of a part, so that the item that lists it stays small. */
const maxLeads = 600

/**
 * As many contacts at a time as a commit holds. Where all of them fit one, it writes everything; otherwise what leads to new
 * ones is put before them, which costs half as much, and leaves room for more of them.
 */
export function importParts(planned: readonly PlannedContact[]): ImportPart[] {
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

function filled(planned: readonly PlannedContact[], isPrepared: boolean): ImportPart[] {
  const parts: ImportPart[] = []
  let contacts: PlannedContact[] = []
  let room = new Room(isPrepared)
  for (const each of planned) {
    if (!room.takes(each)) {
      parts.push({ contacts, isPrepared })
      contacts = []
      room = new Room(isPrepared)
      room.takes(each)
    }
    contacts.push(each)
  }
  return contacts.length > 0 ? [...parts, { contacts, isPrepared }] : parts
}

/** What is left of a commit. The first contact always fits: no row is planned that takes more. */
class Room {
  readonly #isPrepared: boolean
  readonly #counts = new Map<string, Set<string>>()
  #items: number
  #leads = 0
  #isEmpty = true

  constructor(isPrepared: boolean) {
    this.#isPrepared = isPrepared
    // A prepared part is removed by the commit.
    this.#items = isPrepared ? 1 : 0
  }

  /** Takes a contact, unless it does not fit any more. */
  takes(each: PlannedContact): boolean {
    const touched = countsTouched([each.before, each.after].flatMap((state) => state ?? []))
    const counts = [...touched].map(([item, tags]) => [item, this.#counts.get(item)?.union(tags) ?? tags] as const)
    const items = this.#items + (this.#isPrepared ? 1 : writesOfImported(each))
    const leads = this.#leads + (this.#isPrepared ? leadingItemsOf(each.after).length : 0)
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
