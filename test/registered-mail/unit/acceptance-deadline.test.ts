import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptanceDeadline } from '../../../functions/registered-mail/model/acceptance-deadline.ts'

const dayInParis = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' })
const parisDay = (ms: number) => dayInParis.format(new Date(ms))

/** Counts days of the calendar, and looks for the moment at which the last one ends in Paris: by the calendar of ICU alone. */
function expectedDeadline(notifiedAt: string): string {
  const [year = 0, month = 0, day = 0] = parisDay(Date.parse(notifiedAt)).split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - 1, day + 15)).toISOString().slice(0, 10)
  let [low, high] = [Date.parse(notifiedAt), Date.parse(notifiedAt) + 18 * 86_400_000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (parisDay(middle) > lastDay) high = middle
    else low = middle
  }
  return new Date(low).toISOString()
}

describe('the deadline of a registered mail', () => {
  it.each([
    ['the example of the law', '2026-11-24T10:00:00.000Z', '2026-12-09T22:59:59.999Z'],
    ['the first moment of a day in Paris', '2026-11-23T23:00:00.000Z', '2026-12-09T22:59:59.999Z'],
    ['the last moment of the day before', '2026-11-23T22:59:59.999Z', '2026-12-08T22:59:59.999Z'],
    ['clocks go forward within the period', '2026-03-20T12:00:00.000Z', '2026-04-04T21:59:59.999Z'],
    ['clocks go forward on the day of the notice', '2026-03-29T12:00:00.000Z', '2026-04-13T21:59:59.999Z'],
    ['clocks go forward on the last day', '2026-03-14T12:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['clocks go forward on the day after the last', '2026-03-13T12:00:00.000Z', '2026-03-28T22:59:59.999Z'],
    ['clocks go back within the period', '2026-10-20T12:00:00.000Z', '2026-11-04T22:59:59.999Z'],
    ['clocks go back on the day of the notice', '2026-10-25T00:30:00.000Z', '2026-11-09T22:59:59.999Z'],
    ['clocks go back on the last day', '2026-10-10T12:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['the end of a month of 30 days', '2026-04-20T12:00:00.000Z', '2026-05-05T21:59:59.999Z'],
    ['the end of a year', '2026-12-24T12:00:00.000Z', '2027-01-08T22:59:59.999Z'],
    ['February of a leap year', '2028-02-14T12:00:00.000Z', '2028-02-29T22:59:59.999Z'],
    ['over the leap day', '2028-02-20T12:00:00.000Z', '2028-03-06T22:59:59.999Z'],
    ['February of another year', '2027-02-14T12:00:00.000Z', '2027-03-01T22:59:59.999Z'],
  ])('%s', (_, notifiedAt, deadline) => {
    expect(acceptanceDeadline(notifiedAt)).toBe(deadline)
    expect(expectedDeadline(notifiedAt)).toBe(deadline)
  })

  it('is the same by the calendar of ICU at any moment', () => {
    const moments = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) })
    fc.assert(
      fc.property(moments, (ms) => {
        const notifiedAt = new Date(ms).toISOString()
        expect(acceptanceDeadline(notifiedAt)).toBe(expectedDeadline(notifiedAt))
      }),
      { numRuns: 200 },
    )
  })
})
