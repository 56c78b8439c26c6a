import * as v from 'valibot'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { Collection } from '../../../shared/store/collection.ts'
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

const peopleSchema = v.object({
  mailId: uuid,
  recipients: v.array(recipientSchema),
  followers: v.array(followerSchema),
})
/** The people of a mail. Nothing of them changes after the send but their references to contacts. */
export type People = v.InferOutput<typeof peopleSchema>

export function peopleKey(mailId: string) {
  return { PK: mailPartition(mailId), SK: 'MAIL#PEOPLE' }
}

export const people: Collection<People> = {
  name: 'registered_mail_people',
  schema: peopleSchema,
  key: ({ mailId }) => peopleKey(mailId),
  toldByKey: ({ PK }) => ({ mailId: PK.slice(mailPartition('').length) }),
}

/** The contact of a recipient, if this reader may see it. */
export function contactIdFor(
  { contactId, contactKeptBy }: Pick<Recipient, 'contactId' | 'contactKeptBy'>,
  principalId: string,
): string | null {
  return contactKeptBy === null || contactKeptBy === principalId ? contactId : null
}

/** What to call somebody: the company, else the person, else their e-mail. */
export function nameOf({ company, firstName, lastName, email }: Omit<Follower, 'email'> & { email: string | null }) {
  return company ?? ([firstName, lastName].filter(Boolean).join(' ') || (email ?? ''))
}
