import * as v from 'valibot'
import type { StateMachineHandlers } from './state-machine.ts'

/** Runs a task state, given what its parameters made of the input. */
export type TaskHandler = (input: unknown, signal: AbortSignal) => Promise<unknown>

type State = Record<string, unknown>

const lambdaInvoke = 'arn:aws:states:::lambda:invoke'
const waitResource = 'arn:aws:lambda:us-east-1:000000000000:function:wait'
/** The longest that a timer of Node can be, about 24 days. AWS sets no limit by default, the library 60 s. */
const longestTimeoutSec = 2_147_483
/** JSONata and variables: the library would silently leave them out. */
const unknownFields = ['Arguments', 'Assign', 'Output', 'Items']

const lambdaInvokeInput = v.object({ FunctionName: v.string(), Payload: v.optional(v.unknown()) })
const waitInput = v.object({ seconds: v.optional(v.number()), timestamp: v.optional(v.string()) })

/**
 * Rewrites a definition, and collects a handler for each task state by its name: wait states become tasks, so that every form of them is divided
 * by the speed; retry intervals are divided; tasks get no time limit where the template sets none.
 */
export function adaptDefinition(
  definition: unknown,
  handlers: StateMachineHandlers,
  tasks: Record<string, TaskHandler>,
): unknown {
  if (!isRecord(definition) || !isRecord(definition.States)) throw new Error('a state machine needs States')
  refuseOtherLanguages('the state machine', definition)
  const states = Object.entries(definition.States).map(([name, state]) => {
    if (!isRecord(state)) throw new Error(`${name} is no state`)
    refuseOtherLanguages(name, state)
    return [name, adaptState(name, state, handlers, tasks)]
  })
  return { ...definition, ...limit(definition), States: Object.fromEntries(states) }
}

function adaptState(
  name: string,
  state: State,
  handlers: StateMachineHandlers,
  tasks: Record<string, TaskHandler>,
): State {
  const adapt = (part: unknown) => adaptDefinition(part, handlers, tasks)
  switch (state.Type) {
    case 'Task':
      tasks[name] = taskHandler(name, state, handlers)
      return { ...state, TimeoutSeconds: longestTimeoutSec, ...limit(state), ...faster(state, handlers.speed) }
    case 'Wait':
      tasks[name] = waitHandler(handlers)
      return waitAsTask(name, state)
    case 'Parallel':
      return {
        ...state,
        ...faster(state, handlers.speed),
        Branches: Array.isArray(state.Branches) ? state.Branches.map(adapt) : [],
      }
    case 'Map': {
      const key = 'ItemProcessor' in state ? 'ItemProcessor' : 'Iterator'
      return { ...state, ...faster(state, handlers.speed), [key]: adapt(state[key]) }
    }
    default:
      return state
  }
}

function taskHandler(name: string, { Resource }: State, { invoke }: StateMachineHandlers): TaskHandler {
  if (Resource === lambdaInvoke) {
    return async (input) => {
      const { FunctionName, Payload = {} } = v.parse(lambdaInvokeInput, input)
      const result = await invoke(FunctionName, Payload).catch(rejectAsLambda)
      return { ExecutedVersion: '$LATEST', Payload: result, StatusCode: 200 }
    }
  }
  if (typeof Resource === 'string' && /^arn:[\w-]+:lambda:/.test(Resource)) {
    return (input) => invoke(Resource, input).catch(rejectAsLambda)
  }
  throw new Error(`The local Step Functions do not know the resource of ${name}: ${String(Resource)}`)
}

/** Lambda tells a state machine of an error in this form: the type by name, the rest as the cause. */
function rejectAsLambda(error: unknown): never {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const trace = stack.split('\n').map((line) => line.trim())
  const failure = new Error(JSON.stringify({ errorMessage: message, errorType: name, trace }))
  failure.name = name
  throw failure
}

function waitHandler({ sleep, speed }: StateMachineHandlers): TaskHandler {
  return async (input, signal) => {
    const { seconds, timestamp } = v.parse(waitInput, input)
    const ms = timestamp === undefined ? 1000 * (seconds ?? 0) : Date.parse(timestamp) - Date.now()
    await sleep(Math.max(0, ms) / speed, signal)
  }
}

function waitAsTask(name: string, state: State): State {
  const { Seconds, SecondsPath, Timestamp, TimestampPath, InputPath, ...rest } = state
  if (InputPath !== undefined) throw new Error(`The wait state ${name} has an InputPath, which is not known here`)
  const given: [string, unknown][] = [
    ['seconds', Seconds],
    ['seconds.$', SecondsPath],
    ['timestamp', Timestamp],
    ['timestamp.$', TimestampPath],
  ]
  const Parameters = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  return {
    ...rest,
    Type: 'Task',
    Resource: waitResource,
    Parameters,
    ResultPath: null,
    TimeoutSeconds: longestTimeoutSec,
  }
}

function limit({ TimeoutSeconds }: State): State {
  return typeof TimeoutSeconds === 'number' ? { TimeoutSeconds: Math.min(TimeoutSeconds, longestTimeoutSec) } : {}
}

function faster({ Retry }: State, speed: number): State {
  if (!Array.isArray(Retry)) return {}
  const divide = (retrier: { IntervalSeconds?: number; MaxDelaySeconds?: number }) => ({
    ...retrier,
    IntervalSeconds: (retrier.IntervalSeconds ?? 1) / speed,
    ...(retrier.MaxDelaySeconds === undefined ? {} : { MaxDelaySeconds: retrier.MaxDelaySeconds / speed }),
  })
  return { Retry: Retry.map(divide) }
}

function refuseOtherLanguages(place: string, part: State): void {
  const { QueryLanguage = 'JSONPath' } = part
  const field = QueryLanguage === 'JSONPath' ? unknownFields.find((name) => name in part) : 'QueryLanguage'
  if (field) throw new Error(`The local Step Functions know JSONPath alone: ${place} has ${field}`)
}

function isRecord(value: unknown): value is State {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
