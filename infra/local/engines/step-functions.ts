import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { type Host, startHttpHost } from './http-host.ts'
import { action, jsonProtocol, ServiceError } from './json-protocol.ts'
import { type LocalStateMachine, localStateMachine, type StateMachineHandlers } from './state-machine.ts'

/** An `AWS::StepFunctions::StateMachine`, references resolved. */
export type StateMachineProperties = { StateMachineName: string; DefinitionString: string }

export type StepFunctionsOptions = {
  stateMachines: readonly StateMachineProperties[]
  /** Calls a function and gives its result. A rejection is the function's error: its `name` is what Retry and Catch see. */
  invoke: StateMachineHandlers['invoke']
  /** Waits and retry intervals are divided by it. */
  speed?: number
  sleep?: StateMachineHandlers['sleep']
  region?: string
  accountId?: string
  port?: number
}

type Execution = {
  executionArn: string
  stateMachineArn: string
  name: string
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED'
  startDate: number
  stopDate?: number
  input: string
  output?: string
  error?: string
  cause?: string
  abort(): void
}

const largestInputBytes = 256 * 1024
const nameSchema = v.pipe(v.string(), v.regex(/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/]{1,80}$/))

/**
 * Hosts StartExecution, DescribeExecution and StopExecution. Executions are in memory: those that run at a stop are gone, and whoever started them
 * must notice, as the due sweep does. `arns` has the ARN of each state machine by its name.
 */
export async function startStepFunctions(
  options: StepFunctionsOptions,
): Promise<Host & { arns: Record<string, string> }> {
  const { region = 'us-east-1', accountId = '000000000000', speed = 1, sleep = pause, invoke } = options
  const arnPrefix = `arn:aws:states:${region}:${accountId}:`
  const machines = new Map<string, { name: string; machine: LocalStateMachine }>()
  const executions = new Map<string, Execution>()
  for (const { StateMachineName: name, DefinitionString } of options.stateMachines) {
    const machine = localStateMachine(name, DefinitionString, { invoke, sleep, speed })
    machines.set(`${arnPrefix}stateMachine:${name}`, { name, machine })
  }

  const startExecution = action(
    v.object({ stateMachineArn: v.string(), name: v.optional(v.string()), input: v.optional(v.string(), '{}') }),
    ({ stateMachineArn, name = randomUUID(), input }) => {
      const found = machines.get(stateMachineArn)
      if (!found)
        throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${stateMachineArn}'`)
      if (!v.is(nameSchema, name)) throw new ServiceError('InvalidName', `Invalid Name: '${name}'`)
      const value = inputOf(input)
      const executionArn = `${arnPrefix}execution:${found.name}:${name}`
      const existing = executions.get(executionArn)
      if (existing) return sameStart(existing, input)
      const execution = begin({ executionArn, stateMachineArn, name, input }, found, value)
      executions.set(executionArn, execution)
      return { executionArn, startDate: execution.startDate }
    },
  )

  function find(executionArn: string): Execution {
    const execution = executions.get(executionArn)
    if (execution) return execution
    throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${executionArn}'`)
  }

  const host = await startHttpHost(
    jsonProtocol('1.0', 'AWSStepFunctions', {
      StartExecution: startExecution,
      DescribeExecution: action(v.object({ executionArn: v.string() }), ({ executionArn }) => find(executionArn)),
      StopExecution: action(
        v.object({ executionArn: v.string(), error: v.optional(v.string()), cause: v.optional(v.string()) }),
        ({ executionArn, error, cause }) => {
          const execution = find(executionArn)
          end(execution, 'ABORTED', { error, cause })
          execution.abort()
          return { stopDate: execution.stopDate }
        },
      ),
    }),
    options.port,
  )
  return {
    endpoint: host.endpoint,
    arns: Object.fromEntries([...machines].map(([arn, { name }]) => [name, arn])),
    async close() {
      for (const execution of executions.values()) execution.abort()
      await host.close()
    },
  }
}

function begin(
  about: Pick<Execution, 'executionArn' | 'stateMachineArn' | 'name' | 'input'>,
  { name, machine }: { name: string; machine: LocalStateMachine },
  input: unknown,
): Execution {
  const context = {
    Execution: { Id: about.executionArn, Name: about.name },
    StateMachine: { Id: about.stateMachineArn, Name: name },
  }
  const { result, abort } = machine.run(input, context)
  const execution: Execution = { ...about, status: 'RUNNING', startDate: nowSec(), abort }
  result.then((outcome) => {
    if (outcome.status === 'SUCCEEDED') end(execution, 'SUCCEEDED', { output: JSON.stringify(outcome.output) })
    else end(execution, outcome.status, { error: outcome.error, cause: outcome.cause })
  })
  return execution
}

/** The first end counts: what a stopped execution still does changes nothing. */
function end(
  execution: Execution,
  status: Execution['status'],
  result: Pick<Execution, 'output' | 'error' | 'cause'>,
): void {
  if (execution.status === 'RUNNING') Object.assign(execution, { ...result, status, stopDate: nowSec() })
}

/** AWS repeats the answer only while the execution runs; a name that has ended is taken, whatever the input. */
function sameStart({ executionArn, startDate, status, input, name }: Execution, wantedInput: string) {
  if (status === 'RUNNING' && input === wantedInput) return { executionArn, startDate }
  throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${name}'`)
}

function inputOf(text: string): unknown {
  if (Buffer.byteLength(text) > largestInputBytes)
    throw new ServiceError('ValidationException', 'input is over 262144 bytes')
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('InvalidExecutionInput', 'Invalid State Machine Execution Input: not JSON')
  }
}

const longestTimerMs = 2 ** 31 - 1

/** By the timers of this process, which follow its clock. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  for (let left = ms; left > 0; left -= longestTimerMs) await rung(Math.min(left, longestTimerMs), signal)
}

function rung(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const giveUp = () => {
    clearTimeout(timer)
    reject(signal.reason)
  }
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  return promise.finally(() => signal.removeEventListener('abort', giveUp))
}

function nowSec(): number {
  return Date.now() / 1000
}
