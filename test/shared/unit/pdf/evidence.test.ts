import { PDF, PdfDict, PdfRef } from '@libpdf/core'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { attachmentsNamed } from '../../../../shared/pdf/attachment.ts'
import { DocumentObjects } from '../../../../shared/pdf/document-objects.ts'
import { renderEvidence } from '../../../../shared/pdf/evidence.ts'
import { evidence, evidenceAttachment } from '../../../../shared/pdf/evidence-content.ts'
import { inspectPdf } from '../../../../shared/pdf/inspect-pdf.ts'
import { hasPoppler, isInstalled, poppler } from '../../../support/documents/poppler.ts'
import { hasQpdf, qpdfFaults } from '../../../support/documents/qpdf.ts'
import { sampleEvidence } from '../../../support/documents/sample-evidence.ts'

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
    for (const step of content.steps) expect(text).toContain(`Hash ${step.hash}`)
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
})
