import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { retryDelaysSec } from '../model/delivery.ts'
import type { AttemptDue } from '../model/dispatch.ts'
import type { DeliveryDependencies } from './dependencies.ts'

/**
 * Has an attempt made in its time, and those after it. What is asked for twice is one execution: it is named after the
 * delivery, its budget, how often it was brought forward, and the attempt that it starts with.
 */
export async function scheduleRetries(
  { stepFunctions, retryMachineArn }: Pick<DeliveryDependencies, 'stepFunctions' | 'retryMachineArn'>,
  next: AttemptDue,
): Promise<void> {
  const { deliveryId: id, budget, resumptions, attempt } = next
  const start = new StartExecutionCommand({
    stateMachineArn: retryMachineArn,
    name: [id, budget, resumptions, attempt].join('-'),
    input: JSON.stringify({ ...next, delaysSec: retryDelaysSec({ id, budget }) }),
  })
  await stepFunctions.send(start).catch((error: unknown) => {
    if (!(error instanceof ExecutionAlreadyExists)) throw error
  })
}
