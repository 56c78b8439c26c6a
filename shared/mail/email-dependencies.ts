import { KMSClient } from '@aws-sdk/client-kms'
import { kmsMacKeys } from '../personal-links/kms-mac.ts'
import type { MacKeys } from '../personal-links/signing-secrets.ts'
import { recordCalls } from '../platform/aws-calls.ts'
import { environment } from '../platform/environment.ts'
import { type Platform, platform } from '../store/platform.ts'
import type { Mailer } from './mailer.ts'
import { sesMailer } from './ses-mailer.ts'

/** What writing e-mails with links and codes takes. */
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
