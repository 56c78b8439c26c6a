import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { letUseObjects, letUseTable } from './access.ts'
import type { Foundation } from './foundation.ts'
import { JobQueue, queueSource } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

/** Has test organizations follow their live ones, and empties or deletes them part by part. */
export class TestModeJobs extends Construct {
  constructor(scope: Construct, id: string, { functionsDirectory, alarms, buckets, events, table }: Foundation) {
    super(scope, id)
    const timeout = Duration.seconds(300)
    const steps = new ServiceFunction(this, 'test-mode', {
      functionsDirectory,
      timeout,
      memorySize: 1024,
      environment: { DOCUMENTS_BUCKET: buckets.documents.bucketName },
    })
    letUseTable(steps, table, {
      actions: [
        'BatchGetItem',
        'BatchWriteItem',
        'ConditionCheckItem',
        'DeleteItem',
        'GetItem',
        'PutItem',
        'Query',
        'UpdateItem',
      ],
      indexes: ['GSI1', 'GSI2'],
      // The API keys of a test organization move with its nodes, and go with it.
      owns: ['CLIENT#'],
    })
    letUseObjects(
      steps,
      buckets.documents,
      { prefix: 'originals/', actions: ['DeleteObject'] },
      { prefix: 'sealed/', actions: ['DeleteObject'] },
      { prefix: 'signatures/', actions: ['DeleteObject'] },
      { prefix: 'proofs/test/', actions: ['DeleteObject'] },
    )
    // Listings follow a commit a moment later.
    const deliveryDelay = Duration.seconds(2)
    const { queue } = new JobQueue(this, 'test-mode', { alarms, functionTimeout: timeout, deliveryDelay })
    steps.addEventSource(queueSource(queue, { batchSize: 1 }))
    events.lead(['test_mode.step_due'], queue)
  }
}
