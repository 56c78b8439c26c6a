import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRule, ruleCounting, ruleEndingAt, ruleFault } from '../../../functions/tasks/model/recurrence/rule.ts'
import { endOfDay, instantOf, isTimeZone, wallOf } from '../../../shared/platform/time-zone.ts'
import { expanded, localDaysOf } from './expanded.ts'

const [dayMs, yearMs] = [86_400_000, 366 * 86_400_000]

describe('a rule that is not taken', () => {
  it.for<[string, string]>([
    ['', 'NAME=value'],
    ['FREQ=HOURLY', 'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['FREQ=daily', 'FREQ must be'],
    ['freq=DAILY', 'in upper case'],
    ['RRULE:FREQ=DAILY', 'without RRULE:'],
    ['INTERVAL=2', 'FREQ is missing'],
    ['FREQ=DAILY;FREQ=DAILY', 'FREQ only once'],
    ['FREQ=DAILY;', 'NAME=value'],
    ['FREQ=DAILY;;COUNT=2', 'NAME=value'],
    ['FREQ=DAILY; COUNT=2', 'not known'],
    ['FREQ=DAILY;COUNT=2=3', 'NAME=value'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL must be a whole number from 1 to 365.'],
    ['FREQ=DAILY;INTERVAL=366', 'INTERVAL must be'],
    ['FREQ=DAILY;INTERVAL=-1', 'INTERVAL must be'],
    ['FREQ=DAILY;INTERVAL=1.5', 'INTERVAL must be'],
    ['FREQ=DAILY;COUNT=0', 'COUNT must be'],
    ['FREQ=DAILY;COUNT=1001', 'COUNT must be'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20300101T000000Z', 'COUNT or UNTIL, not both'],
    ['FREQ=DAILY;UNTIL=20300101', 'UNTIL must be a time in UTC such as'],
    ['FREQ=DAILY;UNTIL=20300101T000000', 'UNTIL must be'],
    ['FREQ=DAILY;UNTIL=20300230T000000Z', 'UNTIL must be'],
    ['FREQ=DAILY;UNTIL=20301301T000000Z', 'UNTIL must be'],
    ['FREQ=DAILY;BYHOUR=3', 'Those known are FREQ, INTERVAL, BYDAY'],
    ['FREQ=DAILY;BYDAY=1MO', 'BYDAY must be'],
    ['FREQ=WEEKLY;BYDAY=-1MO', 'BYDAY must be'],
    ['FREQ=WEEKLY;BYMONTHDAY=3', 'BYMONTHDAY cannot stand with FREQ=WEEKLY'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'BYDAY must be'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY must be'],
    ['FREQ=YEARLY;BYDAY=54MO', 'BYDAY must be'],
    ['FREQ=MONTHLY;BYDAY=XX', 'BYDAY must be'],
    ['FREQ=MONTHLY;BYDAY=MO,', 'BYDAY must be'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY must be'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY must be'],
    ['FREQ=MONTHLY;BYMONTHDAY=-32', 'BYMONTHDAY must be'],
    ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH must be'],
    ['FREQ=YEARLY;BYWEEKNO=2', 'not known'],
    ['FREQ=YEARLY;BYYEARDAY=2', 'not known'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS needs'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0', 'BYSETPOS must be'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367', 'BYSETPOS must be'],
    ['FREQ=WEEKLY;WKST=XX', 'WKST must be'],
  ])('%j: %s', ([text, told]) => {
    expect(ruleFault(text)).toContain(told)
    expect(readRule(text)).toBeNull()
  })

  it('is longer than 500 characters', () => {
    const rule = `FREQ=MONTHLY;BYMONTHDAY=${Array.from({ length: 300 }, () => '1').join(',')}`
    expect(ruleFault(rule)).toContain('at most 500 characters')
    expect(ruleFault(rule.slice(0, 499))).toBeNull()
  })
})

describe('a time zone', () => {
  it.for(['Europe/Paris', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'])('%s is one', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })

  it.for(['', 'Mars/Phobos', '+01:00', '-03:00', 'Europe/Paris ', 'Europe//Paris', '../etc/passwd', 'a'.repeat(100)])(
    '%j is none',
    (name) => {
      expect(isTimeZone(name)).toBe(false)
    },
  )
})

const zones = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'America/Sao_Paulo']
const anyZone = fc.constantFrom(...zones, 'Pacific/Apia', 'Asia/Kolkata', 'UTC')

describe('wall-clock times', () => {
  it('of every instant lead back to an instant with the same digits', () => {
    const instants = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2060, 0) })
    fc.assert(
      fc.property(instants, anyZone, (instant, zone) => {
        const wall = wallOf(instant, zone)
        expect(wallOf(instantOf(wall, zone), zone)).toBe(wall)
        expect(instantOf(wall, zone)).toBeLessThanOrEqual(instant)
      }),
    )
  })

  it.for<[string, string, string, string]>([
    [
      'a time that clocks skip moves forward by the gap',
      '2026-03-29T02:30:00Z',
      'Europe/Paris',
      '2026-03-29T01:30:00Z',
    ],
    [
      'of a time that they show twice, the first counts',
      '2026-10-25T02:30:00Z',
      'Europe/Paris',
      '2026-10-25T00:30:00Z',
    ],
    ['a gap of half an hour', '2026-10-04T02:15:00Z', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
    ['a gap at midnight', '2018-11-04T00:00:00Z', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ])('%s', ([, wall, zone, instant]) => {
    expect(new Date(instantOf(Date.parse(wall), zone)).toISOString().replace('.000', '')).toBe(instant)
  })

  it('end a day after 23 hours where clocks go forward', () => {
    const start = Date.parse('2026-03-28T23:00:00Z')
    expect(endOfDay(start, 'Europe/Paris') - start).toBe(23 * 3_600_000)
  })
})

const list = <T>(one: fc.Arbitrary<T>) => fc.uniqueArray(one, { maxLength: 3 })
const signed = (most: number) => fc.integer({ min: 1, max: most }).chain((n) => fc.constantFrom(n, -n))
const dayName = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')

/** Any rule that the grammar allows. */
const anyRule = fc
  .record({
    frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 20 }),
    weekdays: list(fc.tuple(dayName, fc.option(signed(5)))),
    monthDays: list(signed(31)),
    months: list(fc.integer({ min: 1, max: 12 })),
    positions: list(signed(4)),
    weekStart: dayName,
    count: fc.option(fc.integer({ min: 1, max: 40 })),
  })
  .map(({ frequency, interval, count, weekStart, ...by }) => {
    const takesOrdinals = frequency === 'MONTHLY' || frequency === 'YEARLY'
    const weekdays = by.weekdays.map(([day, ordinal]) => `${takesOrdinals ? (ordinal ?? '') : ''}${day}`)
    const monthDays = frequency === 'WEEKLY' ? [] : by.monthDays
    const hasBy = weekdays.length + monthDays.length + by.months.length > 0
    return [
      `FREQ=${frequency};INTERVAL=${interval};WKST=${weekStart}`,
      ...(weekdays.length > 0 ? [`BYDAY=${[...new Set(weekdays)]}`] : []),
      ...(monthDays.length > 0 ? [`BYMONTHDAY=${monthDays}`] : []),
      ...(by.months.length > 0 ? [`BYMONTH=${by.months}`] : []),
      ...(hasBy && by.positions.length > 0 ? [`BYSETPOS=${by.positions}`] : []),
      ...(count === null ? [] : [`COUNT=${count}`]),
    ].join(';')
  })

const startDay = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2030, 0) }).map((ms) => ms - (ms % 60_000))
const anySeries = fc.record({ rule: anyRule, zone: anyZone, startAt: startDay.map((ms) => new Date(ms).toISOString()) })
const runsOfProperties = { numRuns: 60 }

