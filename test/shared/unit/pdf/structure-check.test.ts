import { readdirSync, readFileSync } from 'node:fs'
import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ObjectSource } from '../../../../shared/pdf/document-objects.ts'
import { readDocument } from '../../../../shared/pdf/read-document.ts'
import { checkStructure } from '../../../../shared/pdf/structure-check.ts'
import type { StructureFault } from '../../../../shared/pdf/structure-fault.ts'
import { objectBytes } from '../../../../shared/pdf/write-object.ts'
import { structureCases } from '../../../support/documents/ambiguous.ts'
import { largePdf } from '../../../support/documents/large-pdf.ts'
import { hybridPdfOf, pdfOf, pdfOfObjectStreams } from '../../../support/documents/pdf-of.ts'
import { documentBy, producers } from '../../../support/documents/producers.ts'
import { runs } from '../../../support/proof.ts'

const casesFolder = new URL('../../../support/documents/cases/', import.meta.url)

/** Files that are not clean; all others of the folder are. */
const faultsOfCases: Record<string, StructureFault[]> = {
  'broken-higher-generation.pdf': ['unreadable'],
  'broken-objstm-earlier.pdf': ['unreadable'],
  'firefox-before-124-linearized-filled.pdf': ['cross_references'],
  'newline-before-header-form-filled.pdf': ['header'],
  'objstm-index-mismatch.pdf': ['unreadable'],
  'pyhanko-signed-bb-objstm.pdf': ['end'],
  'pyhanko-updated-page.pdf': ['end'],
  'signed-appended-without-newline.pdf': ['end'],
}

async function written(bytes: Uint8Array): Promise<Buffer> {
  const reading = await readDocument(bytes)
  if (!reading.readable) throw new Error(reading.reason)
  return reading.document.write()
}

describe('a strict reading', () => {
  it.each(readdirSync(casesFolder).filter((name) => name.endsWith('.pdf')))('of %s', (name) => {
    const { faults } = checkStructure(readFileSync(new URL(name, casesFolder)))
    expect(faults).toEqual(faultsOfCases[name] ?? [])
  })

  it.each(producers)('finds nothing wrong with a document by %s', (producer) => {
    expect(checkStructure(documentBy(producer))).toMatchObject({ objects: expect.anything(), faults: [] })
  })

  it.each(structureCases)('finds what is wrong with $name', ({ make, faults }) => {
    expect(checkStructure(make()).faults).toEqual(faults)
  })

  it.each([...structureCases, ...producers.map((name) => ({ name, make: () => documentBy(name) }))])(
    'finds nothing wrong with $name once it is written anew',
    async ({ make }) => {
      const bytes = await written(make())
      expect(checkStructure(bytes).faults).toEqual([])
      expect(Buffer.compare(await written(bytes), bytes)).toBe(0)
    },
  )

  it('takes a large document as it comes', () => {
    for (const structure of ['table', 'object streams'] as const)
      expect(checkStructure(largePdf({ objects: 4_000, bytes: 2_000_000, structure })).faults).toEqual([])
  })

  it('never throws, whatever was changed', () => {
    const originals = structureCases.map(({ make }) => make())
    const change = fc.record({ at: fc.nat(10_000), byte: fc.nat(255) })
    fc.assert(
      fc.property(fc.constantFrom(...originals), fc.array(change, { maxLength: 4 }), (original, changes) => {
        const bytes = Buffer.from(original)
        for (const { at, byte } of changes) bytes.writeUInt8(byte, at % bytes.length)
        checkStructure(bytes)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('that finds nothing wrong is also the reading of another reader', async () => {
    const bodies = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R>>',
    ]
    const originals = [
      pdfOf(bodies),
      pdfOfObjectStreams(bodies),
      hybridPdfOf(bodies, 1),
      ...structureCases.map(({ make }) => make()),
    ]
    const cut = fc.record({ from: fc.nat(10_000), to: fc.nat(10_000), length: fc.nat(60) })
    let clean = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...originals), fc.array(cut, { maxLength: 2 }), async (original, cuts) => {
        const bytes = Buffer.from(original)
        for (const { from, to, length } of cuts)
          bytes.copy(bytes, to % bytes.length, from % bytes.length, (from % bytes.length) + length)
        const { objects, faults } = checkStructure(bytes)
        if (!objects || faults.length > 0) return
        clean += 1
        const pdf = await PDF.load(bytes)
        const other = { getCatalog: () => pdf.getCatalog(), getObject: (ref: PdfRef) => pdf.getObject(ref) }
        expect(textOf(other)).toBe(textOf(objects))
      }),
      { numRuns: 1_000, seed: 1 },
    )
    expect(clean).toBeGreaterThan(50)
  })
})

/** All that can be reached, with the numbers that it has. */
function textOf(source: ObjectSource): string {
  const texts = new Map<string, string>()
  const pending: PdfObject[] = [source.getCatalog()]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next instanceof PdfArray) for (const item of next) pending.push(item)
    else if (next instanceof PdfDict) for (const [, value] of next) pending.push(value)
    else if (next instanceof PdfRef && !texts.has(next.toString())) {
      const object = source.getObject(next)
      texts.set(next.toString(), object ? objectBytes(object).toString('latin1') : 'null')
      if (object) pending.push(object)
    }
  }
  return [...texts].sort().join('\n')
}
