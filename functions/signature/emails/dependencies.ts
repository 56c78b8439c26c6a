import { KMSClient } from '@aws-sdk/client-kms'
import type { Mailer } from '../../../shared/mail/mailer.ts'
import { sesMailer } from '../../../shared/mail/ses-mailer.ts'
import { snsTextSender } from '../../../shared/mail/sns-text-sender.ts'
import type { TextSender } from '../../../shared/mail/text-message.ts'
import { kmsMacKeys } from '../../../shared/personal-links/kms-mac.ts'
import type { MacKeys } from '../../../shared/personal-links/signing-secrets.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { type Platform, platform } from '../../../shared/store/platform.ts'

/** What writing to people takes. */
export interface EmailDependencies extends Platform {
  readonly mailer: Mailer
  readonly textSender: TextSender
  /** Under the keys of signers' links and codes. */
  readonly macKeys: MacKeys
  /** Without a slash at the end. */
  readonly pageUrl: string
}

let kept: EmailDependencies | undefined

export function emailDependencies(): EmailDependencies {
  kept ??= {
    ...platform(),
    mailer: sesMailer(),
    textSender: snsTextSender(),
    macKeys: kmsMacKeys(new KMSClient(recordCalls), environment('SIGNING_SECRETS_KEYS')),
    pageUrl: environment('PAGE_URL'),
  }
  return kept
}
