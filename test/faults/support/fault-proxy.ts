import { setTimeout as pause } from 'node:timers/promises'
import type { FunctionHost } from '../../../infra/local/function-host.ts'
import {
  type EngineAnswer,
  type InterceptedCall,
  type Interception,
  startInterception,
} from '../../../infra/local/interception.ts'
import { type CallRecord, recorded } from '../../../infra/local/recording-proxy.ts'
import type { Passage } from '../../costs/metering-proxy.ts'
import { earlierAnswers } from './earlier-answers.ts'
import {
  canceledByConflict,
  halved,
  internalError,
  isEventuallyConsistent,
  nothingFound,
  throttled,
} from './engine-answers.ts'

/** What can happen to a call of a function. */
export const faults = [
  /** It never arrives. */
  'drop',
  /** It is carried out, and its answer is lost. */
  'drop the answer',
  /** The connection breaks, and it arrives all the same, after everything that its caller does in this try. */
  'arrive late',
  'delay',
  'answer 500',
  'throttle',
  /** The network delivers it twice; the second answer is the one that is heard. */
  'repeat',
  /** The function's machine breaks down before it arrives, or after it was carried out. */
  'end before',
  'end after',
  /** Of a transaction, or a write to an item that is part of one. */
  'conflict',
  /** A part of a batch is told as not done. */
  'unprocessed',
  /** An eventually consistent read answers as it stood before, or as if nothing had been written yet. */
  'stale',
  'unseen',
] as const
export type Fault = (typeof faults)[number]

/** A fault of the Nth call (from 1) of an invocation. `lasting`: and of every call after it. */
export interface Plan {
  readonly at: number
  readonly fault: Fault
  readonly lasting?: boolean
}

export interface TracedCall extends Pick<InterceptedCall, 'service' | 'operation' | 'functionName'> {
  /** The faults that make sense for it. */
  readonly possible: readonly Fault[]
  /** The request pipeline makes it, before any handler: it is the same for every operation with the same access. */
  readonly isOfPipeline: boolean
}

/** Faults that happen to certain calls alone. */
export const faultsOfSome: readonly Fault[] = ['conflict', 'unprocessed', 'stale', 'unseen']

/** What functions asked for is recorded, whether it broke or not. */
export interface FaultProxy extends Interception, CallRecord {
  /** Says what will happen to the calls of a trace. */
  plan(trace: string, plans: readonly Plan[]): void
  /** The calls of a trace so far. */
  callsOf(trace: string): readonly TracedCall[]
  /** Those of its plans by which a call was broken so far. */
  metOf(trace: string): readonly Plan[]
  /** Lets those calls of a trace arrive that are late, and forgets it. */
  forget(trace: string): Promise<void>
  /** Whose threads it can end. */
  reach(functions: Pick<FunctionHost, 'end'>): void
  /** Chooses a fault, or none, for every call, whatever its trace. Null ends that. */
  breakWhere(faultOf: ((call: InterceptedCall) => Fault | undefined) | null): void
}

interface Trace {
  readonly plans: readonly Plan[]
  readonly calls: TracedCall[]
  readonly met: Set<Plan>
  /** What arrives when the trace is forgotten. */
  readonly late: (() => Promise<unknown>)[]
}

const delayMs = 120

/** Stands between functions and engines and breaks calls as planned. Calls that reach an engine go through `behind` first. */
export function startFaultProxy(behind?: Passage): FaultProxy {
  const traces = new Map<string, Trace>()
  const earlier = earlierAnswers()
  let endThread: (trace: string) => void = () => {}
  let faultOf: ((call: InterceptedCall) => Fault | undefined) | null = null

  const { interceptor, ...record } = recorded(async (call, onward) => {
    const forward = (body = call.body) =>
      behind ? behind({ ...call, body }, (changed = body) => onward(changed)) : onward(body)
    const trace = call.trace === undefined ? undefined : traces.get(call.trace)
    const end = () => endThread(call.trace ?? '')
    const fault = faultOf?.(call) ?? (trace && plannedFault(trace, call, earlier.isKnown(call)))
    if (fault) {
      const before = async () => earlier.before(call, await forward())
      return await broken(fault, { call, forward, end, late: trace?.late ?? [], before })
    }
    const answer = await forward()
    earlier.note(call, answer)
    return answer
  })
  const interception = startInterception(interceptor)
  return {
    ...interception,
    ...record,
    plan: (trace, plans) => void traces.set(trace, { plans, calls: [], met: new Set(), late: [] }),
    callsOf: (trace) => traces.get(trace)?.calls ?? [],
    metOf: (trace) => [...(traces.get(trace)?.met ?? [])],
    async forget(trace) {
      for (const arrive of traces.get(trace)?.late ?? []) await arrive().catch(() => {})
      traces.delete(trace)
    },
    reach: (functions) => {
      endThread = (trace) => functions.end(trace)
    },
    breakWhere: (choose) => {
      faultOf = choose
    },
  }
}