describe('the instances of any rule', () => {
  it('are in order, not before the start, and at its local time except in a gap', () => {
    fc.assert(
      fc.property(anySeries, ({ rule, zone, startAt }) => {
        const startMs = Date.parse(startAt)
        const found = expanded({ rule, zone, startAt, to: startMs + 6 * yearMs })
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b))
        expect(found.every((instant) => instant >= startMs)).toBe(true)
        const [time] = localDaysOf([startMs], zone).map((local) => local.slice(11))
        const elsewhere = localDaysOf(found, zone).filter((local) => !local.endsWith(time ?? ''))
        expect(elsewhere.length).toBeLessThanOrEqual(12)
      }),
      runsOfProperties,
    )
  })

  it('of a window are those of the whole that lie in it', () => {
    const windows = fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 92 }))
    fc.assert(
      fc.property(anySeries, windows, ({ rule, zone, startAt }, [after, length]) => {
        const from = Date.parse(startAt) + after * dayMs
        const to = from + length * dayMs
        const whole = expanded({ rule, zone, startAt, to })
        expect(expanded({ rule, zone, startAt, from, to })).toEqual(whole.filter((instant) => instant >= from))
      }),
      runsOfProperties,
    )
  })

  it('end where the rule is told to end, or after as many as it counts', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 1, max: 9 }), ({ rule, zone, startAt }, count) => {
        const to = Date.parse(startAt) + 6 * yearMs
        const whole = expanded({ rule, zone, startAt, to })
        const last = whole[Math.min(count, whole.length) - 1]
        const counted = expanded({ rule: ruleCounting(rule, Math.min(count, 40)), zone, startAt, to })
        expect(counted.slice(0, whole.length)).toEqual(whole.slice(0, count))
        if (last === undefined || /COUNT/.test(rule)) return
        expect(expanded({ rule: ruleEndingAt(rule, last), zone, startAt, to })).toEqual(
          whole.filter((instant) => instant <= last),
        )
      }),
      runsOfProperties,
    )
  })
})

describe('a hostile rule', () => {
  const century = Date.parse('2126-01-01T00:00:00Z')

  it.for([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;COUNT=1000',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2,4,6,9,11;COUNT=1000',
    'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=5',
    'FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1',
    'FREQ=YEARLY;BYDAY=53MO,-53TU;COUNT=1000',
  ])('looks at no more periods than a hundred and fifty years have days: %s', (rule) => {
    const steps = { taken: 0 }

    expanded({ rule, zone: 'Europe/Paris', startAt: '1970-01-01T00:00:00Z', from: century, to: century + dayMs, steps })

    expect(steps.taken).toBeLessThan(157 * 366)
  })

  it('that never ends is read from near the window, however old it is', () => {
    const steps = { taken: 0 }
    const window = { from: century, to: century + 92 * dayMs }

    const found = expanded({
      rule: 'FREQ=DAILY',
      zone: 'Europe/Paris',
      startAt: '1971-01-01T00:00:00Z',
      ...window,
      steps,
    })

    expect(found).toHaveLength(93)
    expect(steps.taken).toBeLessThan(105)
  })
})
