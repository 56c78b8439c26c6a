import { siretFrom } from '../../../shared/platform/siren.ts'
import type { Kind } from '../model/address-book.ts'
import type { Contact } from '../model/contact.ts'
import { nameWithoutLegalForm } from '../model/contact-name.ts'
import { byReasons, type Criteria, type Duplicate, personNamesOf, reasonsFor } from './duplicates.ts'

/** How many contacts are compared for each criterion: a file may have thousands with one name. */
const comparedPerKey = 40

/** The criteria of a row. A person is not compared by their company. */
export function criteriaOf(kind: Kind, fields: Criteria): Criteria {
  const { email, siret, firstName, lastName, companyName } = fields
  return kind === 'person' ? { email, siret, firstName, lastName } : { email, siret, companyName }
}

/** A contact that a row may mean. */
export interface Match extends Duplicate {
  /** Whether the name alone is the same while the e-mail or the SIRET differs: this may be somebody else. */
  readonly isHint: boolean
}

function isHint({ contact, reasons }: Duplicate, { email, siret }: Criteria): boolean {
  if (reasons.some((reason) => reason !== 'name')) return false
  // Neither of them is the same, or it would be a reason.
  return Boolean(email && contact.email) || Boolean(siret && contact.siret)
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

  /** The best match of a row, without its own contact: rather one that the row does not contradict. */
  bestFor(criteria: Criteria, ownId: string): Match | null {
    const ids = new Set(keysOf(criteria).flatMap((key) => [...(this.#ids.get(key) ?? [])]))
    ids.delete(ownId)
    const found = [...ids]
      .flatMap((id) => this.#contacts.get(id) ?? [])
      .map((contact) => ({ contact, reasons: reasonsFor(contact, criteria) }))
      .filter(({ reasons }) => reasons.length > 0)
      .map((duplicate) => ({ ...duplicate, isHint: isHint(duplicate, criteria) }))
    return found.sort((a, b) => Number(a.isHint) - Number(b.isHint) || byReasons(a, b))[0] ?? null
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
