import type { TranslatedForReaders } from '../../platform/locale.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

/** The words of the record of signatures, which the sealed document ends with. */
export interface RecordMessages {
  /** Over the signatures of those who have no place of their own in the document. */
  readonly signatures: string
  readonly heading: string
  readonly title: string
  readonly sentBy: string
  readonly request: string
  readonly sha256: string
  readonly email: string
  readonly authentication: string
  readonly methods: Readonly<Record<string, string>>
  readonly opened: string
  readonly agreed: string
  readonly signed: string
  readonly address: string
  readonly notRecorded: string
  readonly textOn: (page: number) => string
  readonly check: (page: string, id: string) => string
  readonly chain: (length: number, hash: string) => string
}

export const recordMessages: TranslatedForReaders<RecordMessages> = { en, fr, de, es, it, nl, pt, pl }
