import type { FunctionHost } from './function-host.ts'
import type { Queues } from './queues.ts'

/** Hands a payload to what an ARN names; rejects when it did not arrive, or when the function failed. */
export type Deliver = (arn: string, payload: unknown) => Promise<void>

export type TargetOptions = {
  functions: Pick<FunctionHost, 'invoke'>
  queues: Pick<Queues, 'send'>
  stepFunctionsEndpoint: string
}

/** What a rule, a schedule or a dead-letter configuration may name: a function, a queue or a state machine. */
export function createDeliver(options: TargetOptions): Deliver {
  return async (arn, payload) => {
    const text = JSON.stringify(payload)
    const service = arn.split(':')[2]
    if (service === 'lambda') await invokeFunction(options.functions, arn, text)
    else if (service === 'sqs') await options.queues.send(arn, text)
    else if (service === 'states') await startExecution(options.stepFunctionsEndpoint, arn, text)
    else throw new Error(`The local cloud delivers nothing to ${arn}`)
  }
}

/** An error whose `name` is the function's own error type, which a state machine's Retry and Catch look at. */
export class FunctionError extends Error {
  constructor(type: string, message: string) {
    super(message)
    this.name = type
  }
}

/** Calls a function and gives its answer, parsed. */
export async function invokeFunction(
  functions: Pick<FunctionHost, 'invoke'>,
  arn: string,
  payload: string,
): Promise<unknown> {
  const result = await functions.invoke(arn, payload)
  const answer: unknown = JSON.parse(result.payload)
  if (result.functionError === undefined) return answer
  const field = (name: string) =>
    typeof answer === 'object' && answer !== null ? String(Reflect.get(answer, name)) : 'unknown'
  throw new FunctionError(field('errorType'), field('errorMessage'))
}

async function startExecution(endpoint: string, stateMachineArn: string, input: string): Promise<void> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AWSStepFunctions.StartExecution' },
    body: JSON.stringify({ stateMachineArn, input }),
  })
  if (!response.ok) throw new Error(`StartExecution answered ${response.status}: ${await response.text()}`)
}
