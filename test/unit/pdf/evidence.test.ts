import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { renderEvidence } from '../../../shared/pdf/evidence.ts'
import { type Evidence, evidence, evidenceAttachment } from '../../../shared/pdf/evidence-content.ts'
import { inspectPdf } from '../../../shared/pdf/inspect-pdf.ts'
import { hasPoppler, poppler } from '../../documents/poppler.ts'

const canReadText = hasPoppler('pdftotext')
if (!canReadText) console.warn('pdftotext is not installed: the text of evidence files is not tested')

const at = '2026-03-01T14:05:09.123Z'

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function evidenceOf(signers: number, steps: number): Evidence {
  return {
    requestId: '0190b3d2-7c1e-7a31-9f10-5b1de7000001',
    title: 'Contrat de prestation',
    organization: { id: '0190b3d2-7c1e-7a31-9f10-5b1de7000002', name: 'Maison Lumière' },
    livemode: true,
    issuedAt: at,
    document: { fileName: 'contrat.pdf', size: 123_456, pageCount: 3, sha256: sha256('original') },
    sealed: { size: 150_000, sha256: sha256('sealed'), level: 'B-T' },
    signers: Array.from({ length: signers }, (_, index) => ({
      id: `signer-${index}`,
      name: `Ζωή Łukaszewicz ${index}`,
      email: `signer${index}@example.org`,
      authentication: 'E-mail code',
      notifiedAt: at,
      openedAt: null,
      signedAt: at,
      ip: '2001:db8::7',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) '.repeat(6),
    })),
    hashRule: 'SHA-256 of the previous hash and the step.',
    steps: Array.from({ length: steps }, (_, index) => ({
      seq: index + 1,
      at,
      type: 'signer.signed',
      actor: { type: 'signer', id: `signer-${index}`, name: 'Ζωή' },
      signerId: `signer-${index}`,
      detail: index % 50 === 7 ? { text: 'word '.repeat(2_000) } : { attempt: index },
      ip: '192.0.2.1',
      userAgent: null,
      prevHash: sha256(`${index}`),
      hash: sha256(`${index + 1}`),
    })),
  }
}

describe('renderEvidence', () => {
  it('holds the very same evidence for machines', async () => {
    const content = evidenceOf(2, 5)
    const pdf = await PDF.load(await renderEvidence(content))
    const json = Buffer.from(pdf.getAttachment(evidenceAttachment) ?? []).toString()
    expect(v.parse(evidence, JSON.parse(json))).toEqual(content)
  })

  it.skipIf(!canReadText)('shows all of twenty signers and five hundred steps, within the margins', async () => {
    const content = evidenceOf(20, 500)
    const bytes = await renderEvidence(content)
    const inspection = await inspectPdf(bytes)
    const pages = inspection.valid ? inspection.pageCount : 0
    const text = poppler('pdftotext', bytes, (path) => ['-raw', path, '-'])
    for (const signer of content.signers) expect(text).toContain(signer.email)
    for (const step of content.steps) expect(text).toContain(`Hash ${step.hash}`)
    expect(text).toContain('2026-03-01 14:05:09 UTC')
    expect(text).toContain(content.document.sha256)
    expect(text).toContain(`Page ${pages} of ${pages}`)
    const bottoms = [...poppler('pdftotext', bytes, (path) => ['-bbox', path, '-']).matchAll(/yMax="([\d.]+)"/g)]
    expect(Math.max(...bottoms.map((match) => Number(match[1])))).toBeLessThan(841.89 - 30)
  })

  it.skipIf(!canReadText)('says of a test organization that it proves nothing', async () => {
    const bytes = await renderEvidence({ ...evidenceOf(1, 1), livemode: false })
    expect(poppler('pdftotext', bytes, (path) => ['-raw', path, '-']).replace(/\s/g, '')).toContain('nolegalvalue')
  })
})
