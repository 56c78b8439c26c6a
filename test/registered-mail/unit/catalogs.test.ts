import { describe, expect, test } from 'vitest'
import { recipientMessages } from '../../../functions/registered-mail/emails/messages/catalog.ts'
import { languagesOf, noticeMessage } from '../../../functions/registered-mail/emails/messages.ts'
import { pageTexts } from '../../../functions/registered-mail/recipient-page/texts/page-texts.ts'
import { readerLocales } from '../../../shared/platform/locale.ts'
import { breakableInFrench, englishWords, placeholdersIn, spacedPunctuation, textsOf } from '../../support/catalogs.ts'

const catalogs = { pages: pageTexts, emails: recipientMessages }

describe.each(readerLocales.filter((locale) => locale !== 'en'))('in %s', (locale) => {
  test.each(['pages', 'emails'] as const)('the %s say the same as in English, in one language', (kind) => {
    const [texts, english] = [textsOf(catalogs[kind][locale]), textsOf(catalogs[kind].en)]
    const known = (text: (typeof texts)[number]) => [text.name, placeholdersIn(text)]
    expect(texts.map(known)).toEqual(english.map(known))
    expect(texts.filter(({ text }) => text.trim() === '' || /undefined|\[object/.test(text))).toEqual([])
    expect(texts.filter(({ text }) => englishWords.test(text))).toEqual([])
    const odd = locale === 'fr' ? breakableInFrench : spacedPunctuation
    expect(texts.filter(({ text }) => odd.test(text))).toEqual([])
  })
})

test('an e-mail is in the language of the recipient, and in French and English where nobody knows it', () => {
  const notice = { name: 'Ann Lee', deadline: '2026-03-16T22:59:59.999Z' }
  const polish = noticeMessage({ ...notice, languages: languagesOf('pl-PL') })
  expect(polish.subject).toBe('Przesyłka polecona czeka na odbiór')
  expect(polish.preheader).toBe('Termin przyjęcia lub odmowy: poniedziałek, 16 marca 2026 23:59 (czas paryski).')
  const both = noticeMessage({ ...notice, languages: languagesOf(null) })
  expect(both.subject).toBe('Un envoi recommandé vous attend / A registered mail is waiting for you')
  expect(both.paragraphs).toHaveLength(4)
})
