import type { TranslatedForReaders } from '../../../../shared/platform/locale.ts'
import type { Verdict } from '../findings.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

/** What the page says, in one language. A language is one more file. */
export interface VerifyMessages {
  /** Before the name of the language that is shown. */
  readonly language: string
  readonly title: string
  readonly introduction: string
  readonly formHeading: string
  readonly file: string
  readonly fileHint: string
  readonly check: string
  readonly checking: string
  readonly uploadFailed: (limit: number) => string
  readonly noFile: string
  readonly tooLarge: string
  readonly tooMany: (limit: number, seconds: number) => string
  /** What a browser without scripts cannot do. */
  readonly withoutScripts: string
  readonly notFoundTitle: string
  readonly notFound: string
  readonly sealedTitle: string
  readonly sealedBy: (sender: string, at: string) => string
  readonly verificationId: string
  readonly fingerprint: string
  readonly compare: string
  readonly resultOf: string
  readonly verdicts: Readonly<Record<Verdict, { readonly title: string; readonly text: string }>>
  readonly sealTime: (at: string, isProved: boolean) => string
  /** Only data that proves the seal for longer, or bytes that readers pass over, follow the seal. */
  readonly appended: string
  readonly appendedUnknown: string
  readonly uselessTimestamp: string
  readonly isDocument: (sender: string) => string
  readonly isEvidence: (sender: string) => string
  readonly signers: (count: number) => string
  readonly signedBy: (name: string, at: string) => string
  readonly signatures: (count: number) => string
  readonly certificate: (name: string, whose: 'ours' | 'test' | 'known' | 'unknown' | 'broken') => string
  readonly notKept: string
}

export const verifyMessages: TranslatedForReaders<VerifyMessages> = { en, fr, de, es, it, nl, pt, pl }
