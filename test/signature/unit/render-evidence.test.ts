import { PDF, PdfDict, PdfRef } from '@libpdf/core'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { evidenceMessages } from '../../../functions/signature/sealing/evidence/messages/catalog.ts'
import { renderEvidence } from '../../../functions/signature/sealing/evidence/render-evidence.ts'
import type { EvidenceView } from '../../../functions/signature/sealing/evidence/view.ts'
import { attachmentsNamed } from '../../../shared/pdf/attachment.ts'
import { DocumentObjects } from '../../../shared/pdf/document-objects.ts'
import { type Evidence, type EvidenceStep, evidence, evidenceAttachment } from '../../../shared/pdf/evidence-content.ts'
import { inspectPdf } from '../../../shared/pdf/inspect-pdf.ts'
import { readerLocales } from '../../../shared/platform/locale.ts'
import { plainPng } from '../../support/documents/png-of.ts'
import { hasPoppler, isInstalled, poppler } from '../../support/documents/poppler.ts'
import { hasQpdf, qpdfFaults } from '../../support/documents/qpdf.ts'
import { sampleEvidence } from '../../support/documents/sample-evidence.ts'
import { onePage } from '../../support/documents/signed-pdf.ts'

const canReadText = isInstalled('pdftotext')
if (!canReadText) console.warn('pdftotext is not installed: the text of evidence files is not tested')

describe('renderEvidence', () => {
  it('holds the very same evidence for machines, as its associated file', async () => {
    const content = sampleEvidence()
    const bytes = await renderEvidence(content)
    const [json, ...others] = attachmentsNamed(new DocumentObjects(bytes), evidenceAttachment)
    expect(others).toEqual([])
    expect(v.parse(evidence, JSON.parse(Buffer.from(json ?? []).toString()))).toEqual(content)
    const pdf = await PDF.load(bytes)
    expect(pdf.getAttachments().get(evidenceAttachment)).toMatchObject({
      filename: evidenceAttachment,
      mimeType: 'application/json',
      size: json?.length,
      createdAt: new Date('2026-03-01T14:04:09Z'),
    })
    const [associated] = pdf.getCatalog().getArray('AF')?.toArray() ?? []
    const specification = associated instanceof PdfRef ? pdf.getObject(associated) : null
    expect(specification instanceof PdfDict && specification.getName('AFRelationship')?.value).toBe('Data')
  })

  it.skipIf(!hasPoppler('pdfdetach'))('shows it as an attachment to other readers, too', async () => {
    const list = poppler('pdfdetach', await renderEvidence(sampleEvidence()), (path) => ['-list', path])
    expect(list).toBe(`1 embedded files\n1: ${evidenceAttachment}\n`)
  })

  it.skipIf(!hasQpdf)('is of a structure that nobody minds', async () => {
    expect(qpdfFaults(await renderEvidence(sampleEvidence()))).toBe('')
  })

  it.skipIf(!canReadText)('shows all of a hundred signers and their steps, within the margins', async () => {
    const content = sampleEvidence({ signers: 100 })
    const bytes = await renderEvidence(content)
    const inspection = await inspectPdf(bytes)
    const pages = inspection.valid ? inspection.pageCount : 0
    const text = poppler('pdftotext', bytes, (path) => ['-raw', path, '-'])
    for (const signer of content.signers) expect(text).toContain(signer.email)
    for (const step of content.steps) expect(text).toContain(`hash ${step.hash}`)
    expect(text).toContain('2026-03-01 14:01:09 UTC')
    expect(text).toContain(content.document.sha256)
    expect(text).toContain(`Page ${pages} of ${pages}`)
    const bottoms = [...poppler('pdftotext', bytes, (path) => ['-bbox', path, '-']).matchAll(/yMax="([\d.]+)"/g)]
    expect(Math.max(...bottoms.map((match) => Number(match[1])))).toBeLessThan(841.89 - 30)
  })

  it.skipIf(!canReadText)('says of a test organization that it proves nothing', async () => {
    const bytes = await renderEvidence(sampleEvidence({ livemode: false }))
    expect(poppler('pdftotext', bytes, (path) => ['-raw', path, '-']).replace(/\s/g, '')).toContain('nolegalvalue')
  })

  it.skipIf(!canReadText)('names the service and the organization in its metadata', async () => {
    const pdf = await PDF.load(await renderEvidence(sampleEvidence(), parisView()))
    expect([pdf.getProducer(), pdf.getCreator(), pdf.getAuthor()]).toEqual(['Sealpost', 'Sealpost', 'Agence du Parc'])
    expect(pdf.getTitle()).toBe('Preuve de signature électronique: Contrat de prestation')
  })
})

const contractShown = { written: new Map(), auditTrail: null, shown: onePage() }

const check = {
  id: '01J2SX4Z0YF8RHY41VBSKR0001',
  page: 'https://sign.example.com/verify',
  url: 'https://sign.example.com/verify/01J2SX4Z0YF8RHY41VBSKR0001',
}

