import { type Locale, regionOf, type Translated } from '../../../../shared/platform/locale.ts'
import { en, type Messages } from './messages/en.ts'
import { fr } from './messages/fr.ts'

export type { Messages }

const catalogs: Translated<Messages> = { en, fr }

export function messagesOf(locale: Locale): Messages {
  return catalogs[locale]
}

export function otherLocale(locale: Locale): Locale {
  return locale === 'en' ? 'fr' : 'en'
}

/** A time for people, in the zone of their device, which it names. */
export function timeOf(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(regionOf[locale], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso))
}

export function hourOf(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(regionOf[locale], { timeStyle: 'short' }).format(new Date(iso))
}

/** `9:05` for minutes and seconds. */
export function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
