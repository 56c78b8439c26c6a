import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutStrayChanges } from '../../../functions/tasks/model/change-schedule.ts'
import {
  completed,
  moved,
  type OccurrenceChange,
  reopened,
  type Situation,
  skipped,
} from '../../../functions/tasks/model/occurrence-changes.ts'
import { instancesOf } from '../../../functions/tasks/model/series.ts'
import { continuedContent, sentForSplit, split } from '../../../functions/tasks/model/split-task.ts'
import { type OccurrenceState, States } from '../../../functions/tasks/model/states.ts'
import type { Task } from '../../../functions/tasks/model/task.ts'
import type { SentFields } from '../../../functions/tasks/model/task-input.ts'
import { nextInstance } from '../../../functions/tasks/model/task-order.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { runs } from '../../support/proof.ts'
import { noTable, taskWith } from './task-with.ts'

const nowMs = Date.parse('2035-02-01T00:00:00Z')
const by = { type: 'api_key', id: 'key', name: 'Key' } as const
const count = 8

/** A task whose states are in memory. */
interface Held {
  readonly task: Task
  readonly states: readonly OccurrenceState[]
}

function situationOf({ task, states }: Held): Situation {
  return { task, states: States.of(noTable, task, states), nowMs, by }
}

function after({ states }: Held, { after: task, state }: OccurrenceChange): Held {
  const others = states.filter(({ at }) => at !== state.at)
  const saysNothing = state.status === 'pending' && state.startAt === null
  return { task, states: saysNothing ? others : [...others, state] }
}

const instants = [...instancesOf(taskWith({ count }), 0, Number.MAX_SAFE_INTEGER / 1000)]
const dayAfter = (at: string, days: number) => new Date(Date.parse(at) + days * 86_400_000).toISOString()

type Action = 'complete' | 'skip' | 'reopen' | 'move'
const anyAction = fc.record({
  action: fc.constantFrom<Action>('complete', 'skip', 'reopen', 'move'),
  index: fc.nat({ max: count - 1 }),
  days: fc.integer({ min: -3, max: 30 }),
})
type Step = typeof anyAction extends fc.Arbitrary<infer T> ? T : never

/** What an instance is, in a model that forgets nothing and knows no index. */
interface Modelled {
  readonly status: OccurrenceState['status']
  readonly startAt: string
}

function modelled(model: readonly Modelled[], { action, index, days }: Step): readonly Modelled[] {
  return model.map((each, at) => {
    if (at !== index) return each
    const original = instants[index] ?? ''
    if (action === 'move') return { ...each, startAt: dayAfter(original, days) }
    if (action === 'reopen') return { ...each, status: 'pending' }
    if (action === 'complete') return each.status === 'pending' ? { ...each, status: 'completed' } : each
    return each.status === 'pending' ? { ...each, status: 'skipped' } : each
  })
}

async function changed(held: Held, { action, index, days }: Step): Promise<Held> {
  const [situation, at] = [situationOf(held), instants[index] ?? '']
  const acts = {
    complete: () => completed(situation, at),
    skip: () => skipped(situation, at),
    reopen: () => reopened(situation, at),
    move: () => moved(situation, at, { startAt: dayAfter(at, days) }),
  }
  const change = await acts[action]()
  return isRefusal(change) || change.isSame ? held : after(held, change)
}

function begun(): Held {
  return { task: taskWith({ count }), states: [] }
}

