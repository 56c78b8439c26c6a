import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { sanitizedLetter } from '../../../functions/registered-mail/content/sanitize-letter.ts'
import { proofAttachment, proofContent } from '../../../functions/registered-mail/model/proof-content.ts'
import { kindTexts } from '../../../functions/registered-mail/proofs/proof-texts.ts'
import { renderProof } from '../../../functions/registered-mail/proofs/render-proof.ts'
import { attachmentsNamed } from '../../../shared/pdf/attachment.ts'
import { DocumentObjects } from '../../../shared/pdf/document-objects.ts'
import { inspectDocument } from '../../../shared/pdf/inspect-document.ts'
import { isInstalled, poppler } from '../../support/documents/poppler.ts'
import { hasQpdf, qpdfFaults } from '../../support/documents/qpdf.ts'
import { sampleProof } from './sample-proof.ts'

const canReadText = isInstalled('pdftotext')
const textOf = (bytes: Uint8Array) => poppler('pdftotext', bytes, (path) => ['-raw', path, '-'])
const kinds = ['deposit', 'content', 'delivery', 'refusal', 'negligence', 'bounce'] as const

describe.each(kinds)('a proof of %s', (kind) => {
  it('holds the same content for programs', async () => {
    const proof = sampleProof(kind)
    const bytes = await renderProof(proof, kind === 'content' ? '<p>Hello</p>' : null)
    const [json, ...others] = attachmentsNamed(new DocumentObjects(bytes), proofAttachment)
    expect(others).toEqual([])
    expect(v.parse(proofContent, JSON.parse(Buffer.from(json ?? []).toString()))).toEqual(proof)
    if (hasQpdf) expect(qpdfFaults(bytes)).toBe('')
  })

  it.skipIf(!canReadText)('says what the law asks for, and never that a simple mail is a qualified one', async () => {
    const proof = sampleProof(kind)
    const text = textOf(await renderProof(proof, kind === 'content' ? '<p>Hello</p>' : null)).replace(/\s+/g, ' ')
    const { sender, recipient } = proof
    const said = [
      kindTexts[kind].fr,
      kindTexts[kind].en,
      proof.number,
      sender.name,
      sender.email,
      recipient.name,
      recipient.email,
    ]
    for (const each of [...said, 'cd'.repeat(32)]) expect(text).toContain(each)
    expect(text).toContain('2026-11-24 10:10:00 UTC (24/11/2026 11:10:00 Paris)')
    expect(text).toContain('non qualifié (article 43 du règlement eIDAS)')
    const withoutDenial = text.replace(/n’est pas une lettre recommandée électronique/g, '')
    expect(withoutDenial).not.toMatch(/lettre recommandée électronique|\bLRE\b/i)
    expect(text).not.toContain('TEST')
  })
})

describe.skipIf(!canReadText)('a proof says', () => {
  const saidBy = async (kind: (typeof kinds)[number], contents?: Parameters<typeof sampleProof>[2]) =>
    textOf(await renderProof(sampleProof(kind, {}, contents))).replace(/\s+/g, ' ')
  const email = (type: string, mailId: string, minute: number, detail: object) => ({
    type,
    minute,
    detail: { mailId, kind: 'registered_mail_notice', to: 'jean@example.com', ...detail },
  })

  it('when the recipient first saw and downloaded the content', async () => {
    const steps = [
      { type: 'delivered', minute: 3 },
      { type: 'displayed', minute: 4 },
      { type: 'downloaded', minute: 5 },
    ]
    const text = await saidBy('delivery', steps)
    expect(text).toContain('Affiché · First displayed 2026-11-24 10:04:00 UTC')
    expect(text).toContain('Téléchargé · First downloaded 2026-11-24 10:05:00 UTC')
    expect(await saidBy('delivery', steps.slice(0, 2))).toContain('none before this proof')
  })

  it('what the mail server answered', async () => {
    const text = await saidBy('deposit', [
      email('email_sent', '1', 1, { messageId: 'ses-1' }),
      email('email_delivered', '1', 2, { serverAnswer: '250 2.6.0 taken' }),
      { type: 'deposited', minute: 2 },
    ])
    expect(text).toContain('Message-ID ses-1')
    expect(text).toContain('Server said 250 2.6.0 taken')
  })

  it('every notice and reminder of a mail that nobody claimed, and both ends of the period', async () => {
    const reminder = { kind: 'registered_mail_reminder' }
    const text = await saidBy('negligence', [
      email('email_sent', '1', 1, {}),
      email('email_delivered', '1', 2, {}),
      email('email_sent', '2', 3, reminder),
      email('email_bounced', '2', 4, { ...reminder, serverAnswer: '452 full' }),
      email('email_delivered', '3', 5, reminder),
    ])
    expect(text.match(/E-mail of the notice/g)).toHaveLength(1)
    expect(text.match(/Reminder sent/g)).toHaveLength(2)
    for (const each of ['Reminder sent 2026-11-24 10:03:00 UTC', 'Server said 452 full', 'without a report'])
      expect(text).toContain(each)
    expect(text).toContain('Period begins 2026-11-24 23:00:00 UTC (25/11/2026 00:00:00 Paris)')
    expect(text).toContain('Period ends 2026-12-09 22:59:59 UTC (09/12/2026 23:59:59 Paris)')
  })

  it('everything in French and in English, in plain words', async () => {
    for (const kind of kinds) {
      const text = await saidBy(kind)
      expect(text).not.toMatch(/otp_|email_|"reportedAt"|user agent/i)
      if (kind !== 'content') expect(text).toMatch(/Chaque étape contient l’empreinte[\s\S]+Each step holds the hash/)
    }
    const delivery = await saidBy('delivery')
    for (const each of ['Code vérifié · Code verified', 'constaté par · told by: le prestataire · the vendor'])
      expect(delivery).toContain(each)
  })
})

