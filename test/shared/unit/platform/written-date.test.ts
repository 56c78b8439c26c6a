import { describe, expect, it } from 'vitest'
import { readerLocales } from '../../../../shared/platform/locale.ts'
import { writtenDay, writtenTime } from '../../../../shared/platform/written-date.ts'

const lateInParis = Date.parse('2026-03-01T23:30:00Z')

describe('a date for people', () => {
  it.each([
    ['Europe/Paris', '2 Mar 2026'],
    ['America/New_York', '1 Mar 2026'],
    ['Pacific/Kiritimati', '2 Mar 2026'],
  ])('is the day of its zone: %s', (zone, day) => {
    expect(writtenDay(lateInParis, zone, 'en')).toBe(day)
  })

  it('is written as each language does', () => {
    const days = Object.fromEntries(readerLocales.map((locale) => [locale, writtenDay(lateInParis, 'UTC', locale)]))
    expect(days).toEqual({
      en: '1 Mar 2026',
      fr: '01/03/2026',
      de: '01.03.2026',
      es: '01/03/2026',
      it: '01/03/2026',
      nl: '01-03-2026',
      pt: '01/03/2026',
      pl: '01.03.2026',
    })
  })

  it.each([
    ['UTC', '1 Mar 2026, 23:30 UTC'],
    ['Europe/Paris', '2 Mar 2026, 00:30 UTC+1'],
    ['America/New_York', '1 Mar 2026, 18:30 UTC−5'],
    ['Asia/Kolkata', '2 Mar 2026, 05:00 UTC+5:30'],
  ])('has the time with its distance from UTC: %s', (zone, time) => {
    expect(writtenTime(lateInParis, zone, 'en')).toBe(time)
  })
})