function parisView(): EvidenceView {
  return {
    locale: 'fr',
    timeZone: 'Europe/Paris',
    issuer: {
      brand: { name: 'Agence du Parc', accent: [0.1, 0.5, 0.3], logo: plainPng(40, 12, [0, 90, 60, 255]) },
      legalName: 'Agence du Parc SARL',
      legalAddress: '3 place Bellecour\n69002 Lyon',
      contact: 'contact@agence.example',
    },
    signatures: new Map(),
    signerLocales: new Map(),
    check,
  }
}

/** A request of three people with three methods, with a step of every kind for each. */
function threeMethods(level: string): Evidence {
  const content = sampleEvidence({ signers: 3 })
  const names = ['Camille Lefèvre', 'Youssef Amrani', 'Anna Durand']
  const ways = [
    { authMethod: 'email_otp', to: 'camille@example.com' },
    { authMethod: 'sms_otp', to: '+33612345678' },
    { authMethod: 'none', to: 'anna@example.com' },
  ]
  const signers = content.signers.map((signer, index) => ({ ...signer, name: names[index] ?? '' }))
  const steps = signers.flatMap(({ id, name }, index) => {
    const way = ways[index]
    const step = { ...content.steps[0], seq: index + 1, at: '2026-03-01T14:00:00.000Z', signerId: id } as EvidenceStep
    const actor = { type: 'signer', id, name }
    return [
      ...(way?.authMethod === 'none' ? [] : [{ ...step, type: 'otp_verified', actor, detail: { to: way?.to } }]),
      { ...step, type: 'pages_viewed', actor, detail: { pages: [1, 2] } },
      { ...step, type: 'consented', actor, detail: { text: 'J’accepte.' } },
      { ...step, type: 'signed', actor, detail: { authMethod: way?.authMethod } },
      { ...step, type: 'sealed', actor, detail: null },
    ]
  })
  return { ...content, signers, steps, request: { ...content.request, level, vendor: 'native' } }
}

describe.skipIf(!canReadText)('the pages for people, in French', () => {
  const textOf = async (evidence: Evidence, pages: string[]) =>
    poppler('pdftotext', await renderEvidence(evidence, parisView()), (path) => [...pages, '-layout', path, '-'])
      .replaceAll('\u00a0', ' ')
      .replaceAll(/\s+/g, ' ')

  it('say on the first one who signed, how they showed who they are, when, and by which law', async () => {
    const text = await textOf(threeMethods('ses'), ['-l', '1'])
    for (const part of [
      'Preuve de signature électronique',
      '3 personnes ont signé ce document électroniquement.',
      'contrat été.pdf – 3 pages',
      'A prouvé son accès à la boîte c•••@example.com',
      'A prouvé son accès au téléphone +33 ••• 78',
      'A utilisé un lien personnel envoyé à s•••@example.org. Aucun code n’était demandé.',
      'A signé le 1er mars 2026 à 15:01:09 (Europe/Paris) (2026-03-01 14:01:09 UTC).',
      'Agence du Parc SARL a demandé les signatures. Sealpost les a recueillies',
      '3 place Bellecour, 69002 Lyon, contact@agence.example',
      'signature électronique simple au sens de l’article 3, point 10)',
      check.page,
      check.id,
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/prevHash|"authMethod"/)
  })

  it('tell what happened in sentences, with masked addresses, and leave the rest to the annex', async () => {
    const text = await textOf(threeMethods('ses'), [])
    const [story = ''] = text.slice(text.indexOf('Ce qui s’est passé')).split('Annexe : données techniques')
    expect(story).toContain('Camille Lefèvre a saisi le code envoyé à c•••@example.com.')
    expect(story).toContain('Youssef Amrani a saisi le code envoyé à +33 ••• 78.')
    expect(story).toContain('Les pages 1 et 2 ont été montrées à Anna Durand.')
    expect(story).toContain('Anna Durand a donné son accord : « J’accepte. »')
    expect(story).not.toMatch(/camille@example|sealed/)
  })

  it.each([
    ['aes', 'signature électronique avancée au sens des articles 3, point 11), et 26'],
    ['qes', 'équivalent à celui d’une signature manuscrite'],
  ])('name the law of %s', async (level, words) => {
    expect(await textOf(threeMethods(level), ['-l', '1'])).toContain(words)
  })
})

/** Languages whose sentences are long. */
it.skipIf(!canReadText).each(['de', 'it', 'pt', 'pl'] as const)(
  'the first page has all that people need of three signers, in %s',
  async (locale) => {
    const bytes = await renderEvidence(threeMethods('ses'), { ...parisView(), locale }, contractShown)
    const text = poppler('pdftotext', bytes, (path) => ['-l', '1', '-layout', path, '-'])
    expect(text).toContain(evidenceMessages[locale].check)
    expect(text).toContain(check.id)
  },
)

describe.each(readerLocales)('the words in %s', (locale) => {
  it('have a sentence for each kind of step that is told, and none is empty', () => {
    const facts = {
      actor: 'Ada',
      signer: 'Zoë',
      to: 'z•••@example.com',
      pages: [1],
      changes: ['e-mail'],
      text: 'yes',
      fileName: 'a.pdf',
    }
    for (const sentence of Object.values(evidenceMessages[locale].sentences))
      expect(sentence(facts)).toMatch(/^\p{Lu}.{10,}[.»”“]$/u)
  })
})
