import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { instancesBetween } from '../../../functions/tasks/model/recurrence/instances.ts'
import { readRule } from '../../../functions/tasks/model/recurrence/rule.ts'
import { sampled } from '../../support/proof.ts'
import { expanded, localDaysOf } from './expanded.ts'

const minuteMs = 60_000

/** Rules with the instants that python-dateutil and zoneinfo give, as minutes from the one before, up to the end of 2045. */
const cases = readFileSync(new URL('fixtures/recurrence.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [rule = '', zone = '', startAt = '', end = '', gaps = ''] = line.split('\t')
    return { rule, zone, startAt, hasMore: end === 'more', instants: instantsOf(Date.parse(startAt), gaps) }
  })

function instantsOf(startMs: number, gaps: string): number[] {
  const minutes = gaps.split(',').flatMap((run) => {
    const [gap, times = 1] = run.split('x').map(Number)
    return Array.from({ length: times }, () => gap ?? 0)
  })
  let instant = startMs
  return minutes.map((gap) => (instant += gap * minuteMs))
}

const endOfCases = Date.parse('2045-12-31T00:00:00Z')

describe('a rule has the instants of an independent implementation', () => {
  it.for(sampled(cases, 400))('$rule in $zone from $startAt', ({ rule, zone, startAt, hasMore, instants }) => {
    const to = hasMore ? (instants.at(-1) ?? 0) : endOfCases
    const wanted = instants.filter((instant) => instant <= to)

    expect(expanded({ rule, startAt, zone, to })).toEqual(wanted)
  })

  it.for(sampled(cases, 100))('and only those of a window: $rule in $zone from $startAt', (of) => {
    const { rule, zone, startAt, instants } = of
    const [from = 0, to = 0] = [instants[Math.floor(instants.length / 3)], instants[Math.ceil(instants.length / 2)]]
    const parsed = readRule(rule)
    if (!parsed) throw new Error('the rule is not read')
    const series = { rule: parsed, startMs: Date.parse(startAt), zone }

    const inWindow = [...instancesBetween(series, from, to)]

    expect(inWindow).toEqual(instants.filter((instant) => instant >= from && instant <= to))
  })
})

const days = (start: number, end: number) => Array.from({ length: end - start + 1 }, (_, at) => start + at)

