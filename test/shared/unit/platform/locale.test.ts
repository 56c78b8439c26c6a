import { expect, test } from 'vitest'
import { dateInWords, localeOf } from '../../../../shared/platform/locale.ts'

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

test('dates name their zone in every language', () => {
  expect(dateInWords('2026-03-01T14:00:00Z', 'en')).toMatch(/^Sunday,? 1 March 2026 at 14:00 UTC$/)
  expect(dateInWords('2026-03-01T14:00:00Z', 'fr')).toMatch(/^dimanche 1 mars 2026 à 14:00 UTC$/)
})
