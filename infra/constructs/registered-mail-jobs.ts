import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { letUseObjects, letUseTable } from './access.ts'
import { alarmOnWords } from './alarm-on-words.ts'
import type { Foundation } from './foundation.ts'
import { JobQueue, queueSource } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

export interface RegisteredMailJobsProps {
  readonly foundation: Foundation
  /** The address of the API, for webhooks of vendors. */
  readonly apiUrl: string
  /** Another address of AR24's API; undefined: AR24's own. */
  readonly ar24Url: string | undefined
}

/** What happens to registered mail beside the API: makes items, hands them to vendors, plays the simulated vendor. */
export class RegisteredMailJobs extends Construct {
  constructor(scope: Construct, id: string, props: RegisteredMailJobsProps) {
    super(scope, id)
    const { functionsDirectory, alarms, events, table } = props.foundation
    registeredMailVendors(this, props)
    const timeout = Duration.seconds(60)
    const jobs = new ServiceFunction(this, 'registered-mail-jobs', { functionsDirectory, timeout, memorySize: 512 })
    letUseTable(jobs, table, {
      actions: ['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    })
    const { queue } = new JobQueue(this, 'registered-mail-jobs', {
      alarms,
      functionTimeout: timeout,
      maxReceiveCount: 8,
    })
    const { queue: simulation } = new JobQueue(this, 'registered-mail-simulation', {
      alarms,
      functionTimeout: timeout,
      deliveryDelay: Duration.seconds(2),
    })
    for (const source of [queue, simulation]) jobs.addEventSource(queueSource(source, { batchSize: 10 }))
    events.lead(
      [
        ...(['registered_mail.send_due', 'registered_mail.item_due'] as const),
        ...(['registered_mail.item_changed', 'registered_mail.gone'] as const),
      ],
      queue,
    )
    events.lead(['registered_mail.simulation_due'], simulation)
  }
}

/** Hands items to outside vendors and takes over what happens there. Their calls are slow, so it runs longer than they take. */
function registeredMailVendors(scope: Construct, { foundation, apiUrl, ar24Url }: RegisteredMailJobsProps): void {
  const { functionsDirectory, alarms, buckets, events, keys, table } = foundation
  const timeout = Duration.seconds(450)
  const vendors = new ServiceFunction(scope, 'registered-mail-vendors', {
    functionsDirectory,
    timeout,
    memorySize: 512,
    environment: {
      API_URL: apiUrl,
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      VENDOR_SECRETS_KEY: keys.vendorSecrets.keyId,
      ...(ar24Url && { AR24_URL: ar24Url }),
    },
  })
  letUseTable(vendors, table, {
    actions: ['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'],
  })
  letUseObjects(vendors, buckets.documents, { prefix: 'originals/', actions: ['GetObject'] })
  // What AR24 gives for a one-time password is kept encrypted.
  vendors.allow(['kms:Decrypt', 'kms:Encrypt'], [keys.vendorSecrets.keyArn])
  const { queue } = new JobQueue(scope, 'registered-mail-vendors', {
    alarms,
    functionTimeout: timeout,
    maxReceiveCount: 8,
  })
  vendors.addEventSource(queueSource(queue, { batchSize: 1 }))
  events.lead(['registered_mail.vendor_due'], queue)
  alarmOnWords(vendors, foundation, {
    name: 'RegisteredMailOutcomeUnknown',
    description: 'Nobody knows whether an outside vendor has an item of a registered mail',
  })
}
