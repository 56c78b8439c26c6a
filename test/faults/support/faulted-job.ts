import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { newTrace } from '../../../infra/local/trace.ts'
import type { NamedScenario } from '../../matrices/scenarios/scenarios.ts'
import { call, demand, persistently } from '../../support/client.ts'
import { busEventSchema, type JobMessage, sesEventSchema } from './background-jobs.ts'
import { committedLine } from './committed-line.ts'
import type { Plan, TracedCall } from './fault-proxy.ts'
import { differenceOf, type Snapshot, snapshotOf } from './snapshot.ts'
import { type Prepared, type TenantTemplate, tenantTemplateOf } from './tenant-template.ts'
import { type Dependencies, type TenantWorld, tenantWorld } from './tenant-world.ts'

/** A job: what has to happen before it, and how it is started, with its first invocation under a trace. */
export interface Job {
  /** Everything up to the point at which the job has something to do. Gives its message, if it takes one. */
  readonly prepare: (world: TenantWorld) => Promise<JobMessage | null>
  /** Starts it, again and again until it has taken what it was given, as its queue, stream or schedule does. */
  readonly run: (world: TenantWorld, trace: string, message: JobMessage | null) => Promise<void>
  /** Functions whose work is not waited for: their cells are their own. */
  readonly except: readonly string[]
}

export interface JobRun {
  readonly world: TenantWorld
  readonly calls: readonly TracedCall[]
  /** Whether what was to break did. */
  readonly isBroken: boolean
  readonly outcome: Snapshot
}

/** How a job goes when nothing breaks, and what its cells are cast from. */
export interface FaultlessJob extends JobRun {
  /** What it commits, with all that follows from it. */
  readonly committed: string
  readonly template: TenantTemplate<JobMessage | null>
}

/**
 * Runs a job for which everything was prepared through the API. In a cast of that it has to come to the same. The calls that count are
 * those in the cast, as in the cells: a thread that runs for the first time also makes others, such as for the keys that it keeps.
 */
export async function faultlessJobRun(dependencies: Dependencies, job: Job): Promise<FaultlessJob> {
  const world = await tenantWorld(dependencies.driven, dependencies.jobs)
  const model = { world, made: await job.prepare(world) }
  const template = await tenantTemplateOf(dependencies, model, (message, { value }) => messageAgain(message, value))
  const before = await world.items()
  const run = await runIn(dependencies, job, model, [])
  const committed = committedLine(before, await world.items())
  const ofClone = await jobRun(dependencies, job, template, [])
  const difference = differenceOf(ofClone.outcome, run.outcome)
  if (difference !== '') throw new Error(`a job in a cast comes to something else:\n${difference}`)
  return { ...run, calls: ofClone.calls, template, committed }
}

/** Runs a job whose calls break as planned (none: nothing breaks), and everything that follows from it. */
export async function jobRun(
  dependencies: Dependencies,
  job: Job,
  template: FaultlessJob['template'],
  plans: readonly Plan[],
): Promise<JobRun> {
  return await runIn(dependencies, job, await template.clone(), plans)
}

async function runIn(
  { driven }: Dependencies,
  job: Job,
  { world, made }: Prepared<JobMessage | null>,
  plans: readonly Plan[],
): Promise<JobRun> {
  const trace = newTrace()
  driven.faults.plan(trace, plans)
  await job.run(world, trace, made)
  const first = { calls: [...driven.faults.callsOf(trace)], isBroken: driven.faults.metOf(trace).length > 0 }
  await driven.faults.forget(trace)
  await world.settle(job.except)
  return { world, ...first, outcome: snapshotOf(await world.items()) }
}

const eventSchema = v.union([busEventSchema, sesEventSchema])

function messageAgain(message: JobMessage | null, renamed: (value: unknown) => unknown): JobMessage | null {
  return message && { ...message, event: v.parse(eventSchema, renamed(message.event)) }
}

/** Asks an operation as a preparation, which answers with success. */
export async function asked(world: TenantWorld, { operation, scenario }: NamedScenario): Promise<void> {
  const { path, options } = await scenario(world.tenant)
  const headers = { ...options.headers, 'Idempotency-Key': randomUUID() }
  const answer = await persistently(() => call(operation.method, path, { ...options, headers }))
  if (answer.status >= 400) demand(answer, 200)
}

/** The job that takes an event of a type, which a scenario leads to. What else it leads to happens before. */
export function jobOf(type: string, scenario: NamedScenario, except: readonly string[]): Job {
  return {
    except,
    async prepare(world) {
      let waiting: JobMessage | null = null
      await asked(world, scenario)
      for (const message of await world.relay()) {
        if (message.event['detail-type'] === type) waiting = message
        else if (!except.some((name) => message.mapping.functionName.endsWith(name))) await world.deliver(message)
      }
      if (!waiting) throw new Error(`no ${type} came of the scenario`)
      return waiting
    },
    async run(world, trace, message) {
      if (message) await world.deliver(message, trace)
    },
  }
}
