import * as v from 'valibot'
import { accessThrough, membershipsReaching, type Principal } from '../../shared/auth/principal.ts'
import { type Contact, contactKey, contacts, isVisible } from '../../shared/contacts/contact.ts'
import { linkContacts } from '../../shared/contacts/contact-links.ts'
import { isUuid } from '../../shared/ids.ts'
import type { RequestRecord } from '../../shared/signature/request.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { getItems, type Item, type Key, type Table } from '../../shared/store/table.ts'
import type { Work } from '../../shared/store/work.ts'
import type { SentSigner, SignerInput } from './request-input.ts'

const namingContacts = v.object({ signers: v.array(v.object({ contactId: v.optional(v.unknown()) })) })

/** Where the contacts are that the signers of a body name, which was not checked. */
export function contactKeysIn(json: unknown): Key[] {
  const named = v.safeParse(namingContacts, json)
  return named.success ? contactKeysOf(named.output.signers) : []
}

function contactKeysOf(signers: readonly { readonly contactId?: unknown }[]): Key[] {
  const ids = signers.flatMap(({ contactId }) => (isUuid(contactId) ? contactId.toLowerCase() : []))
  return [...new Set(ids)].map(contactKey)
}

/** The contacts that signers name, whoever sees them. */
export async function readContacts(
  table: Table,
  signers: readonly { readonly contactId?: unknown }[],
): Promise<Item[]> {
  const keys = contactKeysOf(signers)
  return keys.length === 0 ? [] : await getItems(table, keys)
}

interface Place {
  readonly orgId: string
  readonly entityId: string
}

/** Contacts among what was read that somebody may name in an entity, by id: those that they could read there. */
export function contactsFor(items: readonly Item[], principal: Principal, place: Place): ReadonlyMap<string, Contact> {
  if (!accessThrough(principal, membershipsReaching(principal, place), place, 'contacts.read')) return new Map()
  const found = recordsOf(contacts, items).filter(
    (contact) => contact.entityId === place.entityId && isVisible(contact, principal.id),
  )
  return new Map(found.map((contact) => [contact.id, contact]))
}

/** The signer, with what was left out as their contact has it; empty where nobody knows. */
export function completed(signer: SentSigner, known: ReadonlyMap<string, Contact>): SignerInput {
  const contact = known.get(signer.contactId ?? '')
  return {
    ...signer,
    firstName: signer.firstName ?? contact?.firstName ?? '',
    lastName: signer.lastName ?? contact?.lastName ?? '',
    email: signer.email ?? contact?.email ?? '',
    phone: signer.phone ?? contact?.mobilePhone ?? contact?.phone ?? undefined,
  }
}

type Signers = readonly { readonly contactId: string | null }[]

/** Notes with the contacts which of them a request names. */
export function linkSigners(work: Work, request: Pick<RequestRecord, 'id'>, before: Signers, after: Signers): void {
  const idsOf = (signers: Signers) => signers.flatMap(({ contactId }) => contactId ?? [])
  linkContacts(work, { type: 'signature_request', targetId: request.id }, idsOf(before), idsOf(after))
}
