import { isDeepStrictEqual } from 'node:util'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { type Contact, keeperOf } from '../../contacts/model/contact.ts'
import type { ListedRecipient } from '../model/mail.ts'
import { contactIdFor, type Follower, type Recipient } from '../model/people.ts'
import type { FollowerInput, RecipientInput } from './mail-input.ts'

interface Drafting {
  /** The recipients that the draft had. */
  readonly before: readonly Recipient[]
  /** The contacts that the caller may name, by id. */
  readonly contacts: ReadonlyMap<string, Contact>
  readonly principalId: string
  readonly newId: () => string
}

/** The recipients of a draft from now on. */
export function draftRecipients(
  sent: readonly RecipientInput[],
  drafting: Drafting,
): Recipient[] | Refusal<'invalid_contact'> {
  const recipients: Recipient[] = []
  const named = new Set(sent.map(({ id }) => id))
  for (const [index, input] of sent.entries()) {
    const { contactId } = input
    const contact = drafting.contacts.get(contactId ?? '') ?? null
    const kept = keptRecipient(input, drafting, recipients)
    const isKnown = contact !== null || (kept !== null && kept.contactId === contactId)
    if (contactId && !isKnown)
      return refuse('invalid_contact', `recipients[${index}] names a contact that is none of the entity: ${contactId}.`)
    const recipient = recipientFrom(input, { kept, contact, drafting })
    const taken = new Set([...named, ...recipients.map(({ id }) => id)])
    recipients.push(kept ? recipient : (sameRecipient(recipient, drafting, taken) ?? recipient))
  }
  return recipients
}

/** A recipient that is sent without its id, and otherwise as it was, is the same: a repeated request changes nothing. */
function sameRecipient(
  recipient: Recipient,
  { before }: Drafting,
  taken: ReadonlySet<string | undefined>,
): Recipient | undefined {
  return before.find((known) => !taken.has(known.id) && isDeepStrictEqual({ ...recipient, id: known.id }, known))
}

/** The recipient that keeps its id. Each can be kept once. */
function keptRecipient({ id }: RecipientInput, { before }: Drafting, taken: readonly Recipient[]): Recipient | null {
  if (id === undefined || taken.some((recipient) => recipient.id === id)) return null
  return before.find((recipient) => recipient.id === id) ?? null
}

interface Sources {
  readonly kept: Recipient | null
  readonly contact: Contact | null
  readonly drafting: Drafting
}

function recipientFrom(input: RecipientInput, { kept, contact, drafting }: Sources): Recipient {
  return {
    id: kept?.id ?? drafting.newId(),
    ...contactOf(input, { kept, contact, drafting }),
    kind: input.kind,
    civility: (input.civility === undefined ? contact?.civility : input.civility) ?? null,
    firstName: filled(input.firstName, contact?.firstName),
    lastName: filled(input.lastName, contact?.lastName),
    company: filled(input.company, contact?.companyName),
    email: filled(input.email, contact?.email),
    reference: input.reference || null,
    consent: input.consent ?? null,
    locale: input.locale ?? null,
  }
}

/** What was left out, as the contact has it. */
function filled(sent: string | null | undefined, known: string | null | undefined): string | null {
  return (sent === undefined ? known : sent) || null
}

/** Callers who do not see a recipient's contact cannot send it: it stays with that recipient. */
function contactOf({ contactId }: RecipientInput, { kept, contact, drafting }: Sources) {
  if (contact) return { contactId: contact.id, contactKeptBy: keeperOf(contact) }
  const isHidden = kept !== null && contactIdFor(kept, drafting.principalId) === null
  const stays = kept !== null && (kept.contactId === contactId || (isHidden && contactId == null))
  return stays
    ? { contactId: kept.contactId, contactKeptBy: kept.contactKeptBy }
    : { contactId: null, contactKeptBy: null }
}

export function draftFollowers(sent: readonly FollowerInput[]): Follower[] {
  return sent.map(({ email, firstName, lastName, company }) => ({
    email,
    firstName: firstName || null,
    lastName: lastName || null,
    company: company || null,
  }))
}

/** As many recipients as a mail that is sent can have are listed. */
const mostListed = 50

/** The recipients of a draft as lists show and find them. */
export function listedDraft(recipients: readonly Recipient[]): ListedRecipient[] {
  return recipients
    .slice(0, mostListed)
    .map(({ id, contactId, contactKeptBy, firstName, lastName, company, email, reference }) => ({
      ...{ id, contactId, contactKeptBy },
      ...{ firstName, lastName, company, email, reference },
      status: 'draft' as const,
    }))
}
