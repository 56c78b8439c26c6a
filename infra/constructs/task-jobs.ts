import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { letUseTable } from './access.ts'
import type { Foundation } from './foundation.ts'
import type { Mail } from './mail.ts'
import { JobQueue, queueSource } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

export interface TaskJobsProps {
  readonly mail: Mail
  /** Where the console is served, without a slash at the end. */
  readonly pageUrl: string
}

/** What happens to tasks beside the API: mails reminders, creates tasks from events, and removes what deletions leave. */
export class TaskJobs extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { functionsDirectory, alarms, events, table }: Foundation,
    { mail, pageUrl }: TaskJobsProps,
  ) {
    super(scope, id)
    const timeout = Duration.seconds(40)
    const jobs = new ServiceFunction(this, 'task-jobs', {
      functionsDirectory,
      timeout,
      memorySize: 512,
      environment: { PAGE_URL: pageUrl },
    })
    letUseTable(jobs, table, {
      actions: ['BatchGetItem', 'BatchWriteItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'],
    })
    mail.letSendMail(jobs)
    // Every four minutes for half an hour: longer than a mail stays claimed, and than SES is busy.
    const { queue } = new JobQueue(this, 'task-jobs', { alarms, functionTimeout: timeout, maxReceiveCount: 8 })
    jobs.addEventSource(queueSource(queue, { batchSize: 10 }))
    events.lead(['task.gone', 'task.links_gone', 'task.reminder_due'], queue)
    events.leadPublic(queue, ['signature.declined', 'signature.expired'])
    events.leadPublic(queue, [
      ...(['registered_mail.failed', 'registered_mail.neglected'] as const),
      'registered_mail.recipient_update_requested',
    ])
  }
}
