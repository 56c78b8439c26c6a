import { readFileSync } from 'node:fs'
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DocumentObjects, type ObjectSource } from '../../../../shared/pdf/document-objects.ts'
import { readPageTree } from '../../../../shared/pdf/page-tree.ts'
import { Revision } from '../../../../shared/pdf/revision.ts'
import { writeDocument } from '../../../../shared/pdf/written-document.ts'
import { pdfOf, pdfOfObjectStreams } from '../../../support/documents/pdf-of.ts'
import { documentBy, producers } from '../../../support/documents/producers.ts'
import { hasQpdf, qpdfFaults } from '../../../support/documents/qpdf.ts'
import { runs } from '../../../support/proof.ts'

function rewritten(bytes: Uint8Array): Buffer {
  return writeDocument(new DocumentObjects(bytes))
}

/** All that can be reached from the catalog, as text in which an object that was met before is named by when it was. */
function streamTexts(source: ObjectSource): string[] {
  const met = new Map<PdfObject, number>()
  const texts: string[] = []
  const order: PdfObject[] = []
  const place = (object: PdfObject): string => {
    const known = met.get(object) ?? met.size
    if (!met.has(object)) order.push(object)
    met.set(object, known)
    return `#${known}`
  }
  const text = (object: PdfObject): string => {
    if (object instanceof PdfRef) {
      const target = source.getObject(object)
      return target && target.type !== 'null' ? place(target) : 'null'
    }
    if (object instanceof PdfArray) return `[${Array.from(object, text).join(' ')}]`
    if (object instanceof PdfDict) {
      const entries = [...object].filter(([key]) => !(object instanceof PdfStream) || !notOfTheContent.has(key.value))
      const data = object instanceof PdfStream ? Buffer.from(object.getDecodedData()).toString('hex') : ''
      return `<<${entries.map(([key, value]) => `${key.value} ${text(value)}`).join(' ')}>>${data}`
    }
    if (object instanceof PdfString) return `(${Buffer.from(object.bytes).toString('hex')})`
    if (object instanceof PdfName) return `/${object.value}`
    return object instanceof PdfNumber ? String(object.value) : object.type
  }
  place(source.getCatalog())
  for (const object of order) texts.push(text(object))
  return texts
}

/** How the data of a stream is packed may change, what it unpacks to may not. */
const notOfTheContent = new Set(['Length', 'Filter', 'DecodeParms'])

const catalog = '<</Type/Catalog/Pages 2 0 R>>'

describe('a document that is written anew', () => {
  it.each(producers)('holds what that of %s held', (producer) => {
    const original = documentBy(producer)
    const written = rewritten(original)
    expect(streamTexts(new DocumentObjects(written))).toEqual(streamTexts(new DocumentObjects(original)))
    const pages = readPageTree(new DocumentObjects(original))
    const geometries = typeof pages === 'string' ? pages : pages.map(({ geometry }) => geometry)
    expect(readPageTree(new DocumentObjects(written))).toMatchObject(
      typeof geometries === 'string' ? [] : geometries.map((geometry) => ({ geometry })),
    )
    if (hasQpdf) expect(qpdfFaults(written)).toBe('')
  })

  it('is the same each time, also when it is written from itself', () => {
    const written = rewritten(documentBy('latex'))
    expect(Buffer.compare(rewritten(documentBy('latex')), written)).toBe(0)
    expect(Buffer.compare(rewritten(written), written)).toBe(0)
  })

  it('keeps the value that was filled in', () => {
    const bytes = readFileSync(
      new URL('../../../support/documents/cases/newline-before-header-form-filled.pdf', import.meta.url),
    )
    const written = rewritten(bytes)
    expect(written.indexOf('%PDF-')).toBe(0)
    expect(streamTexts(new DocumentObjects(written)).join()).toContain(Buffer.from('Filled in Firefox').toString('hex'))
  })

  it('ends with its end, and holds nothing that cannot be reached', () => {
    const written = rewritten(pdfOf([catalog, '<</Type/Pages/Kids[]/Count 0/Gone 9 0 R>>', '(unreachable)']))
    expect(written.toString('latin1')).not.toContain('unreachable')
    expect(written.toString('latin1')).toContain('/Gone null')
    expect(written.toString('latin1')).toMatch(/%%EOF\n$/)
  })

  it('has the information that it is given', () => {
    const source = new DocumentObjects(pdfOf([catalog, '<</Type/Pages/Kids[]/Count 0>>']))
    const information = PdfDict.of({ Title: PdfString.fromString('Lease') })
    const { trailer } = new DocumentObjects(writeDocument(source, information)).references
    expect(trailer.has('Info')).toBe(true)
    expect(new DocumentObjects(writeDocument(source)).references.trailer.has('Info')).toBe(false)
  })

  it('does not take parameters of a filter that is not there for those of its own', () => {
    const data = 'BT ET '.repeat(100)
    const bytes = pdfOf([
      catalog,
      `<</Length ${data.length}/DecodeParms<</Predictor 12>>>>\nstream\n${data}\nendstream`,
    ])
    const source = new DocumentObjects(rewritten(bytes))
    const stream = source.getObject(PdfRef.of(2, 0))
    expect(stream instanceof PdfStream && Buffer.from(stream.getDecodedData()).toString()).toBe(data)
  })

  const value = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.integer().map(String),
      fc.constantFrom('null', 'true', '/A', '/B#20C', '(a\\)b)', '<00ff>', '.5'),
      fc.integer({ min: 1, max: 14 }).map((number) => `${number} 0 R`),
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(' ')}]`),
      fc
        .uniqueArray(tie('value'), { maxLength: 3 })
        .map((values) => `<<${values.map((each, index) => `/K${index} ${each}`).join('')}>>`),
    ),
  })).value

  it('keeps every object that can be reached, after any saves', async () => {
    const change = fc.record({
      number: fc.integer({ min: 3, max: 12 }),
      key: fc.constantFrom('X', 'Y'),
      target: fc.nat(14),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { minLength: 3, maxLength: 10 }),
        fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        fc.boolean(),
        async (values, saves, isPacked) => {
          const bodies = [
            '<</Type/Catalog/Pages 2 0 R/First 3 0 R>>',
            '<</Type/Pages/Kids[]/Count 0>>',
            ...values.map((each) => `<</V ${each}>>`),
          ]
          let bytes: Uint8Array = isPacked ? pdfOfObjectStreams(bodies) : pdfOf(bodies)
          for (const changes of saves) {
            const revision = new Revision(bytes)
            for (const { number, key, target } of changes) {
              const object = revision.getObject(PdfRef.of(number, 0))
              const added = revision.register(PdfDict.of({ To: PdfRef.of(Math.max(1, target), 0) }))
              if (object instanceof PdfDict) object.set(key, added)
            }
            bytes = revision.save()
          }
          const written = rewritten(bytes)
          expect(streamTexts(new DocumentObjects(written))).toEqual(streamTexts(new DocumentObjects(bytes)))
        },
      ),
      { numRuns: runs(200) },
    )
  })
})
