import { KMSClient } from '@aws-sdk/client-kms'
import { recordCalls } from '../../shared/aws-calls.ts'
import { environment } from '../../shared/environment.ts'
import type { Mailer } from '../../shared/mail/mailer.ts'
import { sesMailer } from '../../shared/mail/ses-mailer.ts'
import { type Platform, platform } from '../../shared/platform.ts'
import { kmsMac } from '../../shared/signature/kms-mac.ts'
import type { Mac } from '../../shared/signature/signing-secrets.ts'

/** What writing to invited people takes. */
export interface LetterGround extends Platform {
  readonly mailer: Mailer
  /** Under the key of personal links. */
  readonly mac: Mac
  /** Without a slash at the end. */
  readonly pageUrl: string
}

let kept: LetterGround | undefined

export function letterGround(): LetterGround {
  kept ??= {
    ...platform(),
    mailer: sesMailer(),
    mac: kmsMac(new KMSClient(recordCalls), environment('SIGNING_SECRETS_KEY_ID')),
    pageUrl: environment('PAGE_URL'),
  }
  return kept
}
