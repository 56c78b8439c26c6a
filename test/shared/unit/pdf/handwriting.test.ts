import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { handwriting, handwritingFile, handwritingIn } from '../../../../shared/pdf/handwriting.ts'
import { isLongEnough } from '../../../../shared/pdf/handwriting-length.ts'

const hundredth = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100)
const point = fc.record(
  { x: hundredth(1000), y: hundredth(360), t: fc.nat({ max: 60_000 }), p: hundredth(1) },
  { requiredKeys: ['x', 'y', 't'] },
)
const written = fc
  .record({
    width: fc.constant(1000),
    height: fc.constant(360),
    strokes: fc.array(fc.array(point, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 8 }),
  })
  // A tap is no handwriting, and neither are a few that tremble.
  .filter(({ strokes }) => strokes.some((stroke) => new Set(stroke.map(({ x, y }) => `${x} ${y}`)).size > 1))
  .filter(({ strokes, width }) => isLongEnough(strokes, width))

test('a handwriting is read from its file as it was written', () => {
  fc.assert(
    fc.property(written, (given) => {
      const taken = v.parse(handwriting, given)
      expect(handwritingIn(handwritingFile(taken))).toEqual(taken)
    }),
  )
})

test.each([
  ['no stroke', []],
  ['a stroke without a point', [[]]],
  ['a tap', [[{ x: 1, y: 1, t: 0 }]]],
  ['taps in other places', [[{ x: 1, y: 1, t: 0 }], [{ x: 9, y: 9, t: 90 }]]],
  [
    'a tap of a finger that trembles',
    [
      [
        { x: 10, y: 10, t: 0 },
        { x: 10.001, y: 10, t: 9 },
      ],
    ],
  ],
  [
    'a short line',
    [
      [
        { x: 10, y: 10, t: 0 },
        { x: 29, y: 10, t: 9 },
      ],
    ],
  ],
  ['a point outside', [[{ x: 1001, y: 1, t: 0 }]]],
  ['a pressure of more than 1', [[{ x: 1, y: 1, t: 0, p: 1.5 }]]],
  ['a time before the first point', [[{ x: 1, y: 1, t: -1 }]]],
  ['too many points', [Array.from({ length: 20_001 }, () => ({ x: 1, y: 1, t: 0 }))]],
])('%s is refused', (_, strokes) => {
  expect(v.is(handwriting, { width: 1000, height: 360, strokes })).toBe(false)
})

test('a line of 2 % of the width is taken, on a pad of any unit', () => {
  const line = (unit: number) => [
    [
      { x: 0, y: 0, t: 0 },
      { x: 20 * unit, y: 0, t: 9 },
    ],
  ]
  for (const unit of [1, 0.1])
    expect(v.is(handwriting, { width: 1000 * unit, height: 360 * unit, strokes: line(unit) })).toBe(true)
})
