import type { Kind } from '../model/address-book.ts'
import type { Contact } from '../model/contact.ts'
import { nameWithoutLegalForm } from '../model/contact-name.ts'
import { siretFrom } from '../model/siren.ts'
import { byReasons, type Criteria, type Duplicate, personNamesOf, reasonsFor } from './duplicates.ts'

/** Of each criterion so many are compared: a file may have thousands of one name. */
const comparedPerKey = 40

/** What a row is compared by. A person's company does not make them that company. */
export function criteriaOf(kind: Kind, fields: Criteria): Criteria {
  const { email, siret, firstName, lastName, companyName } = fields
  return kind === 'person' ? { email, siret, firstName, lastName } : { email, siret, companyName }
}

/** Contacts by what they may be taken for the same by: those of the address book, and those of earlier rows. */
export class KnownContacts {
  readonly #ids = new Map<string, Set<string>>()
  readonly #contacts = new Map<string, Contact>()

  /** A contact, or its next state. */
  put(contact: Contact): void {
    this.#contacts.set(contact.id, contact)
    for (const key of keysOf(criteriaOf(contact.kind, contact))) {
      const ids = this.#ids.get(key) ?? new Set()
      if (ids.size < comparedPerKey) ids.add(contact.id)
      this.#ids.set(key, ids)
    }
  }

  /** The contact that a row matches best, itself left out. */
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
