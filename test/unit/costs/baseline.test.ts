import { expect, test } from 'vitest'
import { flawsOfLine } from '../../costs/baseline.ts'
import { noUnits } from '../../costs/consumed-units.ts'
import type { MeasuredLine } from '../../costs/measured-operations.ts'

const baseline = { 'getMe, of an API key': { depth: 2, calls: 5 } }

function line(depth: number, calls: number, name = 'getMe, of an API key'): MeasuredLine {
  const dollars = { dynamoDb: 0, s3: 0, others: 0 }
  return {
    name,
    asking: 'plainly',
    reading: { depth, rounds: depth, calls, callsByService: {}, units: noUnits, dollars },
    isChange: false,
  }
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
  expect(flawsOfLine(baseline, line(2, 5, 'getMe, of a person'))).toEqual([expect.stringMatching(/has no line/)])
})