/** The examples of RFC 5545 3.8.5.3 in the allowed grammar: the rule, the first day, and the days of each month after it. */
const examples: readonly [rule: string, start: string, days: Readonly<Record<string, readonly number[]>>][] = [
  ['FREQ=DAILY;COUNT=10', '1997-09-02', { '1997-09': days(2, 11) }],
  [
    'FREQ=DAILY;UNTIL=19971224T000000Z',
    '1997-09-02',
    { '1997-09': days(2, 30), '1997-10': days(1, 31), '1997-11': days(1, 30), '1997-12': days(1, 23) },
  ],
  ['FREQ=DAILY;INTERVAL=2;COUNT=8', '1997-09-02', { '1997-09': [2, 4, 6, 8, 10, 12, 14, 16] }],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', { '1997-09': [2, 12, 22], '1997-10': [2, 12] }],
  [
    'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    '1998-01-01',
    { '1998-01': days(1, 31), '1999-01': days(1, 31), '2000-01': days(1, 31) },
  ],
  [
    'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1',
    '1998-01-01',
    { '1998-01': days(1, 31), '1999-01': days(1, 31), '2000-01': days(1, 31) },
  ],
  ['FREQ=WEEKLY;COUNT=10', '1997-09-02', { '1997-09': [2, 9, 16, 23, 30], '1997-10': [7, 14, 21, 28], '1997-11': [4] }],
  [
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    '1997-09-02',
    {
      '1997-09': [2, 9, 16, 23, 30],
      '1997-10': [7, 14, 21, 28],
      '1997-11': [4, 11, 18, 25],
      '1997-12': [2, 9, 16, 23],
    },
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=7',
    '1997-09-02',
    { '1997-09': [2, 16, 30], '1997-10': [14, 28], '1997-11': [11, 25] },
  ],
  [
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    '1997-09-02',
    { '1997-09': [2, 4, 9, 11, 16, 18, 23, 25, 30], '1997-10': [2] },
  ],
  [
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    '1997-09-02',
    { '1997-09': [2, 4, 9, 11, 16, 18, 23, 25, 30], '1997-10': [2] },
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    '1997-09-01',
    {
      '1997-09': [1, 3, 5, 15, 17, 19, 29],
      '1997-10': [1, 3, 13, 15, 17, 27, 29, 31],
      '1997-11': [10, 12, 14, 24, 26, 28],
      '1997-12': [8, 10, 12, 22],
    },
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    '1997-09-02',
    { '1997-09': [2, 4, 16, 18, 30], '1997-10': [2, 14, 16] },
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '1997-09-05',
    {
      '1997-09': [5],
      '1997-10': [3],
      '1997-11': [7],
      '1997-12': [5],
      '1998-01': [2],
      '1998-02': [6],
      '1998-03': [6],
      '1998-04': [3],
      '1998-05': [1],
      '1998-06': [5],
    },
  ],
  [
    'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
    '1997-09-05',
    { '1997-09': [5], '1997-10': [3], '1997-11': [7], '1997-12': [5] },
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997-09-07',
    { '1997-09': [7, 28], '1997-11': [2, 30], '1998-01': [4, 25], '1998-03': [1, 29], '1998-05': [3, 31] },
  ],
  [
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    '1997-09-22',
    { '1997-09': [22], '1997-10': [20], '1997-11': [17], '1997-12': [22], '1998-01': [19], '1998-02': [16] },
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=6',
    '1997-09-28',
    { '1997-09': [28], '1997-10': [29], '1997-11': [28], '1997-12': [29], '1998-01': [29], '1998-02': [26] },
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '1997-09-02',
    { '1997-09': [2, 15], '1997-10': [2, 15], '1997-11': [2, 15], '1997-12': [2, 15], '1998-01': [2, 15] },
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997-09-30',
    {
      '1997-09': [30],
      '1997-10': [1, 31],
      '1997-11': [1, 30],
      '1997-12': [1, 31],
      '1998-01': [1, 31],
      '1998-02': [1],
    },
  ],
  [
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997-09-10',
    { '1997-09': days(10, 15), '1999-03': days(10, 13) },
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU;COUNT=18',
    '1997-09-02',
    {
      '1997-09': [2, 9, 16, 23, 30],
      '1997-11': [4, 11, 18, 25],
      '1998-01': [6, 13, 20, 27],
      '1998-03': [3, 10, 17, 24, 31],
    },
  ],
  [
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '1997-06-10',
    {
      '1997-06': [10],
      '1997-07': [10],
      '1998-06': [10],
      '1998-07': [10],
      '1999-06': [10],
      '1999-07': [10],
      '2000-06': [10],
      '2000-07': [10],
      '2001-06': [10],
      '2001-07': [10],
    },
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '1997-03-10',
    {
      '1997-03': [10],
      '1999-01': [10],
      '1999-02': [10],
      '1999-03': [10],
      '2001-01': [10],
      '2001-02': [10],
      '2001-03': [10],
      '2003-01': [10],
      '2003-02': [10],
      '2003-03': [10],
    },
  ],
  ['FREQ=YEARLY;BYDAY=20MO;COUNT=3', '1997-05-19', { '1997-05': [19], '1998-05': [18], '1999-05': [17] }],
  [
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=11',
    '1997-03-13',
    { '1997-03': [13, 20, 27], '1998-03': [5, 12, 19, 26], '1999-03': [4, 11, 18, 25] },
  ],
  [
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8;COUNT=14',
    '1997-06-05',
    { '1997-06': [5, 12, 19, 26], '1997-07': [3, 10, 17, 24, 31], '1997-08': [7, 14, 21, 28], '1998-06': [4] },
  ],
  [
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=5',
    '1997-09-02',
    { '1998-02': [13], '1998-03': [13], '1998-11': [13], '1999-08': [13], '2000-10': [13] },
  ],
  [
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=10',
    '1997-09-13',
    {
      '1997-09': [13],
      '1997-10': [11],
      '1997-11': [8],
      '1997-12': [13],
      '1998-01': [10],
      '1998-02': [7],
      '1998-03': [7],
      '1998-04': [11],
      '1998-05': [9],
      '1998-06': [13],
    },
  ],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3',
    '1996-11-05',
    { '1996-11': [5], '2000-11': [7], '2004-11': [2] },
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', { '1997-09': [4], '1997-10': [7], '1997-11': [6] }],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=7',
    '1997-09-29',
    {
      '1997-09': [29],
      '1997-10': [30],
      '1997-11': [27],
      '1997-12': [30],
      '1998-01': [29],
      '1998-02': [26],
      '1998-03': [30],
    },
  ],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', { '1997-08': [5, 10, 19, 24] }],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', { '1997-08': [5, 17, 19, 31] }],
  [
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    '2007-01-15',
    { '2007-01': [15, 30], '2007-02': [15], '2007-03': [15, 30] },
  ],
]

describe('the examples of RFC 5545', () => {
  it.for(examples)('%s from %s', ([rule, start, wanted]) => {
    const zone = 'America/New_York'
    // 09:00 in summer, 08:00 in winter: the local time stays.
    const isSummer = start > '1997-04-06' && start < '1997-10-26'
    const startAt = isSummer ? `${start}T13:00:00Z` : `${start}T14:00:00Z`

    const found = localDaysOf(expanded({ rule, startAt, zone, to: Date.parse('2010-01-01T00:00:00Z') }), zone)

    const list = Object.entries(wanted).flatMap(([month, each]) =>
      each.map((day) => `${month}-${String(day).padStart(2, '0')} 09:00`),
    )
    expect(found).toEqual(list)
  })
})
