import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Translated } from '../../../shared/platform/locale.ts'
import { breakableInFrench, englishWords, placeholdersIn, spacedPunctuation, textsOf } from '../../support/catalogs.ts'

interface Module {
  readonly problemWords?: Readonly<Record<string, Translated<string>>>
}

const { catalogs } = vi.hoisted(() => {
  // What the modules ask a browser for when they are loaded.
  const nothing = () => undefined
  const html = { lang: 'en', dataset: { baseUrl: 'https://api.example.com' } }
  Object.assign(globalThis, {
    document: { documentElement: html, addEventListener: nothing },
    location: { pathname: '/console', hash: '', origin: 'https://api.example.com', search: '' },
    localStorage: { getItem: () => null },
    sessionStorage: { getItem: () => null },
    addEventListener: nothing,
    BroadcastChannel: class {
      addEventListener = nothing
    },
  })
  return { catalogs: new Map<string, Translated<unknown>>() }
})

vi.mock('../../../functions/console/app/language.ts', () => ({
  textsOf: (texts: Translated<unknown>) => {
    catalogs.set(`catalog ${catalogs.size + 1}`, texts)
    return () => texts.en
  },
  currentLocale: () => 'en',
}))

// Its worker is a file of the build.
vi.mock('../../../shared/pages/pdf/pdf-document.ts', () => ({}))

beforeAll(async () => {
  for await (const file of glob('functions/console/app/**/*.{ts,tsx}')) {
    if (/\/(main\.tsx|language\.ts)$/.test(file)) continue
    const { problemWords = {} }: Module = await import(/* @vite-ignore */ resolve(file))
    for (const [code, words] of Object.entries(problemWords)) catalogs.set(code, words)
  }
})

test('every text of the console is in French as well, with the same placeholders and no English', () => {
  expect(catalogs.size).toBeGreaterThan(80)
  for (const [name, { en, fr }] of catalogs) {
    const [french, english] = [textsOf(fr), textsOf(en)]
    const known = (text: (typeof french)[number]) => [text.name, placeholdersIn(text)]
    // Names of roles and the like are in English in the API already.
    if (english.length > 0) expect([name, french.map(known)]).toEqual([name, english.map(known)])
    expect(french.filter(({ text }) => text.trim() === '' || /undefined|\[object/.test(text))).toEqual([])
    expect(french.filter(({ text }) => englishWords.test(text.replaceAll(/\S+@\S+/g, '')))).toEqual([])
  }
})

test('no line breaks before punctuation in French, and English sets no space there', () => {
  const texts = (locale: 'en' | 'fr') => [...catalogs.values()].flatMap((catalog) => textsOf(catalog[locale]))
  expect(texts('fr').filter(({ text }) => breakableInFrench.test(text))).toEqual([])
  expect(texts('en').filter(({ text }) => spacedPunctuation.test(text))).toEqual([])
})
