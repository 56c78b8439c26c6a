import { describe, expect, test } from 'vitest'
import { type Facts, signerMessages } from '../../../../functions/signature/emails/messages/catalog.ts'
import { readerLocales } from '../../../../shared/platform/locale.ts'
import {
  breakableInFrench,
  englishWords,
  placeholdersIn,
  spacedPunctuation,
  textsOf,
} from '../../../support/catalogs.ts'

const facts: Facts = {
  sender: 'ZQA',
  title: 'ZQB',
  firstName: 'ZQC',
  message: ['ZQD'],
  others: '71',
  expiry: '72',
  about: '',
  aboutEmail: '',
  signatures: { done: 1, of: 2 },
  purge: '73',
  endedBy: 'ZQE',
  reason: '74',
}

const { codeText: _, test: __, onBehalf: ___, ...inEnglish } = signerMessages.en
const names = Object.keys(inEnglish) as (keyof typeof inEnglish)[]

/** Each part of each e-mail, where things are known and where they are not. */
function partsIn(locale: (typeof readerLocales)[number]) {
  const unknown = { ...facts, firstName: null, message: [], others: null, purge: null, reason: null }
  return names.flatMap((name) =>
    [facts, unknown].flatMap((known) => {
      const says = signerMessages[locale][name](known, '012345')
      const { paragraphs, smallPrint, ...lines } = says
      return [
        ...textsOf(lines, 0, name),
        {
          name: `${name}.paragraphs`,
          text: paragraphs.map((each) => (typeof each === 'string' ? each : each.quoted.join('\n'))).join('\n'),
        },
        { name: `${name}.smallPrint`, text: smallPrint.join('\n') },
      ]
    }),
  )
}

const english = partsIn('en')

describe.each(readerLocales.filter((locale) => locale !== 'en'))('e-mails in %s', (locale) => {
  const parts = partsIn(locale)

  test('say the same as in English', () => {
    const known = (text: (typeof parts)[number]) => [text.name, placeholdersIn(text), text.text.includes('ZQE')]
    expect(parts.map(known)).toEqual(english.map(known))
    expect(parts.filter(({ text, name }) => text.trim() === '' && !name.endsWith('smallPrint'))).toEqual([])
  })

  test('are in one language, with its punctuation', () => {
    expect(parts.filter(({ text }) => englishWords.test(text))).toEqual([])
    const odd = locale === 'fr' ? breakableInFrench : spacedPunctuation
    expect(parts.filter(({ text }) => odd.test(text))).toEqual([])
  })
})
