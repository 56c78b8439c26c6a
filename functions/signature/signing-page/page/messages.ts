import { type ReaderLocale, regionOf } from '../../../../shared/platform/locale.ts'
import { en, type Messages } from './messages/en.ts'

export type { Messages }

/** Each language is a script of its own, so that a reader gets no other. English is what is left where one cannot be loaded. */
const others: Readonly<Record<Exclude<ReaderLocale, 'en'>, () => Promise<Messages>>> = {
  fr: async () => (await import('./messages/fr.ts')).fr,
  de: async () => (await import('./messages/de.ts')).de,
  es: async () => (await import('./messages/es.ts')).es,
  it: async () => (await import('./messages/it.ts')).it,
  nl: async () => (await import('./messages/nl.ts')).nl,
  pt: async () => (await import('./messages/pt.ts')).pt,
  pl: async () => (await import('./messages/pl.ts')).pl,
}

const loaded: Partial<Record<ReaderLocale, Messages>> = { en }

/** Gets the texts of a language ready, and tells whether that succeeded. */
export async function loadMessages(locale: ReaderLocale): Promise<boolean> {
  if (loaded[locale] || locale === 'en') return true
  const texts = await others[locale]().catch(() => null)
  if (texts) loaded[locale] = texts
  return texts !== null
}

/** The texts of a language that was loaded; English ones where that failed. */
export function messagesOf(locale: ReaderLocale): Messages {
  return loaded[locale] ?? en
}

/** The language that is really shown. */
export function spokenLocale(locale: ReaderLocale): ReaderLocale {
  return loaded[locale] ? locale : 'en'
}

/** `1–3 and 7` for pages in ascending order. */
export function pagesInWords(pages: readonly number[], locale: ReaderLocale): string {
  const runs: { from: number; to: number }[] = []
  for (const page of pages) {
    const last = runs.at(-1)
    if (last?.to === page - 1) last.to = page
    else runs.push({ from: page, to: page })
  }
  const words = runs.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
  return new Intl.ListFormat(regionOf[locale]).format(words)
}

export function namesInWords(names: readonly string[], locale: ReaderLocale): string {
  return new Intl.ListFormat(regionOf[locale]).format(names)
}

/** A time for people, in the zone of their device, which it names. */
export function timeOf(iso: string, locale: ReaderLocale): string {
  return new Intl.DateTimeFormat(regionOf[locale], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso))
}

export function hourOf(iso: string, locale: ReaderLocale): string {
  const format = new Intl.DateTimeFormat(regionOf[locale], {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return format.format(new Date(iso))
}

/** `9:05` for minutes and seconds. */
export function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
