import { type ReaderLocale, regionOf } from './locale.ts'
import { wallOf } from './time-zone.ts'

/** In British English browsers and servers disagree whether September is `Sep` or `Sept`. */
const englishMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * The calendar day of an instant in a time zone, as the readers of a language write it: `01.03.2026`. English ones read numbers in
 * two orders, so their month is a word: `1 Mar 2026`. Pages and documents show the same.
 */
export function writtenDay(timeMs: number, timeZone: string, locale: ReaderLocale): string {
  const day = new Date(wallOf(timeMs, timeZone))
  if (locale === 'en') return `${day.getUTCDate()} ${englishMonths[day.getUTCMonth()]} ${day.getUTCFullYear()}`
  const digits = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(regionOf[locale], digits).format(day)
}

/** `1 Mar 2026, 15:05 UTC+1`: the zone is named by its distance from UTC, the same in every language. */
export function writtenTime(timeMs: number, timeZone: string, locale: ReaderLocale): string {
  const wall = wallOf(timeMs, timeZone)
  const minutes = Math.round((wall - timeMs) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const sign = minutes < 0 ? '−' : '+'
  const offset = minutes === 0 ? '' : `${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
  const clock = new Date(wall).toISOString().slice(11, 16)
  return `${writtenDay(timeMs, timeZone, locale)}, ${clock} UTC${offset}`
}
