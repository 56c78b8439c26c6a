import { KMSClient } from '@aws-sdk/client-kms'
import type { Mailer } from '../../../shared/mail/mailer.ts'
import { sesMailer } from '../../../shared/mail/ses-mailer.ts'
import { kmsMacKeys } from '../../../shared/personal-links/kms-mac.ts'
import type { MacKeys } from '../../../shared/personal-links/signing-secrets.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { type Platform, platform } from '../../../shared/store/platform.ts'

/** What writing to people about registered mail takes. */
export interface EmailDependencies extends Platform {
  readonly mailer: Mailer
  /** Under the keys of links and codes. */
  readonly macKeys: MacKeys
  /** Where the pages are, without a slash at the end. */
  readonly pageUrl: string
}

let kept: EmailDependencies | undefined

export function emailDependencies(): EmailDependencies {
  kept ??= {
    ...platform(),
    mailer: sesMailer(),
    macKeys: kmsMacKeys(new KMSClient(recordCalls), environment('SIGNING_SECRETS_KEYS')),
    pageUrl: environment('PAGE_URL'),
  }
  return kept
}
