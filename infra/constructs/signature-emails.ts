import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { vendorsOfOurPage } from '../../functions/signature/vendors/signing-places.ts'
import { letUseObjects, letUseTable } from './access.ts'
import type { DailyLimits } from './daily-limits.ts'
import type { Foundation } from './foundation.ts'
import { keyArnsOf, keyIdsOf } from './keys.ts'
import type { Mail } from './mail.ts'
import { JobQueue, queueSource } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

export interface SignatureEmailsProps {
  readonly foundation: Foundation
  readonly mail: Mail
  /** Where the signing page is served, without a slash at the end. */
  readonly pageUrl: string
  readonly limits: DailyLimits
}

/** Asks the signers who sign on our own page, writes to everybody about their requests, and hears what becomes of the mail. */
export class SignatureEmails extends Construct {
  constructor(scope: Construct, id: string, { foundation, mail, pageUrl, limits }: SignatureEmailsProps) {
    super(scope, id)
    const { functionsDirectory, alarms, events, keys, table, buckets } = foundation
    const timeout = Duration.seconds(40)
    const emails = new ServiceFunction(this, 'signature-letters', {
      functionsDirectory,
      timeout,
      memorySize: 512,
      environment: {
        PAGE_URL: pageUrl,
        SIGNING_SECRETS_KEYS: keyIdsOf(keys.signingSecrets),
        DOCUMENTS_BUCKET: buckets.documents.bucketName,
        ...limits.emails,
      },
    })
    // An SMS that was certainly not sent is forgotten, so that it can be tried again.
    // The index lists the administrators, who are warned of a purge where nobody else can be.
    letUseTable(emails, table, {
      actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
      indexes: ['GSI1'],
    })
    // Sealed documents are attached where the sender wants it.
    letUseObjects(emails, buckets.documents, { prefix: 'sealed/', actions: ['GetObject'] })
    emails.allow(['kms:GenerateMac'], keyArnsOf(keys.signingSecrets))
    mail.letSendMail(emails)
    mail.letSendTexts(emails)
    // Every four minutes for half an hour: longer than a mail stays claimed, and than SES is busy.
    const { queue } = new JobQueue(this, 'signature-letters', { alarms, functionTimeout: timeout, maxReceiveCount: 8 })
    emails.addEventSource(queueSource(queue, { batchSize: 10 }))
    events.lead(['signature.signers_due'], queue, { vendor: [...vendorsOfOurPage] })
    events.lead(['signature.letters_due', 'mail.delivery_changed'], queue)
  }
}
