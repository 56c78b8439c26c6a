import type { Kind } from '../model/address-book.ts'
import type { Contact } from '../model/contact.ts'
import { nameWithoutLegalForm } from '../model/contact-name.ts'
import { siretFrom } from '../model/siren.ts'
import { byReasons, type Criteria, type Duplicate, personNamesOf, reasonsFor } from './duplicates.ts'

/** How many contacts are compared for each criterion: a file may have thousands with one name. */
const comparedPerKey = 40

/** The criteria of a row. A person is not compared by their company. */
export function criteriaOf(kind: Kind, fields: Criteria): Criteria {
  const { email, siret, firstName, lastName, companyName } = fields
  return kind === 'person' ? { email, siret, firstName, lastName } : { email, siret, companyName }
}

/** The contacts that rows may match, by criterion: those of the address book, and those of earlier rows. */
export class KnownContacts {
  readonly #ids = new Map<string, Set<string>>()
  readonly #contacts = new Map<string, Contact>()

  /** Adds a contact, or its next state. */
  put(contact: Contact): void {
    this.#contacts.set(contact.id, contact)
    for (const key of keysOf(criteriaOf(contact.kind, contact))) {
      const ids = this.#ids.get(key) ?? new Set()
      if (ids.size < comparedPerKey) ids.add(contact.id)
      this.#ids.set(key, ids)
    }
  }

  /** The best match of a row, without its own contact. */
  bestFor(criteria: Criteria, ownId: string): Duplicate | null {
    const ids = new Set(keysOf(criteria).flatMap((key) => [...(this.#ids.get(key) ?? [])]))
    ids.delete(ownId)
    const found = [...ids]
      .flatMap((id) => this.#contacts.get(id) ?? [])
      .map((contact) => ({ contact, reasons: reasonsFor(contact, criteria) }))
    return found.filter(({ reasons }) => reasons.length > 0).sort(byReasons)[0] ?? null
  }

  get(id: string): Contact | null {
    return this.#contacts.get(id) ?? null
  }
}

function keysOf(criteria: Criteria): string[] {
  const { email, siret, companyName } = criteria
  const number = siret ? siretFrom(siret) : null
  const company = companyName ? nameWithoutLegalForm(companyName) : ''
  return [
    ...(email ? [`email ${email.toLowerCase()}`] : []),
    ...(number ? [`siret ${number}`] : []),
    ...(company ? [`company ${company}`] : []),
    ...personNamesOf(criteria).map((name) => `person ${name}`),
  ]
}
