import {
  ExecutionAbortedError,
  ExecutionTimeoutError,
  StateMachine,
  type StateMachineDefinition,
} from 'aws-local-stepfunctions'
import { adaptDefinition, type TaskHandler } from './state-machine-definition.ts'

export type StateMachineHandlers = {
  invoke(functionArn: string, payload: unknown): Promise<unknown>
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  speed: number
}

export type Outcome =
  | { status: 'SUCCEEDED'; output: unknown }
  | { status: 'FAILED' | 'TIMED_OUT' | 'ABORTED'; error?: string; cause?: string }

export type LocalStateMachine = {
  /** `result` never rejects. */
  run(input: unknown, context: Record<string, Record<string, unknown>>): { result: Promise<Outcome>; abort(): void }
}

type Json = Parameters<StateMachine['run']>[0]

/** A state machine of the template on aws-local-stepfunctions. What that library would get wrong is refused here, or adapted. */
export function localStateMachine(
  name: string,
  definitionString: string,
  handlers: StateMachineHandlers,
): LocalStateMachine {
  const definition: unknown = JSON.parse(definitionString)
  if (!isDefinition(definition)) throw new Error(`The definition of ${name} is no state machine`)
  new StateMachine(definition) // throws when it is invalid
  const tasks: Record<string, TaskHandler> = {}
  const adapted = adaptDefinition(definition, handlers, tasks)
  if (!isDefinition(adapted)) throw new Error(`The definition of ${name} cannot be run here`)
  const machine = new StateMachine(adapted, { validationOptions: { noValidate: true } })
  return {
    run(input, context) {
      const aborting = new AbortController()
      const bind = (task: TaskHandler) => async (value: unknown) => json(await task(value, aborting.signal))
      const bound = Object.entries(tasks).map(([state, task]) => [state, bind(task)])
      const overrides = { taskResourceLocalHandlers: Object.fromEntries(bound) }
      const run = machine.run(json(input), { overrides, context })
      const abort = () => {
        run.abort()
        aborting.abort()
      }
      return { result: run.result.then(succeeded, failed), abort }
    },
  }
}

function isDefinition(value: unknown): value is StateMachineDefinition {
  return typeof value === 'object' && value !== null && 'StartAt' in value && 'States' in value
}

/** What a value is after it went over the wire; no value is null. */
function json(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null))
}

function succeeded(output: unknown): Outcome {
  return { status: 'SUCCEEDED', output }
}

function failed(error: unknown): Outcome {
  if (error instanceof ExecutionAbortedError) return { status: 'ABORTED' }
  if (error instanceof ExecutionTimeoutError) return { status: 'TIMED_OUT', error: 'States.Timeout' }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error
    ? { status: 'FAILED', error: cause.name, cause: cause.message }
    : { status: 'FAILED', error: 'States.Runtime', cause: String(error) }
}
