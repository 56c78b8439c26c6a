import { momentInWords, type ReaderLocale, regionOf } from '../../../../shared/platform/locale.ts'

interface Reader {
  readonly locale: ReaderLocale
  readonly timeZone: string
}

/** `26 November 2026 at 05:04:09 (Europe/Paris)`, in the words of a language. */
export function localTimeInWords(at: string, { locale, timeZone }: Reader): string {
  return momentInWords(at, locale, timeZone)
}

/** `26/11/2026 05:04:09`, for a column of times. The heading of the column names the time zone. */
export function localTime(at: string, { locale, timeZone }: Reader): string {
  const format = new Intl.DateTimeFormat(regionOf[locale], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
  })
  return format.format(new Date(at)).replace(',', '')
}