it.skipIf(!canReadText)('a proof of a test organization says that it proves nothing', async () => {
  const text = textOf(await renderProof(sampleProof('deposit', { livemode: false, type: 'qualified' }))).replace(
    /\s+/g,
    ' ',
  )
  expect(text).toContain('sans valeur juridique, et ses heures peuvent être celles d’une horloge de test')
  expect(text).not.toContain('eIDAS')
  expect(text).toContain('en mode test · in test mode')
  expect(text).not.toContain('a code sent to this address')
})

describe.skipIf(!canReadText)('the letter in a proof of content', () => {
  it('has its text, lists, tables and links', async () => {
    const html = [
      '<h1>Heading</h1><p>One <strong>bold</strong> <em>italic</em> <a href="https://example.com/a">link</a></p>',
      '<ol><li>first<ul><li>nested</li></ul></li><li>second</li></ol><div>in a div</div>',
      '<table><thead><tr><th>Month</th><th>Amount</th></tr></thead><tbody>',
      ...Array.from({ length: 60 }, (_, row) => `<tr><td>Row ${row}</td><td>${row} €</td></tr>`),
      '</tbody></table><p>مرحبا بكم</p><p>Tiếng Việt, Ελληνικά, Русский</p>',
    ].join('')
    const bytes = await renderProof(sampleProof('content'), written(html))
    const text = textOf(bytes)
    for (const each of [
      'Heading',
      'One bold italic link',
      '1. first',
      '• nested',
      '2. second',
      'in a div',
      'Row 59 59 €',
    ])
      expect(text).toContain(each)
    expect(text).toContain('Tiếng Việt, Ελληνικά, Русский')
    expect(text.match(/Month Amount/g)?.length).toBe(3)
    expect(Buffer.from(bytes).toString('latin1')).toContain('(https://example.com/a)')
  })

  it('strikes, raises and lowers text, and numbers lists as browsers do', async () => {
    const html =
      '<p><s>void</s> 5 m<sup>2</sup> H<sub>2</sub>O</p><ol start="4"><li>four</li><ol><li>inner</li></ol><li>five</li></ol>'
    const bytes = await renderProof(sampleProof('content'), written(html))
    const text = textOf(bytes)
    for (const each of ['void', 'm2', 'H2O', '4. four', '1. inner', '5. five']) expect(text).toContain(each)
    const words = poppler('pdftotext', bytes, (path) => ['-bbox', path, '-'])
    const leftOf = (word: string) => Number(new RegExp(`xMin="([\\d.]+)"[^>]*>${word}<`).exec(words)?.[1])
    expect(leftOf('inner')).toBeGreaterThan(leftOf('four') + 10)
    expect(leftOf('five')).toBeCloseTo(leftOf('four'), 0)
  })

  it('keeps within the margins, whatever is in it', async () => {
    const wide = `<table><tr>${'<td>Donaudampfschifffahrt</td>'.repeat(12)}</tr></table>`
    const many = `<table><tr>${'<td>a</td>'.repeat(40)}</tr></table><p>${'x'.repeat(3_000)}</p>`
    const tall = `<table><tr><td>${'<p>line</p>'.repeat(200)}</td><td>beside</td></tr></table>`
    const deep = `${'<ul><li>'.repeat(20)}deep`
    const bytes = await renderProof(sampleProof('content'), written(wide + many + tall + deep))
    expect(textOf(bytes).match(/\bline\b/g)).toHaveLength(200)
    const boxes = poppler('pdftotext', bytes, (path) => ['-bbox', path, '-'])
    const edges = (name: string) =>
      [...boxes.matchAll(new RegExp(`${name}="([\\d.-]+)"`, 'g'))].map((match) => Number(match[1]))
    expect(Math.min(...edges('xMin'))).toBeGreaterThanOrEqual(40)
    expect(Math.max(...edges('xMax'))).toBeLessThanOrEqual(595.28 - 40)
    expect(Math.max(...edges('yMax'))).toBeLessThanOrEqual(841.89 - 30)
  })

  it('has every word of any letter', async () => {
    const word = fc.stringMatching(/^[a-z]{5,9}$/)
    const inline = word.chain((text) =>
      fc.constantFrom(
        text,
        `<strong>${text}</strong>`,
        `<a href="https://x.example/">${text}</a>`,
        `${text}<br>`,
        `<div>${text}</div>`,
      ),
    )
    const block = fc.array(inline, { minLength: 1, maxLength: 4 }).chain((parts) => {
      const text = parts.join(' ')
      return fc.constantFrom(
        `<p>${text}</p>`,
        `<h2>${text}</h2>`,
        `<ul><li>${text}</li></ul>`,
        `<table><tr><td colspan="2">${text}</td></tr><tr><td rowspan="2">${text}</td><td>${text}</td></tr><tr><td>${text}</td></tr></table>`,
        text,
      )
    })
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 8 }), async (blocks) => {
        const html = written(blocks.join(''))
        const text = textOf(await renderProof(sampleProof('content'), html))
        const words = html
          .replace(/<[^>]*>/g, ' ')
          .split(/\s+/)
          .filter(Boolean)
        expect(words.filter((each) => !text.includes(each))).toEqual([])
      }),
      { numRuns: 12 },
    )
  })
})

it('a proof of content can be read safely', async () => {
  const bytes = await renderProof(sampleProof('content'), written('<p><a href="https://example.com/">a</a> مرحبا</p>'))
  expect(await inspectDocument(bytes)).toMatchObject({ valid: true, pageCount: 1 })
})

function written(html: string): string {
  const letter = sanitizedLetter(html)
  if (!letter.valid) throw new Error(letter.reason)
  return letter.html
}
