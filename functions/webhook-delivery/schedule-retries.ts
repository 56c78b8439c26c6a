import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { retryDelaysSec } from '../../shared/webhooks/delivery.ts'
import type { AttemptDue } from '../../shared/webhooks/dispatch.ts'
import type { DeliveryGround } from './ground.ts'

/**
 * Has the attempts after one that failed made in their time. What is asked for twice is one execution: it is named after
 * the delivery, its budget and the attempt that it starts with.
 */
export async function scheduleRetries(
  { stepFunctions, retryMachineArn }: Pick<DeliveryGround, 'stepFunctions' | 'retryMachineArn'>,
  { attempt: failed, ...delivery }: AttemptDue,
): Promise<void> {
  const { deliveryId: id, budget } = delivery
  const attempt = failed + 1
  const start = new StartExecutionCommand({
    stateMachineArn: retryMachineArn,
    name: `${id}-${budget}-${attempt}`,
    input: JSON.stringify({ ...delivery, attempt, delaysSec: retryDelaysSec({ id, budget }) }),
  })
  await stepFunctions.send(start).catch((error: unknown) => {
    if (!(error instanceof ExecutionAlreadyExists)) throw error
  })
}
