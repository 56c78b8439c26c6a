import type { Email } from '../../../../shared/mail/layout/email.ts'
import {
  localeOf,
  type ReaderLocale,
  type Translated,
  type TranslatedForReaders,
} from '../../../../shared/platform/locale.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import { dutch } from './nl.ts'
import { polish } from './pl.ts'
import { portuguese } from './pt.ts'
import { englishToCreator } from './to-creator/en.ts'
import { frenchToCreator } from './to-creator/fr.ts'

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
  /** Until when it can be signed, such as `Sunday 1 March 2026 at 15:00 (Central European Time)`. */
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
  readonly paragraphs: Email['paragraphs']
  /** The paragraph that is a code. */
  readonly code?: string
  readonly button?: string
  readonly smallPrint: readonly string[]
}

/** To signers, and to followers and notaries. */
export interface SignerMessages {
  readonly invitation: (facts: Facts) => Says
  readonly reminder: (facts: Facts) => Says
  readonly extended: (facts: Facts) => Says
  readonly code: (facts: Facts, code: string) => Says
  readonly declined: (facts: Facts) => Says
  readonly canceled: (facts: Facts) => Says
  readonly expired: (facts: Facts) => Says
  readonly completed: (facts: Facts) => Says
  readonly completedToOthers: (facts: Facts) => Says
  readonly completedToNotary: (facts: Facts) => Says
  /** The SMS with a code, in characters of which 160 fit one. */
  readonly codeText: (code: string, organization: string) => string
  /** Below every e-mail about a request of a test organization. */
  readonly test: string
  readonly onBehalf: (sender: string) => string
}

/** To the member who made the request. */
export interface CreatorMessages {
  readonly declinedToCreator: (facts: Facts) => Says
  readonly expiredToCreator: (facts: Facts) => Says
  readonly completedToCreator: (facts: Facts) => Says
  readonly signedToCreator: (facts: Facts) => Says
  readonly bouncedToCreator: (facts: Facts) => Says
  readonly purging: (facts: Facts) => Says
}

type CreatorEmailName = keyof CreatorMessages
export type EmailName = Exclude<keyof SignerMessages, 'code' | 'codeText' | 'test' | 'onBehalf'> | CreatorEmailName

export const signerMessages: TranslatedForReaders<SignerMessages> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
  it: italian,
  nl: dutch,
  pt: portuguese,
  pl: polish,
}

export const creatorMessages: Translated<CreatorMessages> = { en: englishToCreator, fr: frenchToCreator }

const openRequest: Translated<string> = { en: 'Open the request', fr: 'Ouvrir la demande' }

/** What an e-mail says. Members speak fewer languages than signers; their e-mails lead to the console. */
export function emailIn(locale: ReaderLocale, name: EmailName, facts: Facts): Says {
  if (!isToCreator(name)) return signerMessages[locale][name](facts)
  const memberLocale = localeOf(locale)
  return { ...creatorMessages[memberLocale][name](facts), button: openRequest[memberLocale] }
}

/** Whether an e-mail goes to the member who made the request, or to administrators in their place. */
export function isToCreator(name: EmailName): name is CreatorEmailName {
  return name in creatorMessages.en
}
