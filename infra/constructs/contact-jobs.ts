import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { letUseTable } from './access.ts'
import type { Foundation } from './foundation.ts'
import { JobQueue, queueSource } from './queues.ts'
import { ServiceFunction } from './service-function.ts'

/** What happens to the rest of the address book after the API has answered. */
export class ContactJobs extends Construct {
  constructor(scope: Construct, id: string, { functionsDirectory, alarms, events, table }: Foundation) {
    super(scope, id)
    // A company may have thousands of people, and a contact hundreds of requests.
    const timeout = Duration.seconds(300)
    const links = new ServiceFunction(this, 'contact-links', { functionsDirectory, timeout, memorySize: 512 })
    letUseTable(links, table, {
      actions: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    })
    const { queue } = new JobQueue(this, 'contact-links', { alarms, functionTimeout: timeout })
    links.addEventSource(queueSource(queue, { batchSize: 1 }))
    events.lead(['contact.gone', 'contact.tags_left', 'contact.visibility_changed'], queue)
  }
}
