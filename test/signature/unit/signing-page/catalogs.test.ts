import { describe, expect, test } from 'vitest'
import { consentTexts } from '../../../../functions/signature/signing-page/consent-text.ts'
import { en } from '../../../../functions/signature/signing-page/page/messages/en.ts'
import { loadMessages, messagesOf } from '../../../../functions/signature/signing-page/page/messages.ts'
import { readerLocales } from '../../../../shared/platform/locale.ts'
import {
  breakableInFrench,
  type CatalogText,
  englishWords,
  placeholdersIn,
  spacedPunctuation,
  textsOf,
} from '../../../support/catalogs.ts'

const others = readerLocales.filter((locale) => locale !== 'en')
/** In whatever order a file has them. */
const byName = (texts: CatalogText[]) => texts.toSorted((a, b) => (a.name < b.name ? -1 : 1))
const english = byName(textsOf(en))

/** What is the same in several languages. */
const shared = /^(?:pageOf|senderOf|zoomLevel|documentFile|fieldNames\.text|fieldOnPage|pages|modes|redirecting|goOn)/

async function catalogOf(locale: (typeof readerLocales)[number]) {
  expect(await loadMessages(locale)).toBe(true)
  return byName(textsOf(messagesOf(locale)))
}

describe.each(others)('the page in %s', (locale) => {
  test('says everything with the same names and numbers as in English', async () => {
    const texts = await catalogOf(locale)
    expect(texts.map(({ name }) => name)).toEqual(english.map(({ name }) => name))
    expect(texts.map((text) => [text.name, placeholdersIn(text)])).toEqual(
      english.map((text) => [text.name, placeholdersIn(text)]),
    )
    expect(texts.filter(({ text }) => text.trim() === '' || /undefined|\bnull\b|\[object/.test(text))).toEqual([])
  })

  test('is in its own language', async () => {
    const texts = await catalogOf(locale)
    const same = texts.filter(({ name, text }, index) => text === english[index]?.text && !shared.test(name))
    expect(same).toEqual([])
    expect(texts.filter(({ text }) => englishWords.test(text))).toEqual([])
    expect(consentTexts[locale]).not.toBe(consentTexts.en)
  })

  test('has the punctuation of its language', async () => {
    const odd = locale === 'fr' ? breakableInFrench : spacedPunctuation
    expect((await catalogOf(locale)).filter(({ text }) => odd.test(text))).toEqual([])
  })
})

test.each([
  [1, '1 pole do wypełnienia'],
  [2, '2 pola do wypełnienia'],
  [5, '5 pól do wypełnienia'],
  [12, '12 pól do wypełnienia'],
  [22, '22 pola do wypełnienia'],
])('Polish has three forms of a noun: %i', async (n, text) => {
  await loadMessages('pl')
  expect(messagesOf('pl').fieldsLeft(n)).toBe(text)
})
