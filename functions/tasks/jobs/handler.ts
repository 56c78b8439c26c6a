import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { purgeTask } from './purge-task.ts'

/** Removes what is left of deleted tasks. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['task.gone'], async (_type, { taskId }) => await purgeTask(platform().table, taskId))
}
