import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { takeTestModeStep } from './test-mode-step.ts'

/** `test_mode.step_due`: has a test organization follow its live one, or deletes the next part of it. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['test_mode.step_due'], (_, { orgId }) => takeTestModeStep(platform(), orgId))
}
