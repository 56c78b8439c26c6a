import type { TranslatedForReaders } from '../../../../../shared/platform/locale.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

/** What a sentence of the story is about. Names are those of people; addresses are masked. */
export interface StoryFacts {
  readonly actor: string
  readonly signer: string
  /** Where an e-mail or a code went, such as `c•••@example.com`. */
  readonly to: string
  readonly pages: readonly number[]
  /** What a correction changed, in the words of `corrections`. */
  readonly changes: readonly string[]
  /** What was agreed to, word for word. */
  readonly text: string
  readonly fileName: string
}

export type StoryType =
  | 'created'
  | 'changed'
  | 'sent'
  | 'notified'
  | 'email_sent'
  | 'email_delivered'
  | 'email_bounced'
  | 'email_complained'
  | 'link_issued'
  | 'agency_link_issued'
  | 'drawing_given'
  | 'drawing_removed'
  | 'opened'
  | 'pages_viewed'
  | 'otp_sent'
  | 'otp_failed'
  | 'otp_verified'
  | 'consented'
  | 'signed'
  | 'signed_after_all_pages'
  | 'declined'
  | 'failed'
  | 'reminded'
  | 'corrected'
  | 'extended'
  | 'completed'

/** What stood in a field of a signer before and after a correction. */
export interface CorrectionFacts {
  readonly before: string
  readonly after: string
}

/** How a signer showed who they are. */
export interface IdentityFacts {
  readonly to: string
  readonly vendor: string
  /** Of a key at a provider: the names in its certificate, of the holder and of the issuer. */
  readonly holder: string
  readonly issuer: string
}

/** The words of the evidence in one language. A language is one more file. */
export interface EvidenceMessages {
  readonly title: string
  /** How many signed, and when the last one did. */
  readonly summary: (signers: number, at: string) => string
  readonly testNotice: string
  readonly document: string
  readonly pages: (count: number) => string
  readonly file: string
  readonly fingerprint: string
  readonly fingerprintOfSealed: string
  readonly parties: (count: number) => string
  readonly identity: Readonly<
    Record<
      'none' | 'email_otp' | 'sms_otp' | 'vendor_identity' | 'remote_key' | 'simulated',
      (facts: IdentityFacts) => string
    >
  >
  readonly signedAt: (local: string, utc: string) => string
  readonly noPicture: string
  /** In place of the picture of a signature that was made with the signer's own certificate. */
  readonly certificateSignature: string
  readonly issuer: string
  readonly issuedBy: (name: string, service: string) => string
  readonly issuedAt: string
  readonly law: string
  readonly legalBasis: Readonly<Record<string, string>>
  readonly noLegalBasis: string
  readonly seal: (level: string) => string
  readonly check: string
  readonly checkOnline: (page: string, id: string) => string
  readonly checkAnywhere: string
  readonly story: string
  readonly storyTimes: (zone: string) => string
  readonly sentences: Readonly<Record<StoryType, (facts: StoryFacts) => string>>
  /** What was corrected about a signer. Numbers and languages are in the annex. */
  readonly corrections: Readonly<
    Record<'name' | 'email' | 'authMethod', (facts: CorrectionFacts) => string> & Record<'phone' | 'locale', string>
  >
  readonly annex: string
  readonly annexIntroduction: (attachment: string) => string
  readonly annexLabels: Readonly<
    Record<
      | 'title'
      | 'request'
      | 'organization'
      | 'entity'
      | 'signatures'
      | 'written'
      | 'document'
      | 'sha256'
      | 'normalized'
      | 'sha256Upload'
      | 'sealed'
      | 'sha256Sealed'
      | 'acts'
      | 'signers'
      | 'email'
      | 'notified'
      | 'opened'
      | 'signed'
      | 'address'
      | 'userAgent'
      | 'signerId'
      | 'notRecorded'
      | 'steps'
      | 'notaries'
      | 'office'
      | 'writtenByHand'
      | 'writtenBy'
      | 'handedInBy'
      | 'writtenFor'
      | 'page'
      | 'attachment'
      | 'sha256Attachment'
      | 'atVendor'
      | 'vendorFile'
      | 'appended'
      | 'rewritten'
      | 'auditTrail'
      | 'noAuditTrail',
      string
    >
  >
  readonly bytes: (count: number) => string
  readonly normalizedText: (bytes: number, changes: string) => string
  readonly actsVerified: string
  readonly everyStep: string
  readonly chainEnd: (length: number, hash: string) => string
  readonly footer: (request: string, title: string) => string
  readonly page: (number: number, count: number) => string
}

export const evidenceMessages: TranslatedForReaders<EvidenceMessages> = { en, fr, de, es, it, nl, pt, pl }
