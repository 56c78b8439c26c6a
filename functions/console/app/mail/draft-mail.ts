import type { CreateRegisteredMailInput } from '../api-types.ts'

/** A recipient while the mail is written. */
export interface DraftRecipient {
  readonly key: number
  readonly contactId: string | null
  readonly kind: 'individual' | 'professional'
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
  contactId: null,
  kind: 'individual',
  firstName: '',
  lastName: '',
  company: '',
  email: '',
  consentOn: '',
  consentEvidence: '',
})

type Recipients = NonNullable<CreateRegisteredMailInput['recipients']>

export function recipientsOf(drafts: readonly DraftRecipient[]): Recipients {
  return drafts.map(({ key: _, consentOn, consentEvidence, company, ...recipient }) => ({
    ...recipient,
    company: company || null,
    ...(consentOn && consentEvidence && { consent: consentGiven(consentOn, consentEvidence) }),
  }))
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
