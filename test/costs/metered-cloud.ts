import { newTrace, traceHeaderName, traceHeaderOf } from '../../infra/local/trace.ts'
import { minuteMs } from '../../shared/platform/clock.ts'
import { type BackgroundJobs, backgroundJobsOf } from '../faults/support/background-jobs.ts'
import { type DrivenCloud, startDrivenCloud } from '../faults/support/driven-cloud.ts'
import type { Ask } from '../matrices/scenarios/scenario.ts'
import { type Answer, call } from '../support/client.ts'
import { startMetering } from './metering-proxy.ts'
import { type Reading, readingOf } from './reading.ts'

/** A driven cloud in which it can be measured what an invocation costs. A function has one thread, so that a second request finds it warm. */
export interface MeteredCloud {
  readonly driven: DrivenCloud
  readonly jobs: BackgroundJobs
  /** Does what makes one invocation under the trace that it is given, and gives what that invocation cost. */
  metered<Result>(work: (trace: string) => Promise<Result>, options?: MeterOptions): Promise<Metered<Result>>
  close(): Promise<void>
}

export interface Metered<Result> {
  readonly result: Result
  readonly reading: Reading
}

interface MeterOptions {
  /** How long answers are held; without that the depth says nothing. */
  readonly holdMs?: number
}

export async function startMeteredCloud(): Promise<MeteredCloud> {
  const metering = startMetering()
  const driven = await startDrivenCloud({ threads: 1, behind: metering.pass })
  return {
    driven,
    jobs: backgroundJobsOf(driven),
    async metered(work, options) {
      const trace = newTrace()
      metering.watch(trace, options)
      const result = await work(trace)
      return { result, reading: readingOf(await metering.end(trace)) }
    },
    async close() {
      await driven.close()
      await metering.close()
    },
  }
}

/** Sends a request that has to succeed, under a trace if one is given. */
export async function answered(method: string, { path, options }: Ask, headers: Headers = {}): Promise<Answer> {
  const answer = await call(method, path, { ...options, headers: { ...options.headers, ...headers } })
  if (answer.status >= 400) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`)
  return answer
}

type Headers = Readonly<Record<string, string>>

export function traced(trace: string): Headers {
  return { [traceHeaderName]: traceHeaderOf(trace) }
}

/** The most that one measurement may take of a minute, on a machine that is not overwhelmed. */
const roomMs = 30_000
const tries = 5

/**
 * Does something within one minute of the clock, anew where it took longer: the first request of a client's minute writes once more, to start
 * its rate window, and that is no part of what an operation costs.
 */
export async function withinMinute<Result>({ clock }: DrivenCloud, work: () => Promise<Result>): Promise<Result> {
  for (let round = 0; round < tries; round++) {
    const left = minuteMs - (Date.now() % minuteMs)
    if (left < roomMs) clock.advance(left)
    const minute = Math.floor(Date.now() / minuteMs)
    const result = await work()
    if (Math.floor(Date.now() / minuteMs) === minute) return result
  }
  throw new Error('a measurement takes longer than a minute')
}
