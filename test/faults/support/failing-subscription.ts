import { deliveries } from '../../../functions/webhooks/model/delivery.ts'
import { nextAttemptOf } from '../../../functions/webhooks/model/dispatch.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { managerOf } from '../../support/api-keys.ts'
import { hookFor } from '../../support/webhooks.ts'
import { failedFor } from '../../webhooks/scenarios/webhooks.ts'
import type { BackgroundJobs } from './background-jobs.ts'
import { fail } from './events-on-their-way.ts'
import type { Job } from './faulted-job.ts'
import { readerOf } from './queued.ts'

/** Makes an attempt that fails, to a subscription that has failed so often in a row. Nobody listens there. */
export function failingAfter(failures: number, jobs: BackgroundJobs): Job {
  return {
    except: ['document-sealing', 'member-letters'],
    async prepare(world) {
      const { id } = await hookFor(await managerOf(world.tenant), 'http://127.0.0.1:9/')
      await world.settle()
      await failedFor(world.tenant, id, { attempts: 1 })
      for (let failure = 0; failure < failures; failure++) await fail(world.tenant, id)
      return null
    },
    async run(world, trace) {
      // Its id follows from others, so that it has another in a cast.
      const [delivery] = recordsOf(deliveries, await world.items())
      if (!delivery) throw new Error('the delivery is gone')
      const detail = { id: delivery.id, data: { ...nextAttemptOf(delivery) } }
      const event = { id: delivery.id, source: 'fan-out', 'detail-type': 'webhook.delivery_due', detail }
      await world.deliver({ mapping: readerOf(jobs, 'webhook-slow-delivery'), event }, trace)
    },
  }
}
