import { setTimeout as pause } from 'node:timers/promises'
import {
  type EngineAnswer,
  type InterceptedCall,
  type Interception,
  type Service,
  startInterception,
} from '../../infra/local/interception.ts'
import { askingForUnits, type ConsumedUnits, noUnits, unitsOf } from './consumed-units.ts'
import { otherDollars } from './prices.ts'
import type { Span } from './serial-depth.ts'

/** A call of a watched invocation, and what it cost. */
export interface MeteredCall extends Span {
  readonly service: Service
  readonly operation: string
  readonly units: ConsumedUnits
  /** What a million such calls cost besides units of DynamoDB. */
  readonly otherDollars: number
}

/** Hands a call to its engine with `forward`, and gives the answer. */
export type Passage = (
  call: InterceptedCall,
  forward: (body?: Buffer) => Promise<EngineAnswer>,
) => Promise<EngineAnswer>

export interface MeteringProxy extends Interception {
  /** Measures a call that another proxy forwards. */
  readonly pass: Passage
  /** Notes the calls of this trace from now on, and holds each answer, so that calls made at once are seen to be. */
  watch(trace: string, options?: { holdMs?: number }): void
  /** What was called, and watches it no longer. What a function still reads when it has answered counts too. */
  end(trace: string): Promise<readonly MeteredCall[]>
}

interface Watch {
  readonly holdMs: number
  readonly calls: MeteredCall[]
  newestBeganAt: number
  /** How many calls are under way. */
  open: number
}

const usualHoldMs = 100

/** Stands between functions and engines and notes what is called, when, and what it costs. */
export function startMetering(): MeteringProxy {
  const watches = new Map<string, Watch>()
  const pass: Passage = async (call, forward) => {
    const watch = call.trace === undefined ? undefined : watches.get(call.trace)
    return watch ? await metered(watch, call, forward) : await forward()
  }
  return {
    ...startInterception(pass),
    pass,
    watch: (trace, { holdMs = usualHoldMs } = {}) =>
      void watches.set(trace, { holdMs, calls: [], newestBeganAt: 0, open: 0 }),
    async end(trace) {
      const watch = watches.get(trace)
      if (!watch) return []
      do await pause(watch.holdMs)
      while (watch.open > 0)
      watches.delete(trace)
      return watch.calls
    },
  }
}

async function metered(
  watch: Watch,
  call: InterceptedCall,
  forward: (body?: Buffer) => Promise<EngineAnswer>,
): Promise<EngineAnswer> {
  const beganAt = performance.now()
  watch.newestBeganAt = beganAt
  watch.open++
  const isDynamoDb = call.service === 'dynamodb'
  try {
    const answer = await forward(isDynamoDb ? askingForUnits(call) : undefined)
    await quiet(watch)
    const { service, operation } = call
    const units = isDynamoDb ? unitsOf(call, answer) : noUnits
    const answeredAt = performance.now()
    watch.calls.push({ service, operation, units, otherDollars: otherDollars(call), beganAt, answeredAt })
    return answer
  } finally {
    watch.open--
  }
}

/** Until no other call has begun for a while: all that a function does at once has then begun, on a slow machine too. */
async function quiet(watch: Watch): Promise<void> {
  for (let left = watch.holdMs; left > 0; left = watch.newestBeganAt + watch.holdMs - performance.now())
    await pause(left)
}
