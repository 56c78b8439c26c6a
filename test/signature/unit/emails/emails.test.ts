import { describe, expect, test } from 'vitest'
import { composed } from '../../../../functions/signature/emails/compose.ts'
import { factsFor, type Reader } from '../../../../functions/signature/emails/facts.ts'
import { type EmailName, emailIn, signerMessages } from '../../../../functions/signature/emails/messages/catalog.ts'
import type { RequestRecord } from '../../../../functions/signature/model/request.ts'
import { nothingPlanned } from '../../../../functions/signature/model/retention.ts'
import { plainBrand } from '../../../../shared/pages/brand.ts'
import { locales, type ReaderLocale, readerLocales } from '../../../../shared/platform/locale.ts'
import { sampleRequest, sampleSigner, uuid } from '../sample-request.ts'

const jane: RequestRecord['createdBy'] = {
  type: 'user',
  id: uuid(5),
  email: 'jane@acme.example',
  firstName: 'Jane',
  lastName: 'Doe',
}
const [ann, bob] = [
  sampleSigner(1, { firstName: 'Ann', lastName: 'Lee' }),
  sampleSigner(2, { firstName: 'Bob', lastName: 'Ray' }),
]
const retention = { ...nothingPlanned, purgeAt: '2026-06-01T14:00:00.000Z' }
const request = sampleRequest({
  createdBy: jane,
  signers: [ann, bob],
  message: 'First line\n\nSecond line',
  retention,
})
const toAnn: Reader = { locale: 'en', firstName: 'Ann', signer: ann, isCreator: false, about: [] }

const names = Object.keys({
  invitation: 0,
  reminder: 0,
  extended: 0,
  declined: 0,
  declinedToCreator: 0,
  canceled: 0,
  expired: 0,
  expiredToCreator: 0,
  completed: 0,
  completedToCreator: 0,
  completedToOthers: 0,
  completedToNotary: 0,
  signedToCreator: 0,
  bouncedToCreator: 0,
  purging: 0,
} satisfies Record<EmailName, 0>) as EmailName[]
const isToMember = (name: EmailName) => name.endsWith('ToCreator') || name === 'purging'
const leadingToDocuments: readonly EmailName[] = [
  'invitation',
  'reminder',
  'extended',
  'completed',
  'completedToOthers',
  'completedToNotary',
]
const all = names.flatMap((name) =>
  (isToMember(name) ? locales : readerLocales).map((locale) => [name, locale] as const),
)

function written(name: EmailName, record: RequestRecord, reader: Partial<Reader> = {}, organization = 'Acme') {
  const subject = { record, organization, brand: plainBrand(organization) }
  const to = { ...toAnn, ...reader }
  const says = emailIn(to.locale, name, factsFor(subject, to))
  const url = says.button === undefined ? null : 'https://sign.example.com/sign/token'
  return composed(says, subject, { locale: to.locale, url })
}

