import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { heardKinds } from '../../functions/registered-mail/emails/mail-kinds.ts'
import { letUseTable } from './access.ts'
import type { DailyLimits } from './daily-limits.ts'
import type { Foundation } from './foundation.ts'
import { keyArnsOf, keyIdsOf } from './keys.ts'
import type { Mail } from './mail.ts'
import { JobQueue, queueSource } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

export interface RegisteredMailEmailsProps {
  readonly foundation: Foundation
  readonly mail: Mail
  /** Where the pages are served, without a slash at the end. */
  readonly pageUrl: string
  readonly limits: DailyLimits
}

/** Writes to recipients of registered mail and to owners of sender accounts, and hears what becomes of the notices. */
export class RegisteredMailEmails extends Construct {
  constructor(scope: Construct, id: string, { foundation, mail, pageUrl, limits }: RegisteredMailEmailsProps) {
    super(scope, id)
    const { functionsDirectory, alarms, events, keys, table } = foundation
    const timeout = Duration.seconds(40)
    const emails = new ServiceFunction(this, 'registered-mail-letters', {
      functionsDirectory,
      timeout,
      memorySize: 512,
      environment: { PAGE_URL: pageUrl, SIGNING_SECRETS_KEYS: keyIdsOf(keys.signingSecrets), ...limits.emails },
    })
    letUseTable(emails, table, { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] })
    emails.allow(['kms:GenerateMac'], keyArnsOf(keys.signingSecrets))
    mail.letSendMail(emails)
    // Every four minutes for half an hour: longer than a mail stays claimed, and than SES is busy.
    const { queue } = new JobQueue(this, 'registered-mail-letters', {
      alarms,
      functionTimeout: timeout,
      maxReceiveCount: 8,
    })
    emails.addEventSource(queueSource(queue, { batchSize: 10 }))
    events.lead(['registered_mail.notice_due', 'registered_mail.reminder_due', 'registered_mail.code_due'], queue)
    events.lead(['registered_mail.proof_issued', 'sender_account.verification_due'], queue)
    events.lead(['mail.delivery_changed'], queue, { kind: [...heardKinds] })
  }
}
