import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { letUseTable } from './access.ts'
import type { Foundation } from './foundation.ts'
import { JobQueue, queueSource } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

/** What happens to registered mail beside the API: makes items, hands them to vendors, plays the simulated vendor. */
export class RegisteredMailJobs extends Construct {
  constructor(scope: Construct, id: string, { functionsDirectory, alarms, events, table }: Foundation) {
    super(scope, id)
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
