import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { letUseObjects, letUseTable } from './access.ts'
import { alarmOnWords } from './alarm-on-words.ts'
import { alarmPeriod } from './alarms.ts'
import type { Foundation } from './foundation.ts'
import { keyArnsOf, keyIdsOf } from './keys.ts'
import { JobQueue, queueSource } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

/** Seals the proofs of registered mail. */
export class RegisteredMailProofs extends Construct {
  constructor(
    scope: Construct,
    id: string,
    foundation: Foundation,
    {
      timestampAuthorityUrl,
      ar24Url,
    }: { readonly timestampAuthorityUrl: string | undefined; readonly ar24Url: string | undefined },
  ) {
    super(scope, id)
    const { functionsDirectory, alarms, buckets, events, keys, table } = foundation
    const timeout = Duration.seconds(60)
    const proofs = new ServiceFunction(this, 'registered-mail-proofs', {
      functionsDirectory,
      timeout,
      memorySize: 1024,
      environment: {
        DOCUMENTS_BUCKET: buckets.documents.bucketName,
        LIVE_SEAL_KEY_ID: keys.liveSeal.keyId,
        TEST_SEAL_KEY_ID: keys.testSeal.keyId,
        MAIL_ACTS_KEYS: keyIdsOf(keys.mailActs),
        VENDOR_SECRETS_KEY: keys.vendorSecrets.keyId,
        ...(ar24Url && { AR24_URL: ar24Url }),
        ...(timestampAuthorityUrl && { TIMESTAMP_AUTHORITY_URL: timestampAuthorityUrl }),
      },
    })
    letUseTable(proofs, table, { actions: ['GetItem', 'PutItem', 'Query'] })
    letUseObjects(proofs, buckets.documents, {
      prefix: 'proofs/',
      actions: ['DeleteObject', 'PutObject', 'PutObjectTagging'],
    })
    // Outside vendors have proofs of their own, which are fetched there.
    proofs.allow(['kms:Decrypt'], [keys.vendorSecrets.keyArn])
    proofs.allow(['kms:VerifyMac'], keyArnsOf(keys.mailActs))
    proofs.allow(['kms:GetPublicKey', 'kms:Sign'], [keys.liveSeal.keyArn, keys.testSeal.keyArn])
    // Every six minutes for three hours: a timestamp authority may be down for some time.
    const { queue } = new JobQueue(this, 'registered-mail-proofs', {
      alarms,
      functionTimeout: timeout,
      maxReceiveCount: 30,
    })
    proofs.addEventSource(queueSource(queue, { batchSize: 1 }))
    events.lead(['registered_mail.proof_due'], queue)
    // A run that ends in time reports its failure itself; these are those that were stopped: out of time or memory.
    alarms.add(proofs, 'Stopped', {
      metric: proofs.metricErrors({ period: alarmPeriod, statistic: 'Sum' }),
      above: 0,
      description:
        'The making of a proof of a registered mail was stopped: it ran out of time or memory, or broke down',
    })
    alarmOnWords(proofs, foundation, {
      name: 'ProofFailed',
      description: 'A proof of a registered mail could not be sealed',
    })
  }
}
