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

export interface MeteringProxy extends Interception {
  /** Notes the calls of this trace from now on, and holds each answer, so that calls made at once are seen to be. */
  watch(trace: string, options?: { holdMs?: number }): void
  /** What was called, and watches it no longer. */
  end(trace: string): readonly MeteredCall[]
}

interface Watch {
  readonly holdMs: number
  readonly calls: MeteredCall[]
  newestBeganAt: number
}

const usualHoldMs = 100

/** Stands between functions and engines and notes what is called, when, and what it costs. */
export function startMetering(): MeteringProxy {
  const watches = new Map<string, Watch>()
  const interception = startInterception(async (call, forward) => {
    const watch = call.trace === undefined ? undefined : watches.get(call.trace)
    return watch ? await metered(watch, call, forward) : await forward()
  })
  return {
    ...interception,
    watch: (trace, { holdMs = usualHoldMs } = {}) => void watches.set(trace, { holdMs, calls: [], newestBeganAt: 0 }),
    end(trace) {
      const { calls } = watches.get(trace) ?? { calls: [] }
      watches.delete(trace)
      return calls
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
  const isDynamoDb = call.service === 'dynamodb'
  const answer = await forward(isDynamoDb ? askingForUnits(call) : undefined)
  await quiet(watch)
  const { service, operation } = call
  const units = isDynamoDb ? unitsOf(call, answer) : noUnits
  const answeredAt = performance.now()
  watch.calls.push({ service, operation, units, otherDollars: otherDollars(call), beganAt, answeredAt })
  return answer
}

/** Until no other call has begun for a while: all that a function does at once has then begun, on a slow machine too. */
async function quiet(watch: Watch): Promise<void> {
  for (let left = watch.holdMs; left > 0; left = watch.newestBeganAt + watch.holdMs - performance.now())
    await pause(left)
}
