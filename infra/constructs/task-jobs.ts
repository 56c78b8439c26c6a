import { Duration } from 'aws-cdk-lib'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import { letUseTable } from './access.ts'
import type { Foundation } from './foundation.ts'
import { JobQueue } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

/** What happens to tasks beside the API. */
export class TaskJobs extends Construct {
  constructor(scope: Construct, id: string, { functionsDirectory, alarms, events, table }: Foundation) {
    super(scope, id)
    const timeout = Duration.seconds(60)
    const jobs = new ServiceFunction(this, 'task-jobs', { functionsDirectory, timeout, memorySize: 512 })
    letUseTable(jobs, table, { actions: ['BatchWriteItem', 'Query'] })
    const { queue } = new JobQueue(this, 'task-jobs', { alarms, functionTimeout: timeout })
    jobs.addEventSource(new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true }))
    events.lead(['task.gone'], queue)
  }
}
