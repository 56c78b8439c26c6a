import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contractPdf } from '../../../../infra/local/demo/contract.ts'
import { inspectPdf } from '../../../../shared/pdf/inspect-pdf.ts'
import { pdfFaults, type ReadablePdf } from '../../../../shared/pdf/pdf-inspection.ts'
import { sealPdf } from '../../../../shared/pdf/seal.ts'
import {
  dynamicForm,
  hostileDocuments,
  oddDocuments,
  referenceOutOfBounds,
} from '../../../support/documents/hostile.ts'
import { pdfOf } from '../../../support/documents/pdf-of.ts'
import { localSealSigner } from '../../../support/documents/seal-signer.ts'
import { runs } from '../../../support/proof.ts'

/** The reader ends after ten seconds; a busy machine starts it late. */
const longEnough = 60_000

/** What is found in a file that was made to be shown. */
function asShown({ pageCount, pages }: ReadablePdf): ReadablePdf {
  return { valid: true, pageCount, pages, signed: false, activeContent: [], normalizations: [], shown: null }
}

describe('inspectPdf', () => {
  it('tells the pages of a document', async () => {
    const inspection = await inspectPdf(await contractPdf({ pages: 4 }))
    expect(inspection).toMatchObject({ valid: true, pageCount: 4, signed: false, shown: null })
  })

  it('tells inherited, cropped and rotated pages as a reader shows them', async () => {
    const node = '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 600 800]/CropBox[10 20 410 320]/Rotate 450>>'
    const own = '<</Type/Page/MediaBox[500 700 0 0]/CropBox[-50 -50 900 900]/Rotate -180>>'
    const inspection = await inspectPdf(pdfOf(['<</Type/Catalog/Pages 2 0 R>>', node, '<</Type/Page>>', own]))
    expect(inspection).toMatchObject({
      pages: [
        { width: 300, height: 400, rotation: 90, cropBox: { x: 10, y: 20, width: 400, height: 300 } },
        { width: 500, height: 700, rotation: 180, cropBox: { x: 0, y: 0, width: 500, height: 700 } },
      ],
    })
  })

  it('tells that a document is already signed', async () => {
    const sealed = await sealPdf(await contractPdf(), {
      signer: await localSealSigner(),
      name: 'Another service',
      signedAt: new Date(0),
      reason: 'Before',
      timestampAuthority: null,
    })
    expect(await inspectPdf(sealed.bytes)).toMatchObject({ valid: true, signed: true })
  })

  it('has no picture of a form whose pages readers make themselves', async () => {
    const inspection = await inspectPdf(dynamicForm())
    expect(inspection).toMatchObject({ valid: true, activeContent: ['xfa'], normalizations: [], shown: null })
  })

  it('writes a file anew that refers to an object with too large a number', async () => {
    const inspection = await inspectPdf(referenceOutOfBounds())
    expect(inspection).toMatchObject({ valid: true, normalizations: [{ kind: 'structure', count: 1 }] })
  })

  it('refuses a file that pdf.js cannot open', async () => {
    const misplaced = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page>>'])
    const bytes = Buffer.from(misplaced.toString('latin1').replace('2 0 obj', '2 1 obj'), 'latin1')
    expect(await inspectPdf(bytes)).toEqual({ valid: false, reason: 'damaged' })
  })

  it.each(hostileDocuments)('refuses: $name', { timeout: longEnough }, async ({ make, reasons }) => {
    const inspection = await inspectPdf(await make())
    expect(inspection.valid ? 'valid' : inspection.reason).toBeOneOf(reasons)
  })

  it.each(oddDocuments)('accepts: $name', async ({ make }) => {
    expect(await inspectPdf(await make())).toMatchObject({ valid: true, pageCount: 1 })
  })

  it('goes on after a document that ended its process', { timeout: longEnough }, async () => {
    const bombs = hostileDocuments.filter(({ name }) => name.startsWith('cross-reference stream'))
    const documents = await Promise.all([...bombs.map(({ make }) => make()), contractPdf(), contractPdf()])
    const inspections = await Promise.all(documents.map(inspectPdf))
    expect(inspections.slice(-2)).toMatchObject([{ valid: true }, { valid: true }])
  })

  it('answers for any truncation and mutation of a real document', async () => {
    const original = await contractPdf()
    const change = fc.record({ at: fc.nat(original.length - 1), byte: fc.nat(255) })
    const mutation = fc.record({
      changes: fc.array(change, { maxLength: 30 }),
      from: fc.nat(200),
      to: fc.oneof(fc.constant(original.length), fc.nat(original.length)),
      swap: fc.constantFrom(
        ['0', '9'],
        ['/Kids', '/Kid'],
        ['/Count', '/Prev'],
        ['obj', 'xref'],
        ['R', '0 R'],
        ['', ''],
      ),
    })
    await fc.assert(
      fc.asyncProperty(mutation, async ({ changes, from, to, swap: [search = '', replacement = ''] }) => {
        const bytes = Buffer.from(original)
        for (const { at, byte } of changes) bytes.writeUInt8(byte, at)
        const text = bytes.subarray(from % 7 === 0 ? from : 0, to).toString('latin1')
        const mutated = Buffer.from(search ? text.replaceAll(search, replacement) : text, 'latin1')
        const inspection = await inspectPdf(mutated)
        if (inspection.valid) expect(inspection.pages).toHaveLength(inspection.pageCount)
        else expect(pdfFaults).toContain(inspection.reason)
        if (inspection.valid && inspection.shown)
          expect(await inspectPdf(inspection.shown)).toEqual(asShown(inspection))
      }),
      { numRuns: runs(200) },
    )
  })

  it.each([
    'field-appearance-differs-from-value.pdf',
    'firefox-before-124-linearized-filled.pdf',
    'layer-on-but-hidden-in-view.pdf',
    'newline-before-header-form-filled.pdf',
    'pyhanko-updated-page.pdf',
  ])('shows a file of %s that needs nothing more, on the same pages', async (name) => {
    const inspection = await inspectPdf(
      readFileSync(new URL(`../../../support/documents/cases/${name}`, import.meta.url)),
    )
    if (!inspection.valid || !inspection.shown) throw new Error('the case is shown as it came')
    expect(inspection.normalizations.length).toBeGreaterThan(0)
    expect(await inspectPdf(inspection.shown)).toEqual(asShown(inspection))
  })
})
