import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import type { Item } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { mailPartition } from './mail.ts'

export const recipientKinds = ['individual', 'professional', 'administration', 'association'] as const
export const civilities = ['mr', 'mrs', 'mx', 'dr', 'maitre'] as const

const text = v.nullable(v.string())

/** That a person agreed to receive registered mail electronically. */
export const consentSchema = v.object({ obtainedAt: timestampSchema, evidence: v.string() })

/** A recipient as readers see them. A draft may be incomplete, so names and e-mail can be missing. */
export const recipientFields = {
  /** The id of the recipient's item, too. */
  id: uuid,
  contactId: v.nullable(uuid),
  kind: v.picklist(recipientKinds),
  civility: v.nullable(v.picklist(civilities)),
  firstName: text,
  lastName: text,
  company: text,
  email: text,
  reference: text,
  consent: v.nullable(consentSchema),
  /** The language of e-mails and of the page; null: unknown. */
  locale: v.optional(text, null),
}

/** A recipient as stored. */
export const recipientSchema = v.object({
  ...recipientFields,
  /** The owner of a private contact, who alone sees `contactId`; null if every reader of the mail sees it. */
  contactKeptBy: text,
})
export type Recipient = v.InferOutput<typeof recipientSchema>

export const followerSchema = v.object({ email: v.string(), firstName: text, lastName: text, company: text })
export type Follower = v.InferOutput<typeof followerSchema>

/** The people of a mail. Nothing of them changes after the send but their references to contacts. */
export interface People {
  readonly recipients: readonly Recipient[]
  readonly followers: readonly Follower[]
}

const peoplePartSchema = v.object({
  mailId: uuid,
  part: v.number(),
  recipients: v.array(recipientSchema),
  followers: v.array(followerSchema),
})
type PeoplePart = v.InferOutput<typeof peoplePartSchema>

const sortKeyStart = 'MAIL#PEOPLE#'
const recipientsPerPart = 50

/** Two hundred recipients would not fit in one item. */
const peopleParts: Collection<PeoplePart> = {
  name: 'registered_mail_people',
  schema: peoplePartSchema,
  key: ({ mailId, part }) => ({ PK: mailPartition(mailId), SK: `${sortKeyStart}${part}` }),
  toldByKey: ({ PK, SK }) => ({
    mailId: PK.slice(mailPartition('').length),
    part: Number(SK.slice(sortKeyStart.length)),
  }),
}

/** The people among the items of a mail's partition. */
export function peopleIn(found: readonly Item[]): People {
  const parts = recordsOf(peopleParts, found)
  return {
    recipients: parts.flatMap(({ recipients }) => recipients),
    followers: parts.flatMap(({ followers }) => followers),
  }
}

function partsOf(mailId: string, { recipients, followers }: People): PeoplePart[] {
  const chunks = Array.from({ length: Math.ceil(recipients.length / recipientsPerPart) }, (_, index) =>
    recipients.slice(index * recipientsPerPart, (index + 1) * recipientsPerPart),
  )
  const parts = chunks.map((chunk, part) => ({ mailId, part, recipients: chunk, followers: [] as Follower[] }))
  const ofFollowers = { mailId, part: followersPart, recipients: [], followers: [...followers] }
  return followers.length > 0 ? [...parts, ofFollowers] : parts
}

/** Behind all parts with recipients. */
const followersPart = 9

const nobody: People = { recipients: [], followers: [] }

/** Writes the people of a mail where they differ. The write of the mail guards them. */
export function writePeople(work: UnitOfWork, mailId: string, before: People | null, after: People | null): void {
  const old = new Map(partsOf(mailId, before ?? nobody).map((part) => [part.part, part]))
  const current = new Map(partsOf(mailId, after ?? nobody).map((part) => [part.part, part]))
  for (const part of old.values()) if (!current.has(part.part)) work.removePart(peopleParts.key(part))
  for (const part of current.values()) if (!isDeepStrictEqual(part, old.get(part.part))) work.putPart(peopleParts, part)
}

/** The contact of a recipient, if this reader may see it. */
export function contactIdFor(
  { contactId, contactKeptBy }: Pick<Recipient, 'contactId' | 'contactKeptBy'>,
  principalId: string,
): string | null {
  return contactKeptBy === null || contactKeptBy === principalId ? contactId : null
}

/** The addresses of the followers, each once. */
export function followerEmails({ followers }: People): string[] {
  return [...new Set(followers.map(({ email }) => email.toLowerCase()))]
}

/** What to call somebody: the company, else the person, else their e-mail. */
export function nameOf({ company, firstName, lastName, email }: Omit<Follower, 'email'> & { email: string | null }) {
  return company ?? ([firstName, lastName].filter(Boolean).join(' ') || (email ?? ''))
}
