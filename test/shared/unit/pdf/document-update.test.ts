import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { contractPdf } from '../../../../infra/local/demo/contract.ts'
import { verifySeal } from '../../../../infra/local/demo/verify-seal.ts'
import { inspectPdf } from '../../../../shared/pdf/inspect-pdf.ts'
import { sealPdf } from '../../../../shared/pdf/seal.ts'
import { stampDocument } from '../../../../shared/pdf/stamp.ts'
import { checkStructure } from '../../../../shared/pdf/structure-check.ts'
import { UnusualPdf } from '../../../../shared/pdf/unusual-pdf.ts'
import { oddDocuments } from '../../../support/documents/hostile.ts'
import { largePdf } from '../../../support/documents/large-pdf.ts'
import { hybridPdfOf, pdfOf, pdfOfObjectStreams } from '../../../support/documents/pdf-of.ts'
import { hasPoppler, poppler } from '../../../support/documents/poppler.ts'
import { hasQpdf, qpdfFaults } from '../../../support/documents/qpdf.ts'
import { localSealSigner } from '../../../support/documents/seal-signer.ts'
import { shownFile } from '../../../support/documents/shown-file.ts'
import { stampedSigner } from '../../../support/documents/signers.ts'
import { runs } from '../../../support/proof.ts'

const canCheckSignatures = hasPoppler('pdfsig')

const options = {
  signer: await localSealSigner(),
  name: 'Maison Lumière',
  signedAt: new Date('2026-03-01T14:05:09Z'),
  reason: 'Every signer has signed',
  timestampAuthority: null,
}
const signers = [
  stampedSigner('Zoë', [{ type: 'signature', page: 1, x: 20, y: 20, width: 120, height: 60 }]),
  stampedSigner('Ζωή'),
]

const validInspection = v.object({ pageCount: v.number(), pages: v.array(v.unknown()) })

/** Stamps and seals. */
async function sealed(original: Uint8Array, watermark: string | null = null) {
  return await sealPdf(original, options, {
    async prepare(update) {
      await stampDocument(update, signers, { title: 'Agreement', watermark })
      update.describe({ title: 'Agreement, été 契約', producer: 'Sealpost' })
    },
  })
}

