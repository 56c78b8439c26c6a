import { accessThrough, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { EntityPlace } from '../../../shared/store/entities.ts'
import type { Item } from '../../../shared/store/table.ts'
import { type Contact, contacts, isVisible, keeperOf } from '../../contacts/model/contact.ts'
import type { LinkedContact, Task } from './task.ts'

/** Contacts among what was read that the caller may link in an entity, by id. */
export function contactsFor(
  items: readonly Item[],
  principal: Principal,
  place: EntityPlace,
): ReadonlyMap<string, Contact> {
  if (!accessThrough(principal, membershipsReaching(principal, place), place, 'contacts.read')) return new Map()
  const found = recordsOf(contacts, items).filter(
    (contact) => contact.entityId === place.entityId && isVisible(contact, principal.id),
  )
  return new Map(found.map((contact) => [contact.id, contact]))
}

/** The linked contacts that a reader sees. */
export function contactIdsFor({ contacts: linked }: Pick<Task, 'contacts'>, principalId: string): string[] {
  return linked.flatMap(({ id, keptBy }) => (keptBy === null || keptBy === principalId ? id : []))
}

/** How a task links a contact. */
export function linkedContact(contact: Contact): LinkedContact {
  return { id: contact.id, keptBy: keeperOf(contact) }
}

const mostContacts = 20

/** The contacts that a task links from now on. Callers cannot unlink a contact that they do not see. */
export function linkedAnew(
  ids: readonly string[],
  before: readonly LinkedContact[],
  known: ReadonlyMap<string, Contact>,
  principalId: string,
): LinkedContact[] | Refusal<'invalid_contact' | 'invalid_input'> {
  const visible = new Set(contactIdsFor({ contacts: [...before] }, principalId))
  const hidden = before.filter(({ id }) => !visible.has(id))
  const linked: LinkedContact[] = []
  for (const id of ids) {
    const kept = before.find((each) => each.id === id && visible.has(id))
    const contact = known.get(id)
    if (!kept && !contact)
      return refuse('invalid_contact', `contactIds names ${id}, which is no contact of the entity.`)
    if (kept) linked.push(kept)
    else if (contact) linked.push(linkedContact(contact))
  }
  const all = [...linked, ...hidden.filter(({ id }) => !ids.includes(id))]
  return all.length > mostContacts ? refuse('invalid_input', `A task links at most ${mostContacts} contacts.`) : all
}
