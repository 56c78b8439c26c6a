import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { envelopeSchema } from '../../../events/envelope.ts'
import { busSources } from '../../../events/internal.ts'
import { workOff, workOffBodies } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'

const publicEventSchema = v.object({ source: v.literal(busSources.public), detail: envelopeSchema })

/** Mails reminders, removes what is left of deleted tasks and links to deleted resources, and creates tasks from events. */
export async function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  const [events, jobs] = [batch.Records.filter(isPublic), batch.Records.filter((record) => !isPublic(record))]
  const answers = await Promise.all([createTasks({ Records: events }), doJobs({ Records: jobs })])
  return { batchItemFailures: answers.flatMap(({ batchItemFailures }) => batchItemFailures) }
}

/** What is no JSON fails by itself later on, and lets the messages beside it pass. */
function isPublic({ body }: SQSEvent['Records'][number]): boolean {
  try {
    return v.is(v.object({ source: v.literal(busSources.public) }), JSON.parse(body))
  } catch {
    return false
  }
}

function createTasks(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOffBodies(batch, async (body) => {
    const { createAutomaticTask } = await import('./automatic-task.ts')
    await createAutomaticTask(platform(), v.parse(publicEventSchema, body).detail)
  })
}

function doJobs(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['task.gone', 'task.links_gone', 'task.reminder_due'], async (...[type, data, eventId]) => {
    if (type === 'task.gone') {
      const { purgeTask } = await import('./purge-task.ts')
      return await purgeTask(platform().table, data.taskId)
    }
    if (type === 'task.links_gone') {
      const { removeLinks } = await import('../model/remove-link.ts')
      return await removeLinks(platform(), data.resourceId)
    }
    // What renders and sends is loaded with the first reminder.
    const [{ writeReminder }, { emailDependencies }] = await Promise.all([
      import('./write-reminder.ts'),
      import('./dependencies.ts'),
    ])
    return await writeReminder(emailDependencies(), data, eventId)
  })
}
