import type { Email } from '../../../../shared/mail/layout/email.ts'
import type { Translated } from '../../../../shared/platform/locale.ts'
import type { Failure } from '../latest-failure.ts'
import { english } from './en.ts'
import { french } from './fr.ts'

/** What an invitation is about, each text in its language and as people read it. */
export interface Facts {
  /** Who invites: `Jane Doe`; null where a program does. */
  readonly inviter: string | null
  readonly organization: string
  /** The entity or group; null for the organization itself. */
  readonly place: string | null
  readonly role: string
  /** How the recipient is addressed; null where no name is known. */
  readonly firstName: string | null
  /** What the inviter wrote, a paragraph each. */
  readonly message: readonly string[]
  /** Until when it can be accepted, such as `Sunday 1 March 2026 at 14:00 UTC`. */
  readonly expiry: string
}

/** What administrators are told of a webhook, each text in its language and as people read it. */
export interface WebhookFacts {
  readonly organization: string
  readonly firstName: string | null
  /** Where events are posted to, without what may be secret. */
  readonly address: string
  readonly description: string | null
  /** Failed attempts in a row, and when the last of them was. */
  readonly failures: number
  readonly failedAt: string | null
  /** Null: never. */
  readonly succeededAt: string | null
  /** Null where it is not known any more. */
  readonly failure: Failure | null
  /** Where the console shows it. */
  readonly consoleUrl: string
}

/** The facts in an e-mail to administrators about an unused test organization. */
export interface TestModeFacts {
  readonly organization: string
  readonly firstName: string | null
  /** When it is purged, such as `Sunday 1 March 2026 at 14:00 UTC`. */
  readonly purge: string
  /** Where the console shows the test mode. */
  readonly consoleUrl: string
}

/** A change of somebody's passkeys. */
export interface PasskeyFacts {
  readonly firstName: string | null
  /** As the person named the passkey. */
  readonly name: string
  /** When, such as `Sunday 1 March 2026 at 14:00 UTC`. */
  readonly moment: string
}

export interface Says {
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: Email['paragraphs']
  readonly smallPrint: readonly string[]
}

/** What leads to a screen of the console. */
export interface SaysWithLink extends Says {
  readonly button: { readonly label: string; readonly url: string }
}

export interface Messages {
  readonly invitation: (facts: Facts) => Says & { readonly button: string }
  readonly signInCode: (code: string, firstName: string | null) => Says & { readonly code: string }
  readonly passkey: Readonly<Record<'added' | 'removed', (facts: PasskeyFacts) => Says>>
  readonly webhookFailing: (facts: WebhookFacts) => SaysWithLink
  readonly webhookDisabled: (facts: WebhookFacts) => SaysWithLink
  readonly testModePurge: (facts: TestModeFacts) => SaysWithLink
  /** Below every e-mail about a test organization. */
  readonly test: string
}

export const messages: Translated<Messages> = { en: english, fr: french }
