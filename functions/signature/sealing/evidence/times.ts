import type { Locale } from '../../../../shared/platform/locale.ts'
import { regionOf } from '../../../../shared/platform/locale.ts'

/** `26 November 2026 at 05:04:09 (Europe/Paris)`, in the words of a language. */
export function localTimeInWords(at: string, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  const format = new Intl.DateTimeFormat(regionOf[locale], { dateStyle: 'long', timeStyle: 'medium', timeZone })
  return `${format.format(new Date(at))} (${timeZone})`
}

/** `26/11/2026 05:04:09`, for a column of times. The heading of the column names the time zone. */
export function localTime(at: string, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  const format = new Intl.DateTimeFormat(regionOf[locale], { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return format.format(new Date(at)).replace(',', '')
}
