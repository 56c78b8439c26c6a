import { accessThrough, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { EntityPlace } from '../../../shared/store/entities.ts'
import type { Item } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type Contact, contactKey, contacts, isVisible, keeperOf } from '../../contacts/model/contact.ts'
import { linkContacts } from '../../contacts/model/contact-links.ts'
import { contactIdFor, type RequestRecord, type Signer } from '../model/request.ts'
import type { SentSigner, SignerInput } from './request-input.ts'

/** The contacts that signers refer to, whoever may see them. */
export async function readContacts(
  readItems: BatchLoader,
  signers: readonly { readonly contactId?: string | undefined }[],
): Promise<Item[]> {
  const ids = new Set(signers.flatMap(({ contactId }) => contactId ?? []))
  return await readItems([...ids].map(contactKey))
}

/** Contacts among what was read that somebody may name in an entity, by id: those that they could read there. */
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

/**
 * The signer, with what was left out as their contact has it; empty where nobody knows. Their method is the one that they had in
 * the draft before: a patch that does not name it weakens nothing.
 */
export function completed(
  signer: SentSigner,
  known: ReadonlyMap<string, Contact>,
  before: readonly Signer[] = [],
): SignerInput {
  const contact = known.get(signer.contactId ?? '')
  return {
    ...signer,
    firstName: signer.firstName ?? contact?.firstName ?? '',
    lastName: signer.lastName ?? contact?.lastName ?? '',
    email: signer.email ?? contact?.email ?? '',
    phone: signer.phone ?? contact?.mobilePhone ?? contact?.phone ?? undefined,
    authMethod: signer.authMethod ?? before.find(({ id }) => id === signer.id)?.authMethod ?? 'none',
  }
}

/** The contact that a signer is, and who alone is told which. */
export type NamedContact = Pick<Signer, 'contactId' | 'contactKeptBy'>

/** What a new signer names of the contacts that whoever asks may name. */
export function namedBy(known: ReadonlyMap<string, Contact>) {
  return ({ contactId }: Pick<SignerInput, 'contactId'>): NamedContact => {
    const contact = known.get(contactId ?? '')
    return { contactId: contactId ?? null, contactKeptBy: contact ? keeperOf(contact) : null }
  }
}

/**
 * The same of signers that were there before. Who is not told a signer's contact cannot send it: it stays with that signer,
 * unless another one takes its place.
 */
export function namedAnew(known: ReadonlyMap<string, Contact>, before: readonly Signer[], principalId: string) {
  const named = namedBy(known)
  return ({ id, contactId }: Pick<SignerInput, 'id' | 'contactId'>): NamedContact => {
    const kept =
      contactId === undefined
        ? before.find((signer) => signer.id === id && contactIdFor(signer, principalId) === null)
        : before.find((signer) => signer.contactId === contactId && !known.has(contactId))
    return kept ? { contactId: kept.contactId, contactKeptBy: kept.contactKeptBy } : named({ contactId })
  }
}

type Signers = readonly { readonly contactId: string | null }[]

/** Notes with the contacts which of them a request names; those that it did not name before are among the known. */
export function linkSigners(
  work: UnitOfWork,
  request: Pick<RequestRecord, 'id'>,
  { before, after }: { readonly before: Signers; readonly after: Signers },
  known: ReadonlyMap<string, Contact> = new Map(),
): void {
  const idsOf = (signers: Signers) => signers.flatMap(({ contactId }) => contactId ?? [])
  const named = { before: idsOf(before), after: idsOf(after) }
  linkContacts(work, { type: 'signature_request', targetId: request.id }, named, known)
}
