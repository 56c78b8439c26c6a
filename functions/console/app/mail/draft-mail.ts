import type { Contact, RegisteredMail, RegisteredMailRecipient, UpdateRegisteredMailInput } from '../api-types.ts'

/** A recipient while the mail is written. */
export interface DraftRecipient {
  readonly key: number
  /** What the form does not show of a recipient who is there already. */
  readonly kept: Partial<Pick<RegisteredMailRecipient, 'id' | 'civility' | 'reference' | 'locale' | 'consent'>>
  readonly contactId: string | null
  readonly kind: RegisteredMailRecipient['kind']
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly email: string
  /** When and how an individual agreed to electronic registered mail; empty: not told. */
  readonly consentOn: string
  readonly consentEvidence: string
}

export const emptyRecipient = (key: number): DraftRecipient => ({
  key,
  kept: {},
  contactId: null,
  kind: 'individual',
  firstName: '',
  lastName: '',
  company: '',
  email: '',
  consentOn: '',
  consentEvidence: '',
})

/** What a contact brings along to be written to. */
export function recipientOf({ id, firstName, lastName, companyName, email }: Contact): Partial<DraftRecipient> {
  return {
    contactId: id,
    firstName: firstName ?? '',
    lastName: lastName ?? companyName ?? '',
    email: email ?? '',
  }
}

type Recipients = NonNullable<UpdateRegisteredMailInput['recipients']>

export function recipientsOf(drafts: readonly DraftRecipient[]): Recipients {
  return drafts.map(({ key: _, kept, consentOn, consentEvidence, company, ...recipient }) => {
    const isAsBefore = kept.consent
      ? consentOn === dayOf(kept.consent) && consentEvidence === kept.consent.evidence
      : false
    return {
      ...kept,
      ...recipient,
      company: company || null,
      ...(!isAsBefore && consentOn && consentEvidence && { consent: consentGiven(consentOn, consentEvidence) }),
    }
  })
}

/** The recipients of a draft, to be changed. */
export function draftRecipientsOf({ recipients }: Pick<RegisteredMail, 'recipients'>): DraftRecipient[] {
  return recipients.map(({ id, contactId, kind, civility, reference, consent, locale, ...named }, index) => ({
    key: index + 1,
    kept: { id, civility, reference, locale, consent },
    contactId,
    kind,
    firstName: named.firstName ?? '',
    lastName: named.lastName ?? '',
    company: named.company ?? '',
    email: named.email ?? '',
    consentOn: consent ? dayOf(consent) : '',
    consentEvidence: consent?.evidence ?? '',
  }))
}

const dayOf = ({ obtainedAt }: NonNullable<RegisteredMailRecipient['consent']>) => obtainedAt.slice(0, 10)

/** Followers by their addresses; those who are there already keep their names. */
export function followersOf(emails: readonly string[], known: RegisteredMail['followers']) {
  return emails.map((email) => known.find((each) => each.email.toLowerCase() === email.toLowerCase()) ?? { email })
}

const consentGiven = (day: string, evidence: string) => ({
  obtainedAt: new Date(`${day}T12:00:00`).toISOString(),
  evidence,
})

/** Plain text as a letter: an empty line parts paragraphs, other line ends stay. */
export function letterOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
}
