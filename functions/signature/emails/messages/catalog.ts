import type { Translated } from '../../../../shared/platform/locale.ts'
import { english } from './en.ts'
import { french } from './fr.ts'

/** What an e-mail is about, each text in its language and as people read it. */
export interface Facts {
  /** Who asks for signatures: `Jane Doe (Acme)`, or the organization alone. */
  readonly sender: string
  readonly title: string
  /** How the recipient is addressed; null where no name is known. */
  readonly firstName: string | null
  /** What the sender wrote, a paragraph each. */
  readonly message: readonly string[]
  /** The signers besides the recipient, such as `John Smith and Ann Lee`; null: none. */
  readonly others: string | null
  /** Until when it can be signed, such as `Sunday 1 March 2026 at 14:00 UTC`. */
  readonly expiry: string
  /** The signers that the e-mail is about, and their addresses; empty: none. */
  readonly about: string
  readonly aboutEmail: string
  readonly signatures: { readonly done: number; readonly of: number }
  /** When the files are deleted; null: never, as far as is known. */
  readonly purge: string | null
  /** Who declined or canceled; the sender where nobody did. */
  readonly endedBy: string
  /** Why; null where nothing was said, or where the recipient is not to know. */
  readonly reason: string | null
}

/** One e-mail. `button` is what its link is called. */
export interface Says {
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** The paragraph that is a code. */
  readonly code?: string
  readonly button?: string
  readonly smallPrint: readonly string[]
}

/** To signers where nothing else is said. */
export interface Messages {
  readonly invitation: (facts: Facts) => Says
  readonly reminder: (facts: Facts) => Says
  readonly extended: (facts: Facts) => Says
  readonly code: (facts: Facts, code: string) => Says
  readonly declined: (facts: Facts) => Says
  readonly declinedToCreator: (facts: Facts) => Says
  readonly canceled: (facts: Facts) => Says
  readonly expired: (facts: Facts) => Says
  readonly expiredToCreator: (facts: Facts) => Says
  readonly completed: (facts: Facts) => Says
  readonly completedToCreator: (facts: Facts) => Says
  readonly completedToOthers: (facts: Facts) => Says
  readonly completedToNotary: (facts: Facts) => Says
  readonly signedToCreator: (facts: Facts) => Says
  readonly bouncedToCreator: (facts: Facts) => Says
  readonly purging: (facts: Facts) => Says
  /** The SMS with a code, in characters of which 160 fit one. */
  readonly codeText: (code: string, organization: string) => string
  /** Below every e-mail about a request of a test organization. */
  readonly test: string
  readonly onBehalf: (sender: string) => string
}

export type EmailName = Exclude<keyof Messages, 'code' | 'codeText' | 'test' | 'onBehalf'>

export const messages: Translated<Messages> = { en: english, fr: french }
