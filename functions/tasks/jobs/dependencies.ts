import type { Mailer } from '../../../shared/mail/mailer.ts'
import { sesMailer } from '../../../shared/mail/ses-mailer.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { type Platform, platform } from '../../../shared/store/platform.ts'

/** What writing about tasks takes. */
export interface EmailDependencies extends Platform {
  readonly mailer: Mailer
  /** Where the console is served, without a slash at the end. */
  readonly pageUrl: string
}

let kept: EmailDependencies | undefined

export function emailDependencies(): EmailDependencies {
  kept ??= { ...platform(), mailer: sesMailer(), pageUrl: environment('PAGE_URL') }
  return kept
}