async function expectGood(bytes: Uint8Array, original: Uint8Array, pageCount: number) {
  expect(verifySeal(bytes)).toMatchObject({ intact: true, coversWholeDocument: true })
  expect(await inspectPdf(bytes)).toMatchObject({ valid: true, pageCount, signed: true, shown: null })
  if (hasQpdf && qpdfFaults(original) === '') expect(qpdfFaults(bytes)).toBe('')
  if (canCheckSignatures) {
    const report = poppler('pdfsig', bytes, (path) => ['-nocert', path])
    expect(report.match(/Signature is Valid/g)).toHaveLength(report.match(/Signature #/g)?.length ?? 0)
    expect(report).toContain('Total document signed')
  }
}

const catalog = '<</Type/Catalog/Pages 2 0 R>>'
const pages = '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox 5 0 R/Rotate 90>>'
const page = '<</Type/Page/Parent 2 0 R/Resources 4 0 R/Annots 6 0 R/Odd#20#28name#29<</A(\\(b\\)\\\\)>>>>'
const shared = ['<</ProcSet[/PDF]>>', '[0 0 400 300]', '[]']
const plain = [catalog, pages, page, ...shared]
const withForm = (form: string, ...more: string[]) => [
  `<</Type/Catalog/Pages 2 0 R/AcroForm ${form}>>`,
  pages,
  page,
  ...shared,
  ...more,
]
const field = '<</FT/Tx/T(Seal 1)/V(kept)>>'

function changedText(bytes: Buffer, change: (text: string) => string): Buffer {
  return Buffer.from(change(bytes.toString('latin1')), 'latin1')
}

async function updatedByLibrary(original: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(original)
  pdf.setTitle('Changed')
  return await pdf.save({ incremental: true })
}

const kinds: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
  'a table': () => pdfOf(plain),
  'object streams': () => pdfOfObjectStreams(plain),
  'a table and a stream beside it': () => hybridPdfOf(plain, 3),
  'a table, updated': () => updatedByLibrary(pdfOf(plain)),
  'object streams, updated': () => updatedByLibrary(pdfOfObjectStreams(plain)),
  'an earlier seal': async () => (await sealPdf(pdfOf(plain), options)).bytes,
  'object streams and an earlier seal': async () => (await sealPdf(pdfOfObjectStreams(plain), options)).bytes,
  'a form of its own': () => pdfOf(withForm('<</Fields[7 0 R]>>', field)),
  'a form by reference': () => pdfOfObjectStreams(withForm('7 0 R', '<</Fields 8 0 R>>', '[9 0 R]', field)),
  'no line end at its end': () => pdfOf(plain).subarray(0, -1),
  'short rows': () => changedText(pdfOf(plain), (text) => text.replaceAll(' n \n', ' n\n')),
  'a table that starts at 1': () => changedText(pdfOf(plain), (text) => text.replace('xref\n0 ', 'xref\n1 ')),
  'carriage returns': () => changedText(pdfOf(plain), (text) => text.replaceAll(' \n', '\r\n')),
}

describe('a sealed document', () => {
  it.each(Object.entries(kinds))('continues a file with %s, and leaves every byte as it was', async (_, make) => {
    const original = await make()
    const { bytes, sha256 } = await sealed(original)
    expect(Buffer.compare(bytes.subarray(0, original.length), original)).toBe(0)
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    await expectGood(bytes, original, 2)
  })

  it.each(Object.entries(kinds))('has what a file with %s had', async (_, make) => {
    const { bytes } = await sealed(await make(), 'Draft')
    const { pages: shown } = v.parse(validInspection, await inspectPdf(bytes))
    expect(shown).toMatchObject([{ width: 300, height: 400, rotation: 90 }, { rotation: 0 }])
    const pdf = await PDF.load(bytes)
    const first = pdf.getPage(0)?.dict
    expect(first?.getDict('Odd (name)')?.getString('A')?.asString()).toBe('(b)\\')
    const fields = pdf.getForm()?.getFieldNames() ?? []
    expect(new Set(fields).size).toBe(fields.length)
    expect(fields).toContain(fields.length > 1 ? 'Seal 2' : 'Seal 1')
  })

  it.each(oddDocuments)('comes of a file that is odd: $name', async ({ make }) => {
    const shown = await shownFile(await make())
    const { bytes } = await sealed(shown)
    await expectGood(bytes, shown, 2)
  })

  it.each(['a table', 'object streams', 'a table, updated', 'no line end at its end'])(
    'is as unambiguous as a file with %s',
    async (name) => {
      const original = (await kinds[name]?.()) ?? Buffer.alloc(0)
      expect(checkStructure(original).faults).toEqual([])
      expect(checkStructure((await sealed(original)).bytes).faults).toEqual([])
    },
  )

  it('comes of contracts with many pages', async () => {
    const original = await contractPdf({ pages: 30 })
    const { bytes } = await sealed(original, 'Draft')
    await expectGood(bytes, original, 31)
  })
})

describe('a file that is not as it should be', () => {
  const broken: Record<string, (text: string) => string> = {
    'an object without an end': (text) => text.replace('endobj\n3 0', '      \n3 0'),
    'a key twice': (text) => text.replace('/Count 1', '/Count 1/Count 1'),
    'a previous table that is not there': (text) => text.replace('/Root', '/Prev 7/Root'),
    'a wrong start': (text) => text.replace(/startxref\n\d+/, 'startxref\n9'),
  }

  it.each(Object.entries(broken))('is written anew before it can be sealed: %s', async (_, breakIt) => {
    const original = changedText(pdfOf(plain), breakIt)
    await expect(sealed(original)).rejects.toThrow(UnusualPdf)
    const { bytes } = await sealed(await shownFile(original))
    expect(verifySeal(bytes)).toMatchObject({ intact: true, coversWholeDocument: true })
    expect(await inspectPdf(bytes)).toMatchObject({ valid: true, pageCount: 2, signed: true })
  })

  it('is sealed whenever it was found good, whatever was changed in it', async () => {
    const originals = [pdfOf(plain), pdfOfObjectStreams(plain), hybridPdfOf(plain, 3), pdfOf(withForm('<</Fields[]>>'))]
    const change = fc.record({ at: fc.nat(10_000), byte: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...originals),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (unchanged, changes) => {
          const bytes = Buffer.from(unchanged)
          for (const { at, byte } of changes) bytes.writeUInt8(byte, at % bytes.length)
          const inspection = await inspectPdf(bytes)
          if (!inspection.valid) return
          if (inspection.activeContent.length > 0 && !inspection.shown) return
          const { pageCount, shown } = inspection
          const original = shown ?? bytes
          const result = await sealed(original)
          expect(verifySeal(result.bytes)).toMatchObject({ intact: true, coversWholeDocument: true })
          expect(Buffer.compare(result.bytes.subarray(0, original.length), original)).toBe(0)
          expect(await inspectPdf(result.bytes)).toMatchObject({ valid: true, pageCount: pageCount + 1 })
        },
      ),
      { numRuns: runs(200) },
    )
  })
})

describe('what readers show of a sealed document', () => {
  it('is its own title, else the given one, and the service that wrote it', async () => {
    const shown = async (original: Uint8Array) => {
      const pdf = await PDF.load((await sealed(original)).bytes)
      return [pdf.getTitle(), pdf.getProducer(), pdf.getCreator()]
    }
    expect(await shown(pdfOf(plain))).toEqual(['Agreement, été 契約', 'Sealpost', 'Sealpost'])
    expect(await shown(await contractPdf({ title: 'Lease' }))).toEqual(['Lease', 'Sealpost', '@libpdf/core'])
  })
})

describe('a large document', () => {
  const bytes = 15 * 1024 * 1024
  const original = largePdf({ objects: 4_000, bytes, structure: 'table' })

  it('is copied once', async () => {
    await sealed(pdfOf(plain))
    globalThis.gc?.()
    const before = process.memoryUsage().arrayBuffers
    const result = await sealed(original)
    // Whether garbage was collected meanwhile makes it less, never more.
    const allocated = process.memoryUsage().arrayBuffers - before
    expect(result.bytes.length).toBeGreaterThan(original.length)
    expect(allocated).toBeLessThan(1.5 * original.length)
  })

  it('is hashed on top of the hash that was taken of it', async () => {
    const hash = createHash('sha256').update(original)
    const result = await sealPdf(original, options, { hash })
    expect(result.sha256).toBe(createHash('sha256').update(result.bytes).digest('hex'))
    expect(verifySeal(result.bytes).intact).toBe(true)
    expect(hash.digest('hex')).toBe(createHash('sha256').update(original).digest('hex'))
  })
})
