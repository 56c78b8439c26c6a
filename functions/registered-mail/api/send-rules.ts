import * as v from 'valibot'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { emailAddress, hasWebAddress } from '../../../shared/http/values.ts'
import { maxPdfBytes } from '../../../shared/pdf/pdf-file.ts'
import { isVisible } from '../../../shared/platform/visible-text.ts'
import type { EntitySettings } from '../../../shared/store/settings.ts'
import type { MailParts } from '../model/mail-parts.ts'
import { followerEmails, type Recipient } from '../model/people.ts'
import type { SenderAccount } from '../model/sender-account.ts'
import type { RegisteredMailVendor } from '../vendors/registered-mail-vendor.ts'
import { vendorNamed, vendorsServing } from '../vendors/vendors.ts'

export const maxRecipients = 50
export const maxFollowers = 20
/** Of vendors that say nothing else, and of mails without a sender account yet. */
const usualSubjectLength = 255

export const sendRuleCodes = [
  'type_not_allowed',
  'subject_required',
  'subject_too_long',
  'reference_required',
  'recipients_required',
  'too_many_recipients',
  'too_many_followers',
  'invalid_recipient',
  'recipient_company_required',
  'duplicate_recipient_email',
  'sender_account_required',
  'invalid_sender_account',
  'vendor_not_allowed',
  'sender_account_vendor_mismatch',
  'sender_account_not_linked',
  'sender_account_not_verified',
  'attachments_limit_exceeded',
  'invalid_input',
] as const
type RuleCode = (typeof sendRuleCodes)[number]

/** What the rules of a send are checked against. */
export interface Sending {
  readonly parts: MailParts
  readonly settings: EntitySettings['registeredMail']
  readonly connections: EntitySettings['vendorConnections']
  readonly nowMs: number
  /** The sender account as it stands; null: there is none of the entity with this id. */
  readonly account: SenderAccount | null
}

type Rule = (sending: Sending) => Refusal<RuleCode> | null

/** The first rule that a mail breaks decides; their order is part of the API. */
export function sendRefusal(sending: Sending): Refusal<RuleCode> | null {
  for (const rule of rules) {
    const refusal = rule(sending)
    if (refusal) return refusal
  }
  return null
}

const typeAllowed: Rule = ({ parts: { mail }, settings }) =>
  settings.allowedTypes.includes(mail.type)
    ? null
    : refuse('type_not_allowed', `The entity does not allow registered mail of the type ${mail.type}.`)

const subjectFits: Rule = ({ parts: { mail }, account }) => {
  if (mail.subject === null) return refuse('subject_required', 'Send a subject.')
  const max = (account && vendorNamed(account.vendor))?.capabilities.subjectMaxLength ?? usualSubjectLength
  return [...mail.subject].length > max
    ? refuse('subject_too_long', `The subject must have at most ${max} characters.`, { max })
    : null
}

const referenceGiven: Rule = ({ parts: { mail }, settings }) =>
  settings.referenceRequired && mail.reference === null
    ? refuse('reference_required', 'The entity requires a reference on every registered mail.')
    : null

const fewPeople: Rule = ({ parts: { people } }) => {
  const { recipients, followers } = people
  if (recipients.length === 0) return refuse('recipients_required', 'Add at least one recipient.')
  if (recipients.length > maxRecipients) {
    const message = `A mail can have at most ${maxRecipients} recipients. Send the others in another mail.`
    return refuse('too_many_recipients', message, { max: maxRecipients })
  }
  return followers.length > maxFollowers
    ? refuse('too_many_followers', `A mail can have at most ${maxFollowers} followers.`, { max: maxFollowers })
    : null
}

const recipientsValid: Rule = ({ parts: { people }, settings }) => {
  for (const [index, recipient] of people.recipients.entries()) {
    const fault = faultOf(recipient, settings.requireRecipientConsent)
    if (fault) return refuse('invalid_recipient', `recipients[${index}]: ${fault.message}`, { index, ...fault.details })
  }
  return null
}

function faultOf(recipient: Recipient, isConsentRequired: boolean) {
  const { kind, firstName, lastName, email, consent } = recipient
  const field = nameFields.find((each) => hasWebAddress(recipient[each] ?? ''))
  if (field) return fault(field, 'web_address', `${field} must not have a web address: it stands in the notice.`)
  if (email === null) return fault('email', 'missing', 'Send an e-mail.')
  if (!v.is(emailAddress, email)) return fault('email', 'invalid', 'Send an e-mail address such as jane@example.com.')
  if (kind !== 'individual') return null
  if (firstName === null) return fault('firstName', 'missing', 'An individual needs a first name.')
  if (lastName === null) return fault('lastName', 'missing', 'An individual needs a last name.')
  if (isConsentRequired && consent === null)
    return fault('consent', 'consent_required', 'The entity requires the consent of individuals.')
  return null
}