describe.each(all)('%s in %s', (name, locale) => {
  test('names the document and who asks, and leads where it says', () => {
    const mail = written(name, request, { locale })
    expect(mail.subject).toContain('Service agreement')
    expect(mail.text).toContain('Jane Doe (Acme)')
    expect(mail.text).not.toMatch(/undefined|\bnull\b|\[object/)
    const leads = isToMember(name) || leadingToDocuments.includes(name)
    expect(mail.text.includes('https://sign.example.com/sign/token')).toBe(leads)
    expect(mail.html).toContain(`<html lang="${locale}">`)
  })

  test('is in one language', () => {
    const other = locales.find((each) => each !== locale) ?? 'en'
    const lines = (text: string) => text.split('\n').filter((line) => /\p{L}+ \p{L}+ \p{L}+/u.test(line))
    const here = lines(written(name, request, { locale }).text)
    const there = new Set(lines(written(name, request, { locale: other }).text))
    expect(here.length).toBeGreaterThan(3)
    expect(here.filter((line) => there.has(line))).toEqual([])
  })

  test('is what it is, whatever people are called and write', () => {
    const evil = '<script>alert(1)</script>"><img src=x>\r\nBcc: a@example.com'
    const person = { ...jane, firstName: evil, lastName: evil }
    const record = sampleRequest({
      createdBy: person,
      title: evil,
      message: evil,
      signers: [ann, sampleSigner(2, { firstName: evil })],
      cancel: { by: person, reason: evil, at: request.createdAt },
    })
    const mail = written(name, record, { locale, firstName: evil }, evil)
    expect(mail.html).not.toMatch(/<script|<img/)
    expect(mail.text).not.toMatch(/^Bcc:/m)
  })
})

test.each<[ReaderLocale, string]>([
  ['en', 'Sunday, 1 March 2026 at 15:00 (Central European Time)'],
  ['fr', 'dimanche 1er mars 2026 à 15:00 (heure d’Europe centrale)'],
  ['de', 'Sonntag, 1. März 2026 um 15:00 (Mitteleuropäische Zeit)'],
  ['pl', 'niedziela, 1 marca 2026 15:00 (czas środkowoeuropejski)'],
])('in %s a time is written %j', (locale, time) => {
  for (const name of ['invitation', 'reminder', 'extended', 'expired'] as const)
    expect(written(name, request, { locale }).text).toContain(time)
})

describe('an invitation', () => {
  test('has the message of the sender as one quotation, and who else is asked', () => {
    const { text, html } = written('invitation', request)
    expect(text).toContain('Jane Doe (Acme) wrote:\n\n“First line\n  Second line”\n\nAlso asked to sign: Bob Ray.')
    expect(html).toMatch(/border-left:[^>]*>“First line<br>Second line”<\/p>/)
  })

  test('lets nobody end the quotation of their message and go on in our name', () => {
    const message = 'Hello”\n\nSealpost: your account is locked. “Call'
    const { text } = written('invitation', sampleRequest({ createdBy: jane, message, signers: [ann] }))
    expect(text).toContain('\n\n“Hello"\n  Sealpost: your account is locked. "Call”\n\n')
  })

  test('says nothing of a message or others where there are none', () => {
    const { text } = written('invitation', sampleRequest({ createdBy: jane, signers: [ann] }))
    expect(text).not.toMatch(/wrote|Also asked/)
  })

  test('is from the organization where a program asks, and answers go nowhere else', () => {
    const mail = written('invitation', sampleRequest({ signers: [ann] }))
    expect(mail.fromName).toBe('Acme via Sealpost')
    expect(mail.subject).toBe('[TEST] Acme asks you to sign: Service agreement')
    expect(mail.replyTo).toBeUndefined()
  })

  test('is answered to the person who asks', () => {
    const mail = written('invitation', request)
    expect(mail.fromName).toBe('Jane Doe (Acme) via Sealpost')
    expect(mail.replyTo).toEqual({ name: 'Jane Doe', address: 'jane@acme.example' })
  })

  test('says by way of whom it comes, however long the name of the sender is', () => {
    const mail = written('invitation', sampleRequest({ signers: [ann] }), {}, 'Ä'.repeat(200))
    expect(mail.fromName).toMatch(/^Ä+… via Sealpost$/)
    expect(Array.from(mail.fromName ?? '')).toHaveLength(80)
  })
})

test.each([true, false])('whether it is a test is said in subject and letter: livemode %j', (livemode) => {
  const mail = written('invitation', { ...request, livemode })
  expect(mail.subject.startsWith('[TEST] ')).toBe(!livemode)
  expect(mail.text.includes('This is a test')).toBe(!livemode)
})

describe('the end of a request', () => {
  const decline = { signerId: bob.id, reason: 'The price', at: request.createdAt }
  const declined = { ...request, decline }

  test('by a decline is told to others with the name alone, and to who asked with the reason', () => {
    expect(written('declined', declined).text).toContain('Bob Ray declined')
    expect(written('declined', declined).text).not.toContain('The price')
    expect(written('declinedToCreator', declined, { signer: null, isCreator: true }).text).toContain('The price')
  })

  test('says that no reason was given where none was', () => {
    const silent = { ...request, decline: { ...decline, reason: null } }
    const { text } = written('declinedToCreator', silent, { signer: null, isCreator: true })
    expect(text).toContain('No reason was given.')
  })

  test('by a cancellation names whoever canceled, with their reason', () => {
    const by = { ...jane, firstName: 'John' }
    const { text } = written('canceled', { ...request, cancel: { by, reason: 'A mistake', at: request.createdAt } })
    expect(text).toContain('John Doe (Acme) canceled')
    expect(text).toContain('A mistake')
  })
})

describe('a code', () => {
  test.each(readerLocales)('is in the letter and not in what lists of mail show, in %s', (locale) => {
    const subject = { record: request, organization: 'Acme', brand: plainBrand('Acme') }
    const says = signerMessages[locale].code(factsFor(subject, { ...toAnn, locale }), '012345')
    const mail = composed(says, subject, { locale, url: null })
    expect(mail.text).toContain('\n\n012345\n\n')
    expect(`${says.subject} ${says.preheader} ${says.heading}`).not.toContain('012345')
  })

  /** https://www.etsi.org/deliver/etsi_ts/123000_123099/123038/ has the alphabet of which 160 characters fit one SMS. */
  const oneSms = /^[\w @£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]{1,160}$/

  test.each(readerLocales)('fits one SMS and stands first, in %s', (locale) => {
    const text = signerMessages[locale].codeText('012345', 'Organization of thirty letters')
    expect(text).toMatch(oneSms)
    expect(text).toMatch(/^012345\b.*Organization of thirty letters/)
  })
})
