import { en, type Messages } from './messages/en.ts'
import { fr } from './messages/fr.ts'

export type { Messages }
export type Locale = 'en' | 'fr'

const catalogs: Record<Locale, Messages> = { en, fr }

export function messagesOf(locale: Locale): Messages {
  return catalogs[locale]
}

/** The first language of a list (BCP 47 tags, best first) that the page speaks; English if there is none. */
export function localeOf(tags: readonly string[]): Locale {
  return tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((language) => isLocale(language)) ?? 'en'
}

function isLocale(language: string): language is Locale {
  return language in catalogs
}

export function otherLocale(locale: Locale): Locale {
  return locale === 'en' ? 'fr' : 'en'
}

const regions: Record<Locale, string> = { en: 'en-GB', fr: 'fr-FR' }

/** A time for people, in the zone of their device, which it names. */
export function timeOf(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(regions[locale], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso))
}

export function hourOf(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(regions[locale], { timeStyle: 'short' }).format(new Date(iso))
}

/** `9:05` for minutes and seconds. */
export function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
