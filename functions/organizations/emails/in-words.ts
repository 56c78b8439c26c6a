import type { MailLocale } from '../../../shared/mail/layout/locale.ts'

/** The date and the hour as people of the language write them. Recipients may be anywhere, so the zone is said. */
export function inWords(time: string, locale: MailLocale): string {
  const written = { en: 'en-GB', fr: 'fr-FR' }[locale]
  const format = new Intl.DateTimeFormat(written, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(time))} UTC`
}
