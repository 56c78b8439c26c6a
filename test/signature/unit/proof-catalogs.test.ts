import { describe, expect, test } from 'vitest'
import { evidenceMessages } from '../../../functions/signature/sealing/evidence/messages/catalog.ts'
import { verifyMessages } from '../../../functions/signature/verify-page/messages/catalog.ts'
import { labelWidth, reportStyles } from '../../../shared/pdf/report-text.ts'
import { recordMessages } from '../../../shared/pdf/signing-record-messages/catalog.ts'
import { textWidth } from '../../../shared/pdf/typesetting.ts'
import { loadTypesetter } from '../../../shared/pdf/typography/typesetter.ts'
import { type ReaderLocale, readerLocales } from '../../../shared/platform/locale.ts'
import { breakableInFrench, englishWords, placeholdersIn, spacedPunctuation, textsOf } from '../../support/catalogs.ts'

/** What the sentences are about, in an order of its own so that each placeholder stands for one fact. */
const facts = {
  actor: 'ZQA',
  signer: 'ZQB',
  to: 'ZQC',
  pages: [71, 72],
  changes: ['74'],
  text: 'ZQD',
  fileName: '73',
  vendor: '74',
  holder: '75',
  issuer: '76',
}

const catalogs = {
  'page that checks documents': (locale: ReaderLocale) => {
    const { certificate, ...others } = verifyMessages[locale]
    const kinds = ['ours', 'test', 'known', 'unknown', 'broken'] as const
    return textsOf({ ...others, certificates: kinds.map((kind) => certificate('ZQA', kind)) })
  },
  evidence: (locale: ReaderLocale) => {
    const { sentences, identity, corrections, ...others } = evidenceMessages[locale]
    const values = { before: 'ZQA', after: 'ZQB' }
    const corrected = Object.entries(corrections).map(([name, say]) => [
      name,
      say instanceof Function ? say(values) : say,
    ])
    const told = Object.entries(sentences).map(([name, say]) => [name, say(facts)])
    const shown = Object.entries(identity).map(([name, say]) => [name, say(facts)])
    return textsOf({
      ...others,
      sentences: Object.fromEntries(told),
      identity: Object.fromEntries(shown),
      corrections: Object.fromEntries(corrected),
    })
  },
  'record of signatures': (locale: ReaderLocale) => textsOf({ ...recordMessages[locale], methods: {} }),
}

describe.each(Object.entries(catalogs))('the %s', (_, textsIn) => {
  const english = textsIn('en')

  test.each(readerLocales.filter((locale) => locale !== 'en'))('says the same in %s, in one language', (locale) => {
    const texts = textsIn(locale)
    const known = (text: (typeof texts)[number]) => [text.name, placeholdersIn(text)]
    expect(texts.map(known)).toEqual(english.map(known))
    expect(texts.filter(({ text }) => text.trim() === '' || /undefined|\[object/.test(text))).toEqual([])
    expect(texts.filter(({ text }) => englishWords.test(text))).toEqual([])
    const odd = locale === 'fr' ? breakableInFrench : spacedPunctuation
    expect(texts.filter(({ text }) => odd.test(text))).toEqual([])
  })
})

test.each(readerLocales)('the labels of the annex and of the record fit their column in %s', async (locale) => {
  const setting = { typesetter: await loadTypesetter(), font: 'semiBold' } as const
  const isWide = (label: string) => textWidth(setting, label, reportStyles.plain.size) > labelWidth - 4
  const labels = [...Object.values(recordMessages[locale]), ...Object.values(evidenceMessages[locale].annexLabels)]
  const values = ['appended', 'rewritten', 'noAuditTrail', 'notRecorded'] as const
  const notLabels: string[] = [
    ...values.map((name) => evidenceMessages[locale].annexLabels[name]),
    recordMessages[locale].heading,
  ]
  const wide = labels.filter((label) => typeof label === 'string' && !notLabels.includes(label) && isWide(label))
  expect(wide).toEqual([])
})
