import { instancesBetween, type Steps } from '../../../functions/tasks/model/recurrence/instances.ts'
import { readRule } from '../../../functions/tasks/model/recurrence/rule.ts'
import { wallOf } from '../../../shared/platform/time-zone.ts'

interface Asked {
  readonly rule: string
  readonly startAt: string
  readonly zone: string
  readonly from?: number
  readonly to: number
  readonly steps?: Steps
}

/** The instants of a rule, in milliseconds. */
export function expanded({ rule: text, startAt, zone, from, to, steps }: Asked): number[] {
  const rule = readRule(text)
  if (!rule) throw new Error(`the rule ${text} is not read`)
  const startMs = Date.parse(startAt)
  return [...instancesBetween({ rule, startMs, zone }, from ?? startMs, to, steps)]
}

/** What the clocks of a zone show: `1997-09-02 09:00`. */
export function localDaysOf(instants: readonly number[], zone: string): string[] {
  return instants.map((instant) => new Date(wallOf(instant, zone)).toISOString().slice(0, 16).replace('T', ' '))
}
