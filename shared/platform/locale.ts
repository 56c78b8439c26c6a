/** The languages of e-mails and pages. */
export const locales = ['en', 'fr'] as const
export type Locale = (typeof locales)[number]

/** A message, or a set of messages, in every language. A missing translation does not compile. */
export type Translated<T> = Readonly<Record<Locale, T>>

/** The first of the given language tags, such as `fr-CA`, that we have; English if we have none of them. */
export function localeOf(...tags: readonly string[]): Locale {
  const languages = tags.map((tag) => tag.toLowerCase().split(/[-_]/)[0])
  const known = languages.flatMap((language) => locales.find((locale) => locale === language) ?? [])
  return known[0] ?? 'en'
}

/** How dates and times are written. */
export const regionOf: Translated<string> = { en: 'en-GB', fr: 'fr-FR' }

/** The date and time in words. It names the zone, because recipients live in different ones. */
export function dateInWords(time: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(regionOf[locale], { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(time))} UTC`
}
