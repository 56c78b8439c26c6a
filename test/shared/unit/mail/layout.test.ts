import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headerLine } from '../../../../shared/mail/address.ts'
import type { Email } from '../../../../shared/mail/layout/email.ts'
import { renderEmail } from '../../../../shared/mail/layout/render-email.ts'
import { accentOf } from '../../../../shared/pages/accent.ts'
import { plainBrand } from '../../../../shared/pages/brand.ts'
import { readerLocales } from '../../../../shared/platform/locale.ts'

const plain: Email = {
  locale: 'en',
  brand: plainBrand(),
  preheader: 'Please sign',
  heading: 'Jane asks for your signature',
  paragraphs: ['The contract waits for you.'],
  button: { label: 'Open the document', url: 'https://example.com/s/1?a=1&b=2' },
  smallPrint: ['You get this mail since Jane named you.'],
}

/** Texts as an attacker writes them, and any others. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title><a href="https://evil.example">',
    '--><b>',
    '<![endif]-->',
    '&lt;b&gt;',
    'a\r\nBcc: b@example.org\r\n\r\nbody',
    '\u2028\u202eevil',
    '\ud800',
  ),
)
/** Of a brand, blank texts are left out. */
const shownText = text.filter((given) => headerLine(given) !== '')
const sentEmails: fc.Arbitrary<Email> = fc.record({
  locale: fc.constantFrom(...readerLocales),
  brand: fc.record({
    name: shownText,
    logoUrl: fc.constant('https://example.com/sign/logos/a.png'),
    accent: fc.constant(accentOf('#1a7f5a')),
    contactEmail: shownText,
    contactPhone: shownText,
    legalName: shownText,
    legalAddress: shownText,
    privacyNoticeUrl: fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }),
  }),
  preheader: text,
  heading: text,
  paragraphs: fc.array(text, { maxLength: 4 }),
  button: fc.record({ label: text, url: fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }) }),
  smallPrint: fc.array(text, { maxLength: 3 }),
})

/** The same e-mail with nothing remarkable in it. */
function plainOf(sentEmail: Email): Email {
  const word = () => 'a'
  return {
    ...plain,
    locale: sentEmail.locale,
    brand: {
      ...sentEmail.brand,
      name: word(),
      contactEmail: word(),
      contactPhone: word(),
      legalName: word(),
      legalAddress: word(),
    },
    paragraphs: sentEmail.paragraphs.map(word),
    smallPrint: sentEmail.smallPrint.map(word),
  }
}

/** The tags of a page with the names of their attributes, without what the attributes say. */
const tagsOf = (page: string) => [...page.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/="[^"]*"/g, '=""'))

describe('whatever a letter says', () => {
  test('its HTML has the markup of the plainest letter', () => {
    fc.assert(
      fc.property(sentEmails, (sentEmail) => {
        expect(tagsOf(renderEmail(sentEmail).html)).toEqual(tagsOf(renderEmail(plainOf(sentEmail)).html))
      }),
    )
  })

  test('its text has a line for each part and none of the values makes another', () => {
    fc.assert(
      fc.property(sentEmails, (sentEmail) => {
        const lines = (given: Email) => renderEmail(given).text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).length
        expect(lines(sentEmail)).toBe(lines(plainOf(sentEmail)))
      }),
    )
  })

  test('its button leads where it was told to, and nowhere else', () => {
    fc.assert(
      fc.property(sentEmails, (sentEmail) => {
        const { html, text } = renderEmail(sentEmail)
        const href = new URL(sentEmail.button?.url ?? '').href
        const unescaped = (value = '') => value.replaceAll('&#39;', "'").replaceAll('&amp;', '&')
        expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => unescaped(url))).toEqual([href, href])
        expect(text.split('\n')).toContain(href)
      }),
    )
  })
})

test.each(['javascript:alert(1)', 'http://example.com', 'data:text/html,a', '/relative'])(
  'a letter whose button leads to %s is not made',
  (url) => {
    expect(() => renderEmail({ ...plain, button: { label: 'a', url } })).toThrow()
  },
)

test('a letter without a button has no link', () => {
  const { html, text } = renderEmail({ ...plain, button: undefined })
  expect(html).not.toContain('<a ')
  expect(text).not.toContain('https:')
})

test.each([
  ['en', 'If the button does not work'],
  ['fr', 'Si le bouton ne fonctionne pas'],
] as const)('in %s the layout speaks the language of the letter', (locale, words) => {
  const { html } = renderEmail({ ...plain, locale })
  expect(html).toContain(words)
  expect(html).toContain(`<html lang="${locale}">`)
})

test('the text reads as a person would write it', () => {
  expect(renderEmail(plain).text).toBe(`Jane asks for your signature

The contract waits for you.

Open the document:
https://example.com/s/1?a=1&b=2

-- 
Sealpost
You get this mail since Jane named you.
`)
})

test('what the link is for ends with a colon as its language has it', () => {
  expect(renderEmail(plain).text).toContain('\n\nOpen the document:\nhttps://example.com/s/1?a=1&b=2\n')
  const french: Email = { ...plain, locale: 'fr', button: { label: 'Lire et signer', url: 'https://example.com/s/1' } }
  expect(renderEmail(french).text).toContain('\n\nLire et signer\u00a0:\nhttps://example.com/s/1\n')
})
