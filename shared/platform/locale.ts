/** The languages of texts for members: their e-mails, sign-in, invitations and the console. */
export const locales = ['en', 'fr'] as const
export type Locale = (typeof locales)[number]

/** The languages of texts for signers and recipients, who are often no members: their pages, e-mails and SMS. */
export const readerLocales = [...locales, 'de', 'es', 'it', 'nl', 'pt', 'pl'] as const
export type ReaderLocale = (typeof readerLocales)[number]

/** A message, or a set of messages, in every language of members. A missing translation does not compile. */
export type Translated<T> = Readonly<Record<Locale, T>>

/** The same in every language of signers and recipients. */
export type TranslatedForReaders<T> = Readonly<Record<ReaderLocale, T>>

/** The first of the given language tags, such as `fr-CA`, that we have; English if we have none of them. */
export function localeOf(...tags: readonly string[]): Locale {
  return firstOf(locales, tags)
}

/** The same of the languages for signers and recipients. */
export function readerLocaleOf(...tags: readonly string[]): ReaderLocale {
  return firstOf(readerLocales, tags)
}

function firstOf<Known extends string>(known: readonly Known[], tags: readonly string[]): Known | 'en' {
  const languages = tags.map((tag) => tag.toLowerCase().split(/[-_]/)[0])
  return languages.flatMap((language) => known.find((locale) => locale === language) ?? [])[0] ?? 'en'
}

/** What each language calls itself. */
export const languageNames: TranslatedForReaders<string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
  pl: 'Polski',
}

/** How dates and times are written. */
export const regionOf: TranslatedForReaders<string> = {
  en: 'en-GB',
  fr: 'fr-FR',
  de: 'de-DE',
  es: 'es-ES',
  it: 'it-IT',
  nl: 'nl-NL',
  pt: 'pt-PT',
  pl: 'pl-PL',
}

/** `1 March 2026 at 15:04:09 (Europe/Paris)`: a moment to the second, in the words of a language. */
export function momentInWords(at: string, locale: ReaderLocale, timeZone: string): string {
  const format = new Intl.DateTimeFormat(regionOf[locale], { dateStyle: 'long', timeStyle: 'medium', timeZone })
  return `${inGoodFrench(format.format(new Date(at)), locale)} (${timeZone})`
}

/** The date and time in words. It names the zone, because recipients live in different ones. */
export function dateInWords(time: string, locale: ReaderLocale, timeZone = 'UTC'): string {
  const [date, region] = [new Date(time), regionOf[locale]]
  const format = new Intl.DateTimeFormat(region, { dateStyle: 'full', timeStyle: 'short', timeZone })
  return `${inGoodFrench(format.format(date), locale)} ${zoneInWords(date, region, timeZone)}`
}

export function dayInWords(time: string, locale: ReaderLocale, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(regionOf[locale], { dateStyle: 'long', ...(timeZone && { timeZone }) })
  return inGoodFrench(format.format(new Date(time)), locale)
}

/** The first day of a month is an ordinal in French, which `Intl` does not know. */
function inGoodFrench(words: string, locale: ReaderLocale): string {
  return locale === 'fr' ? words.replace(/(?<!\S)1(?= \p{L})/u, '1er') : words
}

/** The name of a zone, such as `(Central European Time)`; UTC stands for itself. */
function zoneInWords(date: Date, region: string, timeZone: string): string {
  if (timeZone === 'UTC') return 'UTC'
  const format = new Intl.DateTimeFormat(region, { timeZone, timeZoneName: 'longGeneric' })
  const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return `(${name})`
}
