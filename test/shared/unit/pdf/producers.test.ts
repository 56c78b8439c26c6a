import { describe, expect, it } from 'vitest'
import { verifySeal } from '../../../../infra/local/demo/verify-seal.ts'
import { inspectPdf } from '../../../../shared/pdf/inspect-pdf.ts'
import { sealPdf } from '../../../../shared/pdf/seal.ts'
import { stampDocument } from '../../../../shared/pdf/stamp.ts'
import { hasPoppler, poppler } from '../../../support/documents/poppler.ts'
import { documentBy, type Producer, producers } from '../../../support/documents/producers.ts'
import { hasQpdf, qpdfFaults } from '../../../support/documents/qpdf.ts'
import { canRender, changedIn, changedOutside, rendered } from '../../../support/documents/rendering.ts'
import { localSealSigner } from '../../../support/documents/seal-signer.ts'
import {
  everyKindOfStamp,
  type NamedStamp,
  roomForEveryKind,
  stampedSigner,
} from '../../../support/documents/signers.ts'
import { sampled } from '../../../support/proof.ts'

const hasPopplerTools = hasPoppler('pdfsig') && hasPoppler('pdftotext') && canRender

const signer = await localSealSigner()

type Sealed = { original: Buffer; bytes: Uint8Array; stamps: NamedStamp[][] }

/** With every kind of stamp at the bottom right of each page, and a page for a signer who has no field. */
async function sealedBy(producer: Producer): Promise<Sealed> {
  const original = documentBy(producer)
  const inspection = await inspectPdf(original)
  if (!inspection.valid) throw new Error(inspection.reason)
  const pages = inspection.pages.map(({ width, height }, index) =>
    everyKindOfStamp(index + 1, { x: width - roomForEveryKind.width, y: height - roomForEveryKind.height }),
  )
  const signers = [...pages.flatMap((page) => page.signers), stampedSigner('Émile')]
  const options = { signer, name: 'Seal', signedAt: new Date(0), reason: 'Test', timestampAuthority: null }
  const { bytes } = await sealPdf(original, options, {
    prepare: (update) => stampDocument(update, signers, { title: 'Agreement', watermark: null }),
  })
  return { original, bytes, stamps: pages.map(({ stamps }) => stamps) }
}

const sealedDocuments = new Map<Producer, Promise<Sealed>>()

async function sealedDocument(producer: Producer): Promise<Sealed> {
  const sealed = sealedDocuments.get(producer) ?? sealedBy(producer)
  sealedDocuments.set(producer, sealed)
  return await sealed
}

function textOfPage(pdf: Uint8Array, page: number): string {
  return poppler('pdftotext', pdf, (path) => ['-raw', '-f', `${page}`, '-l', `${page}`, path, '-']).trimEnd()
}

describe.each(sampled(producers, 2))('a document by %s', (producer) => {
  it('is sealed as one update, with a page more for those without a place', async () => {
    const { original, bytes, stamps } = await sealedDocument(producer)
    expect(Buffer.compare(bytes.subarray(0, original.length), original)).toBe(0)
    expect(verifySeal(bytes)).toMatchObject({ intact: true, coversWholeDocument: true })
    const inspection = await inspectPdf(bytes)
    expect(inspection).toMatchObject({ valid: true, signed: true, shown: null, pageCount: stamps.length + 1 })
    expect(await inspectPdf(original)).toMatchObject({ pageCount: stamps.length, signed: false, shown: null })
  })

  it.skipIf(!hasPopplerTools)('has a seal that another reader finds valid, over all of it', async () => {
    const report = poppler('pdfsig', (await sealedDocument(producer)).bytes, (path) => ['-nocert', path])
    expect(report).toContain('Signature is Valid')
    expect(report).toContain('Total document signed')
  })

  it.skipIf(!hasQpdf)('is as sound a file as before', async () => {
    const { original, bytes } = await sealedDocument(producer)
    expect(qpdfFaults(original)).toBe('')
    expect(qpdfFaults(bytes)).toBe('')
  })

  it.skipIf(!hasPopplerTools)('keeps its text and its look, but for the stamps', async () => {
    const { original, bytes, stamps } = await sealedDocument(producer)
    for (const [index, ofPage] of stamps.entries()) {
      const page = index + 1
      const text = textOfPage(original, page)
      expect(text.length).toBeGreaterThan(20)
      expect(textOfPage(bytes, page).startsWith(text)).toBe(true)
      const [before, after] = [rendered(original, page), rendered(bytes, page)]
      expect(
        changedOutside(
          before,
          after,
          ofPage.map(({ box }) => box),
        ),
      ).toBe(0)
      expect(ofPage.filter(({ box }) => changedIn(before, after, box) === 0)).toEqual([])
    }
  })
})
