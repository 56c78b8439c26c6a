import { randomUUID } from 'node:crypto'
import { parseScheduleExpression } from './schedule-expression.ts'
import { asArray, asObject, asString, type Json, type Resource } from './template.ts'
import { localAccount, localRegion } from './template-resources.ts'

/** A rule with a schedule, or an EventBridge Scheduler schedule. */
export type Schedule = {
  name: string
  arn: string
  source: 'aws.events' | 'aws.scheduler'
  expression: string
  targets: { arn: string; input: string | undefined }[]
}

export type ScheduleOptions = {
  schedules: readonly Schedule[]
  /** How many times faster than on AWS. */
  speed: number
  deliver: (arn: string, payload: unknown) => Promise<void>
  /** Leaves every run to `runNow`. */
  onlyWhenAsked?: boolean
}

export type Schedules = {
  readonly names: readonly string[]
  /** Runs a schedule's targets now and resolves when they are done. Rejects for an unknown name. */
  runNow(name: string): Promise<void>
  stop(): Promise<void>
}

export function readSchedule({ type, name, arn, properties }: Resource): Schedule[] {
  const expression = asString(properties.ScheduleExpression)
  if (expression === '' || properties.State === 'DISABLED') return []
  const isScheduler = type === 'AWS::Scheduler::Schedule'
  const targets = isScheduler ? [asObject(properties.Target)] : asArray(properties.Targets).map(asObject)
  const source = isScheduler ? 'aws.scheduler' : 'aws.events'
  return [
    {
      name,
      arn,
      source,
      expression,
      targets: targets.map(({ Arn, Input }) => ({ arn: asString(Arn), input: text(Input) })),
    },
  ]
}

const text = (value: Json | undefined) => (typeof value === 'string' ? value : undefined)

/** Runs what is due. A schedule whose last run still goes on is left out that time. */
export function startSchedules({ schedules, speed, deliver, onlyWhenAsked = false }: ScheduleOptions): Schedules {
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  let stopped = false

  const run = (schedule: Schedule) => {
    const current = running.get(schedule.name)
    if (current) return current
    const next = runTargets(schedule, deliver).finally(() => running.delete(schedule.name))
    running.set(schedule.name, next)
    return next
  }
  const plan = (schedule: Schedule, dueAtMs: number) => {
    if (stopped) return
    const timer = setTimeout(
      () => {
        if (Date.now() < dueAtMs) return plan(schedule, dueAtMs)
        run(schedule).catch((error: unknown) => console.error(`The schedule ${schedule.name} failed:`, error))
        plan(schedule, nextDueMs(schedule, speed))
      },
      Math.min(dueAtMs - Date.now(), 3_600_000),
    )
    timers.set(schedule.name, timer)
  }
  for (const schedule of onlyWhenAsked ? [] : schedules) plan(schedule, nextDueMs(schedule, speed))

  return {
    names: schedules.map((schedule) => schedule.name),
    async runNow(name) {
      const schedule = schedules.find((other) => other.name === name)
      if (!schedule) throw new Error(`There is no schedule ${name}`)
      await running.get(name)
      await run(schedule)
    },
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.allSettled(running.values())
    },
  }
}

function nextDueMs({ expression }: Schedule, speed: number): number {
  const nowMs = Date.now()
  return nowMs + Math.max(10, (parseScheduleExpression(expression)(nowMs) - nowMs) / speed)
}

async function runTargets(schedule: Schedule, deliver: ScheduleOptions['deliver']): Promise<void> {
  const { arn, source } = schedule
  const event = {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source,
    account: localAccount,
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region: localRegion,
    resources: [arn],
    detail: {},
  }
  await Promise.all(
    schedule.targets.map((target) =>
      deliver(target.arn, target.input === undefined ? event : JSON.parse(target.input)),
    ),
  )
}
