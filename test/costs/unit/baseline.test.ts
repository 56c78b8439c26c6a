import { expect, test } from 'vitest'
import { firstNameOf, flawsOfLine } from '../baseline.ts'
import { noUnits } from '../consumed-units.ts'
import type { MeasuredLine } from '../measured-operations.ts'
import type { Reading } from '../reading.ts'

const name = 'getMe, of an API key'
const baseline = { [name]: { depth: 2, calls: 5 } }

function line(depth: number, calls: number, more: Partial<MeasuredLine> = {}): MeasuredLine {
  return { name, asking: 'plainly', reading: reading(depth, calls), first: null, isChange: false, ...more }
}

function reading(depth: number, calls: number): Reading {
  const dollars = { dynamoDb: 0, s3: 0, others: 0 }
  return { depth, rounds: depth, calls, callsByService: {}, units: noUnits, dollars }
}

test('a line that is as committed has no flaw', () => {
  expect(flawsOfLine(baseline, line(2, 5))).toEqual([])
})

test('a line that costs more tells so', () => {
  const [flaw, ...others] = flawsOfLine(baseline, line(3, 5))
  expect(flaw).toMatch(/depth is 3, the baseline says 2; make it cheaper/)
  expect(others).toEqual([])
})

test('a line that costs less is stale, and tells how to tighten it', () => {
  expect(flawsOfLine(baseline, line(2, 4))).toEqual([
    expect.stringMatching(/calls is 4, the baseline says 5; tighten it: npm run bench/),
  ])
})

test('what has no line tells how to write it', () => {
  expect(flawsOfLine(baseline, line(2, 5, { name: 'getMe, of a person' }))).toEqual([
    expect.stringMatching(/has no line/),
  ])
})

test.each([
  ['costs what the others do, where nothing else is said', undefined, reading(2, 5), []],
  ['costs what is said of it', { depth: 3, calls: 6 }, reading(3, 6), []],
  ['costs more', undefined, reading(3, 5), [/first of a thread: depth is 3, the baseline says 2; make it cheaper/]],
  ['costs less', { depth: 3, calls: 6 }, reading(3, 5), [/first of a thread: calls is 5, .* 6; tighten it/]],
])('the first request of a thread %s', (_, committed, first, flaws) => {
  const held = { ...baseline, ...(committed && { [firstNameOf(name)]: committed }) }
  expect(flawsOfLine(held, line(2, 5, { first }))).toEqual(flaws.map((flaw) => expect.stringMatching(flaw)))
})
