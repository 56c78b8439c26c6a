/** What the stack is called in an account, and what its resources' names begin with. */
export const stackName = 'sealpost'

/** The stack of a stage, so that several stand beside each other in an account; without a stage, the usual one. */
export function stackNameOf(stage: string | undefined): string {
  if (stage === undefined || stage === '') return stackName
  if (!/^[a-z][a-z0-9]{0,15}$/.test(stage))
    throw new Error(
      '-c stage=… must have 1 to 16 lower-case letters and digits, and begin with a letter, such as staging',
    )
  return `${stackName}-${stage}`
}

/** The queue of what a part of the service could not do, in the stack of this name. */
export function deadLetterQueueName(stack: string, purpose: string): string {
  return `${stack}-${purpose}-dead-letters`
}

/** The purpose of the queue of events that rules of EventBridge could not deliver. */
export const undeliveredEvents = 'undelivered-events'

/** Where the service puts its own metrics: those of stages do not mix. */
export function metricNamespaceOf(name: string): string {
  return name === stackName ? 'Sealpost' : `Sealpost/${name.slice(stackName.length + 1)}`
}
