import { expect, test } from 'vitest'
import { dateInWords, localeOf, readerLocaleOf } from '../../../../shared/platform/locale.ts'

test.each([
  [['fr'], 'fr'],
  [['fr-CA'], 'fr'],
  [['FR_be'], 'fr'],
  [['en-GB'], 'en'],
  [['EN-us', 'fr'], 'en'],
  [['de', 'fr'], 'fr'],
  [['fr-CH', 'en'], 'fr'],
  [['de', 'it'], 'en'],
  [['fro'], 'en'],
  [[''], 'en'],
  [[], 'en'],
])('the language for %j is %s', (tags, locale) => {
  expect(localeOf(...tags)).toBe(locale)
})

test.each([
  [['de'], 'de'],
  [['pt-BR', 'fr'], 'pt'],
  [['PL_pl'], 'pl'],
  [['ja', 'it-CH'], 'it'],
  [['ja'], 'en'],
  [[], 'en'],
])('the language of a signer or recipient for %j is %s', (tags, locale) => {
  expect(readerLocaleOf(...tags)).toBe(locale)
})

test.each([
  ['en', 'Europe/Paris', 'Sunday, 1 March 2026 at 15:00 (Central European Time)'],
  ['de', 'Europe/Paris', 'Sonntag, 1. März 2026 um 15:00 (Mitteleuropäische Zeit)'],
  ['pl', 'America/New_York', 'niedziela, 1 marca 2026 09:00 (czas wschodnioamerykański)'],
  ['nl', 'UTC', 'zondag 1 maart 2026 om 14:00 UTC'],
] as const)('in %s a time in %s is written %j', (locale, zone, text) => {
  expect(dateInWords('2026-03-01T14:00:00Z', locale, zone)).toBe(text)
})

test('dates name their zone in every language', () => {
  expect(dateInWords('2026-03-01T14:00:00Z', 'en')).toMatch(/^Sunday,? 1 March 2026 at 14:00 UTC$/)
  expect(dateInWords('2026-03-01T14:00:00Z', 'fr')).toMatch(/^dimanche 1er mars 2026 à 14:00 UTC$/)
})
