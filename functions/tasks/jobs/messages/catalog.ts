import type { Translated } from '../../../../shared/platform/locale.ts'
import { english } from './en.ts'
import { french } from './fr.ts'

/** What a reminder is about, as people read it. */
export interface ReminderFacts {
  readonly title: string
  readonly organization: string
  readonly firstName: string | null
  /** When the occurrence starts, in the time zone of the task. */
  readonly start: string
  /** A paragraph for each line. */
  readonly description: readonly string[]
}

export interface Says {
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** What the link to the task is called. */
  readonly button: string
  readonly smallPrint: readonly string[]
}

export interface Messages {
  readonly reminder: (facts: ReminderFacts) => Says
  /** Below every e-mail about a test organization. */
  readonly test: string
}

export const messages: Translated<Messages> = { en: english, fr: french }
