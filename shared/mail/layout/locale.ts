/** The languages that mail is written in. */
export const mailLocales = ['en', 'fr'] as const
export type MailLocale = (typeof mailLocales)[number]

/** What is said in every language. One that lacks a language, or a text of it, does not compile. */
export type Catalog<Words> = Readonly<Record<MailLocale, Words>>

/** The language for a person's own locale, such as `fr-CA`; English where it is none of ours. */
export function mailLocaleOf(locale: string): MailLocale {
  const [language] = locale.toLowerCase().split(/[-_]/)
  return mailLocales.find((known) => known === language) ?? 'en'
}
