import * as v from 'valibot'
import {
  clearableLine,
  emailAddress,
  instant,
  line,
  lines,
  nullsAbsent,
  optionalLocaleTag,
} from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { textRecord } from '../../../shared/platform/text-record.ts'
import { registeredMailTypes } from '../../../shared/store/settings-fields.ts'
import { civilities, recipientKinds } from '../model/people.ts'

/** An optional text. Null and an empty text clear it. */
const clearable = (max: number) => v.nullish(clearableLine(max))

const consentInput = v.object({ obtainedAt: instant, evidence: line(500) })

/** Names and e-mails are checked when the mail is sent, so that an incomplete draft can be saved. */
const recipientInput = nullsAbsent({
  id: v.optional(
    v.pipe(
      uuid,
      v.description('The id of a recipient of this draft, who keeps it. Other ids are replaced by new ones.'),
    ),
  ),
  contactId: v.pipe(
    v.nullish(uuid),
    v.description('A contact of the entity. It fills in the names, company and e-mail that you leave out.'),
  ),
  kind: v.picklist(recipientKinds),
  civility: v.nullish(v.picklist(civilities)),
  firstName: clearable(100),
  lastName: clearable(100),
  company: clearable(200),
  email: clearable(254),
  reference: clearable(100),
  consent: v.nullish(consentInput),
  locale: v.pipe(
    v.nullish(optionalLocaleTag),
    v.description(
      'The language of the e-mails and of the page, as a BCP 47 tag: `en`, `fr`, `de`, `es`, `it`, `nl`, `pt` or `pl`, with any region. Other languages get English. Without it, e-mails are in French and English, and the page follows the browser.',
    ),
  ),
})
export type RecipientInput = v.InferOutput<typeof recipientInput>

const followerInput = v.object({
  email: emailAddress,
  firstName: clearable(100),
  lastName: clearable(100),
  company: clearable(200),
})
export type FollowerInput = v.InferOutput<typeof followerInput>

const metadata = v.pipe(textRecord(v.pipe(v.string(), v.minLength(1), v.maxLength(40)), lines(500)), v.maxEntries(20))

const exampleRecipient: RecipientInput = {
  kind: 'individual',
  firstName: 'Jane',
  lastName: 'Doe',
  email: 'jane+deliver@example.com',
}

/** The fields of both creation and change. */
const fields = {
  type: v.optional(v.picklist(registeredMailTypes)),
  vendor: v.pipe(clearable(40), v.description('Must be the vendor of the sender account, if you send it.')),
  subject: clearable(1000),
  clientReference: clearable(255),
  reference: clearable(100),
  contentHtml: v.pipe(
    v.nullish(v.string()),
    v.description(
      'The letter, at most 200 KiB. Elements, attributes, addresses and characters of text direction that letters cannot have are removed; `contentChanges` of the answer counts them.',
    ),
  ),
  senderAccountId: v.nullish(uuid),
  recipients: v.nullish(
    v.pipe(
      v.array(recipientInput),
      v.maxLength(200),
      v.examples<RecipientInput[], RecipientInput[][]>([[exampleRecipient]]),
    ),
  ),
  followers: v.nullish(v.pipe(v.array(followerInput), v.maxLength(100))),
  metadata: v.nullish(metadata),
}

export const mailInput = nullsAbsent({ entityId: uuid, ...fields })
export type MailInput = v.InferOutput<typeof mailInput>

export const mailPatch = nullsAbsent({ entityId: v.optional(uuid), ...fields, version: v.optional(v.number()) })
export type MailPatch = v.InferOutput<typeof mailPatch>
