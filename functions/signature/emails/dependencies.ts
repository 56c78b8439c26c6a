import {
  type EmailDependencies as Common,
  emailDependencies as common,
} from '../../../shared/mail/email-dependencies.ts'
import { snsTextSender } from '../../../shared/mail/sns-text-sender.ts'
import type { TextSender } from '../../../shared/mail/text-message.ts'

/** What writing to signers takes. */
export interface EmailDependencies extends Common {
  readonly textSender: TextSender
}

let kept: EmailDependencies | undefined

export function emailDependencies(): EmailDependencies {
  kept ??= { ...common(), textSender: snsTextSender() }
  return kept
}
