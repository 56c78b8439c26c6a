import { describe, expect, it } from 'vitest'
import { dayInZone } from '../../../../shared/platform/day-in-zone.ts'

describe('dayInZone', () => {
  it.each([
    ['in winter, an hour before midnight in UTC', 'Europe/Paris', '2026-01-31T23:00:00Z', '2026-02-01'],
    ['in winter, just before that', 'Europe/Paris', '2026-01-31T22:59:59.999Z', '2026-01-31'],
    ['in summer, two hours before midnight in UTC', 'Europe/Paris', '2026-06-30T22:00:00Z', '2026-07-01'],
    ['west of Greenwich', 'America/Guadeloupe', '2026-01-01T03:59:59Z', '2025-12-31'],
    ['of a year of few digits', 'Europe/Paris', '2000-02-29T12:00:00Z', '2000-02-29'],
  ])('%s', (_, timeZone, at, day) => {
    expect(dayInZone(Date.parse(at), timeZone)).toBe(day)
  })
})
