import { type Locale, localeOf, regionOf, type Translated } from '../../../shared/platform/locale.ts'

const key = 'sealpost.language'

const chosenBefore = localStorage.getItem(key)
let locale: Locale = chosenBefore === null ? localeOf(...navigator.languages) : localeOf(chosenBefore)
document.documentElement.lang = locale

export const currentLocale = () => locale

/** Speaks this language from now on, in this browser. */
export function chooseLocale(chosen: Locale): void {
  locale = chosen
  localStorage.setItem(key, chosen)
  document.documentElement.lang = chosen
}

/** The texts of a screen in the reader's language. Each screen brings its own, so that they load with it. */
export function textsOf<T>(texts: Translated<T>): () => T {
  return () => texts[locale]
}

/** A time for people, in the zone of their device, which it names. */
export function timeOf(iso: string): string {
  return format({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}

export function dayOf(iso: string): string {
  return format({ dateStyle: 'medium' }).format(new Date(iso))
}

/** The zone in which times are shown. */
export function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function numberOf(value: number): string {
  return new Intl.NumberFormat(regionOf[locale]).format(value)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(name) ?? new Intl.DateTimeFormat(regionOf[locale], options)
  formats.set(name, known)
  return known
}
