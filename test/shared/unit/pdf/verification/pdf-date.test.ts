import { expect, it } from 'vitest'
import { parsePdfDate } from '../../../../../shared/pdf/verification/pdf-date.ts'

it.each([
  ['D:20260301140509Z', '2026-03-01T14:05:09.000Z'],
  ["D:20260301140509Z00'00'", '2026-03-01T14:05:09.000Z'],
  ["D:20260301140509+01'00'", '2026-03-01T13:05:09.000Z'],
  ["D:20260301140509-05'30", '2026-03-01T19:35:09.000Z'],
  ['D:20260301140509+02', '2026-03-01T12:05:09.000Z'],
  ['D:20260301140509', '2026-03-01T14:05:09.000Z'],
  ['D:202603', '2026-03-01T00:00:00.000Z'],
  ['D:2026', '2026-01-01T00:00:00.000Z'],
])('%s is %s', (text, time) => {
  expect(new Date(parsePdfDate(text) ?? Number.NaN).toISOString()).toBe(time)
})

it.each(['', 'soon', '20260301', 'D:20261301', 'D:20260301250000Z', 'D:2026-03-01', "D:20260301140509+01'00'x"])(
  '"%s" is no date',
  (text) => {
    expect(parsePdfDate(text)).toBeNull()
  },
)
