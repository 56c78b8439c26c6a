import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'

/** Mails reminders, and removes what is left of deleted tasks. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['task.gone', 'task.reminder_due'], async (...[type, data, eventId]) => {
    if (type === 'task.gone') {
      const { purgeTask } = await import('./purge-task.ts')
      return await purgeTask(platform().table, data.taskId)
    }
    // What renders and sends is loaded with the first reminder.
    const [{ writeReminder }, { emailDependencies }] = await Promise.all([
      import('./write-reminder.ts'),
      import('./dependencies.ts'),
    ])
    return await writeReminder(emailDependencies(), data, eventId)
  })
}
