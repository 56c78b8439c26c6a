import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { PdfDict, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { DocumentObjects } from '../../../../shared/pdf/document-objects.ts'
import { OversizedPdf, UnusualPdf } from '../../../../shared/pdf/unusual-pdf.ts'
import { signatureValues } from '../../../../shared/pdf/verification/signature-values.ts'
import { type Entry, PdfBuilder, type Widths } from '../../../support/documents/pdf-builder.ts'

function caseFile(name: string): Buffer {
  return readFileSync(new URL(`../../../support/documents/cases/${name}.pdf`, import.meta.url))
}

function numberIn(bytes: Uint8Array, objectNumber: number, generation = 0): number | null {
  const object = new DocumentObjects(bytes).getObject(PdfRef.of(objectNumber, generation))
  return object instanceof PdfNumber ? object.value : null
}

/** The first page's content, which the cases hold unpacked. */
function firstContent(bytes: Uint8Array): string {
  const source = new DocumentObjects(bytes)
  const resolve = (ref: PdfRef) => source.getObject(ref)
  const page = source.getCatalog().getDict('Pages', resolve)?.getArray('Kids', resolve)?.at(0, resolve)
  const content = page instanceof PdfDict ? page.get('Contents', resolve) : null
  return content instanceof PdfStream ? Buffer.from(content.data).toString('latin1') : ''
}

const catalog = '<</Type/Catalog>>'

describe('cross-reference streams', () => {
  const widths: Widths[] = Array.from({ length: 8 }, (_, index) => [1, index + 1, 2])
  it.each<Widths>([...widths, [2, 8, 8], [8, 8, 8], [0, 2, 0]])(
    'with fields of %i, %i and %i bytes',
    (...each: Widths) => {
      const builder = new PdfBuilder('%PDF-1.7\n')
      const entries: Entry[] = [{ number: 1, at: builder.object(1, catalog) }]
      entries.push({ number: 2, at: builder.object(2, '42') })
      const start = builder.crossReferenceStream(3, entries, '/Size 4/Root 1 0 R', each)
      const bytes = builder.end(start).bytes()
      expect(numberIn(bytes, 2)).toBe(42)
      expect(new DocumentObjects(bytes).getCatalog()).toBeInstanceOf(PdfDict)
    },
  )

  it('with an offset that is not exact as a number are left to others', () => {
    const builder = new PdfBuilder('%PDF-1.7\n')
    const root = builder.object(1, catalog)
    const entries: Entry[] = [
      { number: 1, at: root },
      { number: 2, at: 2 ** 60 },
    ]
    const bytes = builder.end(builder.crossReferenceStream(3, entries, '/Size 4/Root 1 0 R', [1, 8, 2])).bytes()
    expect(() => numberIn(bytes, 2)).toThrow(UnusualPdf)
  })

  it.each(['/Filter/FlateDecode', '/Filter[/FlateDecode/FlateDecode]'])(
    'that are bombs (%s) end at a bound',
    (filter) => {
      const once = deflateSync(Buffer.alloc(256 * 1024 * 1024))
      const data = filter.includes('[') ? deflateSync(once) : once
      const builder = new PdfBuilder('%PDF-1.7\n')
      const start = builder.stream(1, data, `/Type/XRef/Size 9/W[1 2 1]${filter}`)
      expect(() => new DocumentObjects(builder.end(start).bytes())).toThrow(OversizedPdf)
    },
  )
})

describe('object streams', () => {
  it('are read up to a bound over all of them', () => {
    const builder = new PdfBuilder()
    const data = deflateSync(Buffer.concat([Buffer.from('9 0 42 '), Buffer.alloc(50 * 1024 * 1024, ' ')]))
    const entries: Entry[] = [{ number: 1, at: builder.object(1, catalog) }]
    for (const number of [2, 3, 4, 5]) {
      entries.push({ number, at: builder.stream(number, data, '/Type/ObjStm/N 1/First 4/Filter/FlateDecode') })
      entries.push({ number: number + 10, inStream: number, index: 0 })
    }
    const bytes = builder.end(builder.crossReferenceStream(6, entries, '/Size 20/Root 1 0 R')).bytes()
    const source = new DocumentObjects(bytes)
    for (const number of [2, 3]) expect(() => source.getObject(PdfRef.of(number + 10, 0))).toThrow(UnusualPdf)
    expect(() => source.getObject(PdfRef.of(14, 0))).toThrow(OversizedPdf)
  })
})

describe('bytes before the header', () => {
  const before = '\r\nContent-Type: application/pdf\r\n\r\n'
  const offsetsFrom = (origin: number) => {
    const builder = new PdfBuilder(`${before}%PDF-1.7\n`)
    const at = (position: number) => position - origin
    const entries = [
      { number: 1, at: at(builder.object(1, catalog)) },
      { number: 2, at: at(builder.object(2, '42')) },
    ]
    const start = at(builder.table(entries, '/Size 3/Root 1 0 R'))
    return builder.end(start).bytes()
  }

  it.each([
    ['the header', before.length],
    ['the start of the file', 0],
  ])('do not count, or count, as offsets from %s tell', (_, origin) => {
    const bytes = offsetsFrom(origin)
    expect(numberIn(bytes, 2)).toBe(42)
    expect(new DocumentObjects(bytes).headerOffset).toBe(before.length)
  })
})

describe('hybrid files', () => {
  /** A first save of 1, 2 and 3; then an update of the table `update` with a stream of the rows `beside`. */
  function hybrid(update: (places: Record<'old' | 'plain' | 'beside', number>) => { table: Entry[]; stream: Entry[] }) {
    const builder = new PdfBuilder()
    const root = builder.object(1, catalog)
    const places = { old: builder.object(2, '1'), plain: builder.object(2, '2'), beside: builder.object(2, '3') }
    const first: Entry[] = [
      { number: 1, at: root },
      { number: 2, at: places.old },
    ]
    const previous = builder.table(first, '/Size 4/Root 1 0 R')
    builder.end(previous)
    const { table, stream } = update(places)
    const beside = builder.crossReferenceStream(3, stream, '/Size 4/Root 1 0 R')
    const start = builder.table(table, `/Size 4/Root 1 0 R/Prev ${previous}/XRefStm ${beside}`)
    return builder.end(start).bytes()
  }

  it.each<[string, 'table' | 'stream' | 'both' | 'free' | 'neither', number | null]>([
    ['its own table', 'table', 2],
    ['its own table, whatever the stream says', 'both', 2],
    ['its own table, also that it is free', 'free', null],
    ['the stream beside it', 'stream', 3],
    ['the save before', 'neither', 1],
  ])('take an object from %s', (_, from, value) => {
    const bytes = hybrid(({ plain, beside }) => ({
      table:
        from === 'free'
          ? [{ number: 2, free: true }]
          : ['table', 'both'].includes(from)
            ? [{ number: 2, at: plain }]
            : [],
      stream: ['stream', 'both', 'free'].includes(from) ? [{ number: 2, at: beside }] : [],
    }))
    expect(numberIn(bytes, 2)).toBe(value)
  })

  it.each([
    ['hybrid-like-word', 'as Word writes it'],
    ['hybrid-updated-plain', 'SECOND REVISION'],
    ['hybrid-updated-unsorted', 'SECOND REVISION'],
    ['hybrid-updated-xrefstm-repeated', 'SECOND REVISION'],
    ['hybrid-updated-xrefstm-repeated-unsorted', 'SECOND REVISION'],
  ])('such as %s show their newest page', (name, text) => {
    const bytes = caseFile(name)
    expect(firstContent(bytes)).toContain(text)
    const information = new DocumentObjects(bytes).getObject(PdfRef.of(6, 0))
    expect(information instanceof PdfDict && information.getString('Producer')?.asString()).toBe('Auditor')
  })
})

describe('files of real writers', () => {
  it.each([
    'pyhanko-signed-bb-objstm',
    'hybrid-signed-by-dss',
    'signed-hybrid-plain',
    'signed-hybrid-xrefstm-repeated',
    'signed-appended-with-newline',
    'signed-appended-without-newline',
  ])('%s has its signature', (name) => {
    expect(signatureValues(new DocumentObjects(caseFile(name)), 9)).toHaveLength(1)
  })

  it.each([
    ['newline-before-header-form-filled', 8],
    ['firefox-before-124-linearized-filled', 15],
  ])('%s has the value that was filled in', (name, field) => {
    const object = new DocumentObjects(caseFile(name)).getObject(PdfRef.of(field, 0))
    const value = object instanceof PdfDict ? object.get('V') : null
    expect(value instanceof PdfString && value.asString()).toBe('Filled in Firefox')
  })
})