/**
 * What its plans say of the next call of a trace, which counts from now on. Calls that are made at once come in any order, and in
 * another way where a function has met a thing: what cannot happen to the one that comes does not.
 */
function plannedFault({ plans, calls, met }: Trace, call: InterceptedCall, isReadBefore: boolean): Fault | undefined {
  const traced = tracedCall(call, isReadBefore)
  calls.push(traced)
  const index = calls.length
  const plan = plans.find(({ at, lasting }) => at === index || (lasting === true && at < index))
  if (!plan || !traced.possible.includes(plan.fault)) return undefined
  met.add(plan)
  return plan.fault
}

interface Situation {
  readonly call: InterceptedCall
  readonly forward: (body?: Buffer) => Promise<EngineAnswer>
  readonly end: () => void
  /** Takes what arrives when everything else is over. */
  readonly late: (() => Promise<unknown>)[]
  /** What the same read answered as long as something else was to be read. */
  readonly before: () => Promise<EngineAnswer | undefined>
}

async function broken(fault: Fault, { call, forward, end, late, before }: Situation): Promise<EngineAnswer | 'broken'> {
  switch (fault) {
    case 'drop':
      return 'broken'
    case 'drop the answer':
      await forward()
      return 'broken'
    case 'arrive late':
      late.push(() => forward())
      return 'broken'
    case 'delay':
      await pause(delayMs)
      return await forward()
    case 'answer 500':
      return internalError(call)
    case 'throttle':
      return throttled(call)
    case 'repeat':
      await forward()
      return await forward()
    case 'end before':
      end()
      return 'broken'
    case 'end after':
      await forward()
      end()
      return 'broken'
    case 'conflict':
      return canceledByConflict(call)
    case 'unprocessed':
      return await halved(call, forward)
    case 'stale':
      return (await before()) ?? nothingFound(call)
    case 'unseen':
      return nothingFound(call)
  }
}

/** Those that can happen to every call, or nearly so. */
export const anyCall: readonly Fault[] = faults.filter((fault) => !faultsOfSome.includes(fault))
const conflicting = ['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem']
const batches = ['BatchGetItem', 'BatchWriteItem', 'PutEvents', 'SendMessageBatch']

/** A call that leaves nothing behind. */
export function isRead({ operation }: Pick<TracedCall, 'operation'>): boolean {
  return ['GetItem', 'Query', 'BatchGetItem', 'GetObject'].includes(operation)
}

function tracedCall(call: InterceptedCall, isReadBefore: boolean): TracedCall {
  const { service, operation, functionName } = call
  const possible = [...anyCall]
  if (service === 'dynamodb' && conflicting.includes(operation)) possible.push('conflict')
  if (batches.includes(operation)) possible.push('unprocessed')
  if (isEventuallyConsistent(call)) possible.push('unseen')
  if (isEventuallyConsistent(call) && isReadBefore) possible.push('stale')
  return {
    service,
    operation,
    functionName,
    possible: possible.filter((fault) => makesSense(fault, operation)),
    isOfPipeline: isOfPipeline(call),
  }
}

/** Counts the client's request, loads the caller's account, or reserves the Idempotency-Key. */
function isOfPipeline({ service, operation, body }: InterceptedCall): boolean {
  const partition = service === 'dynamodb' ? pipelinePartitions[operation] : undefined
  return partition !== undefined && body.includes(`"${partition}#`)
}
const pipelinePartitions: Readonly<Record<string, string>> = { UpdateItem: 'CLIENT', Query: 'USER', PutItem: 'IDEM' }

/** What the network delivers twice, these services send twice; nobody could prevent it, and TCP does not do it. */
function makesSense(fault: Fault, operation: string): boolean {
  return fault !== 'repeat' || !['SendEmail', 'Publish'].includes(operation)
}
