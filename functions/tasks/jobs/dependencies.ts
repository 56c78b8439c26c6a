import type { Mailer } from '../../../shared/mail/mailer.ts'
import { sesMailer } from '../../../shared/mail/ses-mailer.ts'
import { type Platform, platform } from '../../../shared/store/platform.ts'

/** What writing about tasks takes. */
export interface EmailDependencies extends Platform {
  readonly mailer: Mailer
}

let kept: EmailDependencies | undefined

export function emailDependencies(): EmailDependencies {
  kept ??= { ...platform(), mailer: sesMailer() }
  return kept
}
