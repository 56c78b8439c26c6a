import { Duration } from 'aws-cdk-lib'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { letUseTable } from './access.ts'
import type { DailyLimits } from './daily-limits.ts'
import type { Foundation } from './foundation.ts'
import { keyArnsOf, keyIdsOf } from './keys.ts'
import type { Mail } from './mail.ts'
import { JobQueue, queueSource } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

export interface MemberEmailsProps {
  readonly foundation: Foundation
  readonly mail: Mail
  /** Where invitations are accepted, without a slash at the end. */
  readonly pageUrl: string
  readonly limits: DailyLimits
}

/**
 * Writes to people who are invited to an organization and to those whose webhooks fail, and mails the codes by which people
 * sign in.
 */
export class MemberEmails extends Construct {
  /** Where it is told what is to be written. */
  readonly queue: Queue

  constructor(scope: Construct, id: string, { foundation, mail, pageUrl, limits }: MemberEmailsProps) {
    super(scope, id)
    const { functionsDirectory, alarms, events, keys, table } = foundation
    const timeout = Duration.seconds(40)
    const emails = new ServiceFunction(this, 'member-letters', {
      functionsDirectory,
      timeout,
      memorySize: 512,
      environment: { PAGE_URL: pageUrl, SIGNING_SECRETS_KEYS: keyIdsOf(keys.signingSecrets), ...limits.emails },
    })
    letUseTable(emails, table, {
      actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
      indexes: ['GSI1'],
    })
    emails.allow(['kms:GenerateMac'], keyArnsOf(keys.signingSecrets))
    mail.letSendMail(emails)
    // Every four minutes for half an hour: longer than a mail stays claimed, and than SES is busy.
    const { queue } = new JobQueue(this, 'member-letters', { alarms, functionTimeout: timeout, maxReceiveCount: 8 })
    emails.addEventSource(queueSource(queue, { batchSize: 10 }))
    events.lead(
      ['member.invitation_due', 'account.passkey_letter_due', 'webhook.letter_due', 'test_mode.letter_due'],
      queue,
    )
    this.queue = queue
  }
}
