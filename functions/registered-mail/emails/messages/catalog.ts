import type { TranslatedForReaders } from '../../../../shared/platform/locale.ts'
import { de } from './de.ts'
import { en, type RecipientMessages } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

export const recipientMessages: TranslatedForReaders<RecipientMessages> = { en, fr, de, es, it, nl, pt, pl }