describe('completing, skipping, reopening and moving', () => {
  it('in any order come to what a simple model says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { maxLength: 25 }), async (steps) => {
        let [held, model]: [Held, readonly Modelled[]] = [
          begun(),
          instants.map((at) => ({ status: 'pending', startAt: at })),
        ]
        for (const step of steps) {
          ;[held, model] = [await changed(held, step), modelled(model, step)]
          const open = model.map((each, at) => ({ ...each, at })).filter(({ status }) => status === 'pending')
          const first = open.map(({ startAt }) => startAt).sort()[0] ?? null
          expect(nextInstance(held.task)?.startAt ?? null).toBe(first)
          expect(held.task.status).toBe(open.length === 0 ? 'completed' : 'open')
        }
        const kept = instants.map((at) => held.states.find((state) => state.at === at))
        expect(kept.map((state) => state?.status ?? 'pending')).toEqual(model.map(({ status }) => status))
        expect(kept.map((state, at) => state?.startAt ?? instants[at])).toEqual(model.map(({ startAt }) => startAt))
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('splitting a series', () => {
  it('loses and doubles nothing', async () => {
    const place = fc.integer({ min: 1, max: count - 1 })
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { maxLength: 15 }), place, async (steps, index) => {
        let held = begun()
        for (const step of steps) held = await changed(held, step)
        const from = instants[index] ?? ''
        const content = continuedContent(held.task, from)
        const { ended, continued, months } = await split(situationOf(held), { from, content, id: crypto.randomUUID() })
        const all = [ended, continued].flatMap((task) => [...instancesOf(task, 0, Number.MAX_SAFE_INTEGER / 1000)])
        expect(all).toEqual(instants)
        expect([...ended.moves, ...continued.moves].sort(byInstant)).toEqual([...held.task.moves].sort(byInstant))
        const taken = [...months.values()].flat().filter(({ at }) => at >= from)
        expect(taken.sort(byAt)).toEqual(held.states.filter(({ at }) => at >= from).sort(byAt))
        const nexts = [ended, continued].flatMap((task) => nextInstance(task) ?? []).map(({ startAt }) => startAt)
        expect(nexts.sort()[0] ?? null).toBe(nextInstance(held.task)?.startAt ?? null)
      }),
      { numRuns: runs(500) },
    )
  })

  it.for([
    ['a local time that clocks skip', 'Europe/Paris', '2035-03-20T01:30:00.000Z', 'FREQ=DAILY;COUNT=9'],
    ['a day that the zone skipped', 'Pacific/Apia', '2011-12-25T19:00:00.000Z', 'FREQ=DAILY;COUNT=9'],
    ['a phase on a skipped day', 'Pacific/Apia', '2011-12-26T19:00:00.000Z', 'FREQ=DAILY;INTERVAL=2;COUNT=9'],
    ['a weekday that was skipped', 'Pacific/Apia', '2011-12-16T19:00:00.000Z', 'FREQ=WEEKLY;BYDAY=FR,SA;COUNT=9'],
  ] as const)('goes on alike at each instance, over %s', async ([, timezone, startAt, rule]) => {
    const task = { ...taskWith({ startAt, rule }), timezone }
    const all = instantsOf([task])
    for (const from of all.slice(1)) {
      const { ended, continued } = await splitAt(task, from, {})
      expect(instantsOf([ended, continued])).toEqual(all)
      const [again = ''] = instantsOf([continued]).slice(1)
      if (again === '') continue
      const twice = await splitAt(continued, again, {})
      expect(instantsOf([ended, twice.ended, twice.continued])).toEqual(all)
    }
  })

  it('goes on alike when a form sends back the start and the recurrence as they are', async () => {
    const anyRule = fc.constantFrom('FREQ=WEEKLY;COUNT=8', 'FREQ=DAILY;COUNT=12', 'FREQ=WEEKLY;BYDAY=MO,FR;COUNT=9')
    await fc.assert(
      fc.asyncProperty(anyRule, fc.integer({ min: 1, max: 7 }), fc.nat({ max: 6 }), async (rule, index, excepted) => {
        const whole = taskWith({ rule })
        const [exception = ''] = instantsOf([whole]).slice(excepted)
        const task = { ...whole, recurrence: { rule, exceptions: [exception] } }
        const all = instantsOf([task])
        const from = all[Math.min(index, all.length - 1)] ?? ''
        const { ended, continued } = await splitAt(task, from, { startAt: task.startAt, recurrence: task.recurrence })
        expect(instantsOf([ended, continued])).toEqual(all)
      }),
      { numRuns: runs(100) },
    )
  })

  it('counts on when the rest of it is moved, also to a little earlier', async () => {
    const earliest = -6 * 24
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: earliest, max: 300 }),
        async (index, hours) => {
          const task = taskWith({ count })
          const from = instants[index] ?? ''
          const startAt = new Date(Date.parse(from) + hours * 3_600_000).toISOString()
          const { ended, continued } = await splitAt(task, from, { startAt, recurrence: task.recurrence })
          const all = instantsOf([ended, continued])
          expect(all).toHaveLength(count)
          expect(all).toEqual([...new Set(all)].sort())
          expect(instantsOf([continued])[0]).toBe(startAt)
        },
      ),
      { numRuns: runs(100) },
    )
  })
})

describe('a change of the schedule', () => {
  it.for([
    'FREQ=DAILY;BYMONTHDAY=29;BYMONTH=2;COUNT=1000',
    'FREQ=YEARLY;BYDAY=MO;BYMONTHDAY=1;COUNT=1000',
    'FREQ=WEEKLY;INTERVAL=5;COUNT=1000',
    'FREQ=DAILY;BYMONTHDAY=29;BYMONTH=2',
  ])('walks once through a series of a century, however many exceptions and moves there are: %s', (rule) => {
    const days = Array.from({ length: 700 }, (_, index) => new Date(Date.UTC(2040, 0, index * 52)).toISOString())
    const [exceptions, moved] = [days.slice(0, 500), days.slice(500)]
    const moves = moved.map((occurrenceAt) => ({ occurrenceAt, startAt: occurrenceAt, isDone: false }))
    const task = { ...taskWith({ rule }), recurrence: { rule, exceptions }, moves }
    const steps = { taken: 0 }
    expect(withoutStrayChanges(task, nowMs, steps).recurrence?.exceptions).toEqual([])
    expect(steps.taken).toBeLessThanOrEqual(105 * 366)
  })
})

const instantsOf = (tasks: readonly Task[]) =>
  tasks.flatMap((task) => [...instancesOf(task, 0, Number.MAX_SAFE_INTEGER / 1000)])

/** A series split as the operation does it, without the checks of what is sent. */
async function splitAt(task: Task, from: string, sent: SentFields) {
  const before = continuedContent(task, from)
  const { startAt, recurrence } = sentForSplit(task, from, sent)
  const content = {
    ...before,
    startAt: startAt ?? from,
    ...(recurrence && { recurrence: { rule: recurrence.rule, exceptions: recurrence.exceptions ?? [] } }),
    timeOfDayMs: startAt === undefined ? before.timeOfDayMs : null,
  }
  return await split(situationOf({ task, states: [] }), { from, content, id: crypto.randomUUID() })
}

const byInstant = (a: { occurrenceAt: string }, b: { occurrenceAt: string }) =>
  a.occurrenceAt < b.occurrenceAt ? -1 : 1
const byAt = (a: OccurrenceState, b: OccurrenceState) => (a.at < b.at ? -1 : 1)