/** These stand in the e-mails to recipients. */
const nameFields = ['firstName', 'lastName', 'company'] as const

function fault(field: string, reason: string, message: string) {
  return { message, details: { field, reason } }
}

const companiesNamed: Rule = ({ parts: { people } }) => {
  const index = people.recipients.findIndex(({ kind, company }) => kind !== 'individual' && company === null)
  if (index < 0) return null
  return refuse('recipient_company_required', `recipients[${index}] is no individual and needs a company.`, { index })
}

const emailsDistinct: Rule = ({ parts: { people } }) => {
  const emails = people.recipients.map(({ email }) => email?.toLowerCase())
  const email = emails.find((each, index) => emails.indexOf(each) !== index)
  return email === undefined
    ? null
    : refuse('duplicate_recipient_email', `Two recipients have the e-mail ${email}.`, { email })
}

/** A follower reads about the mail before it is accepted, so they must not be the one who has to accept it. */
const followersApart: Rule = ({ parts: { people } }) => {
  const recipients = new Set(people.recipients.map(({ email }) => email?.toLowerCase()))
  const email = followerEmails(people).find((each) => recipients.has(each))
  return email === undefined
    ? null
    : refuse('duplicate_recipient_email', `${email} is a recipient and cannot be a follower.`, {
        email,
        reason: 'follower_is_recipient',
      })
}

const senderUsable: Rule = (sending) => {
  const { account } = sending
  const { mail } = sending.parts
  if (mail.senderAccountId === null) return refuse('sender_account_required', 'Choose a sender account.')
  if (!account) return refuse('invalid_sender_account', 'The sender account does not exist in this entity.')
  const vendor = vendorNamed(account.vendor)
  if (vendor?.capabilities.requiresOtp && mail.type === 'qualified' && !account.hasOtpSecret) {
    const message = 'The sender account needs an OTP secret to send qualified mail.'
    return refuse('invalid_sender_account', message, { reason: 'otp_secret_required' })
  }
  if (!vendor || !isAllowed(vendor, sending))
    return refuse('vendor_not_allowed', `The entity cannot send by the vendor ${account.vendor}.`)
  if ((mail.vendor ?? vendor.key) !== vendor.key || !vendor.capabilities.types.includes(mail.type)) {
    const message = `The vendor of the sender account is ${vendor.name}; it must be the vendor of the mail and carry ${mail.type} mail.`
    return refuse('sender_account_vendor_mismatch', message, { vendor: vendor.key })
  }
  if (!account.linked) return refuse('sender_account_not_linked', 'The owner has not linked the sender account yet.')
  return account.status === 'verified'
    ? null
    : refuse('sender_account_not_verified', 'The sender account is not verified yet.')
}

function isAllowed(
  { key }: RegisteredMailVendor,
  { parts: { mail }, settings: { allowedVendors }, connections, nowMs }: Sending,
): boolean {
  const use = { livemode: mail.livemode, connections, nowMs }
  return vendorsServing(use).some((vendor) => vendor.key === key) && (allowedVendors?.includes(key) ?? true)
}

const attachmentsFit: Rule = ({ parts: { mail }, settings }) => attachmentsRefusal(mail.attachments, settings)

/** Refuses attachments that are too many or too large together. Each file was checked when it came. */
export function attachmentsRefusal(
  attachments: readonly { readonly size: number }[],
  settings: Sending['settings'],
): Refusal<'attachments_limit_exceeded'> | null {
  const { maxAttachments: maxCount, maxAttachmentsTotalBytes: maxTotalBytes } = settings
  const total = attachments.reduce((sum, { size }) => sum + size, 0)
  if (attachments.length <= maxCount && total <= maxTotalBytes) return null
  return refuse(
    'attachments_limit_exceeded',
    `A mail can have at most ${maxCount} attachments of together at most ${maxTotalBytes} bytes.`,
    { maxCount, maxFileBytes: maxPdfBytes, maxTotalBytes },
  )
}

/** A stored letter is written in one form, in which `<` only begins a tag. */
const contentGiven: Rule = ({ parts: { mail, html } }) =>
  mail.attachments.length > 0 || isVisible((html ?? '').replaceAll(/<[^>]*>/g, ''))
    ? null
    : refuse('invalid_input', 'Write a letter or add an attachment.', {
        field: 'contentHtml',
        reason: 'content_required',
      })

const rules: readonly Rule[] = [
  typeAllowed,
  subjectFits,
  referenceGiven,
  fewPeople,
  recipientsValid,
  companiesNamed,
  emailsDistinct,
  followersApart,
  senderUsable,
  attachmentsFit,
  contentGiven,
]
