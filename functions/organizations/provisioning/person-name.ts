import type { Refusal } from '../../../shared/errors/refusal.ts'
import type { UserName } from '../model/tree/external-name.ts'
import { idTaken } from './external-id.ts'

/** A person whom an application names by an e-mail and, where it has one, by its own id. */
export interface NamedPerson {
  readonly email: string
  readonly externalId?: string | undefined
}

export interface KnownNames {
  /** Whom the application calls so. */
  readonly called: UserName | null
  /** What it calls the person of the e-mail. */
  readonly name: UserName | null
}

/** Whether the application has named this very person so before. */
export function isKnownPerson({ email, externalId }: NamedPerson, { called, name }: KnownNames): boolean {
  if (externalId === undefined) return false
  return name?.externalId === externalId || (called !== null && isSameEmail(called.email, email))
}

/** An id names one person of the application's, and each of them has one id. */
export function personTakenRefusal(person: NamedPerson, known: KnownNames): Refusal<'external_id_taken'> | null {
  const { externalId } = person
  if (externalId === undefined || isKnownPerson(person, known)) return null
  return known.called || known.name ? idTaken('user', externalId) : null
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
