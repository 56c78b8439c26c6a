import { deflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unpackedStream } from '../../../../shared/pdf/unpacked-stream.ts'
import { OversizedPdf, UnusualPdf } from '../../../../shared/pdf/unusual-pdf.ts'
import { packedCodes } from '../../../support/documents/packed-codes.ts'

function streamOf(data: Uint8Array, filters: readonly string[], parameters?: Record<string, number>): PdfStream {
  const names = filters.map((filter) => PdfName.of(filter))
  const stream = new PdfStream(PdfDict.of({ Filter: new PdfArray(names) }), data)
  const numbers = Object.entries(parameters ?? {}).map(([key, value]): [string, PdfNumber] => [
    key,
    PdfNumber.of(value),
  ])
  if (parameters) stream.set('DecodeParms', new PdfArray([new PdfDict(numbers)]))
  return stream
}

describe('unpackedStream', () => {
  it('undoes what PNG predicts, as the library does', () => {
    const rows = fc.integer({ min: 1, max: 9 }).chain((columns) =>
      fc.record({
        columns: fc.constant(columns),
        rows: fc.array(
          fc
            .tuple(fc.nat(4), fc.uint8Array({ minLength: columns, maxLength: columns }))
            .map(([kind, row]) => [kind, ...row]),
          { minLength: 1, maxLength: 8 },
        ),
      }),
    )
    fc.assert(
      fc.property(rows, ({ columns, rows }) => {
        const data = deflateSync(Uint8Array.from(rows.flat()))
        const stream = streamOf(data, ['FlateDecode'], { Predictor: 15, Columns: columns })
        expect(Buffer.from(unpackedStream(stream, 1_000)).toString('hex')).toBe(
          Buffer.from(stream.getDecodedData()).toString('hex'),
        )
      }),
    )
  })

  it.each([
    [['ASCIIHexDecode'], Buffer.from('48 65>'), 'He'],
    [['ASCIIHexDecode', 'FlateDecode'], Buffer.from(`${deflateSync('Hello').toString('hex')}>`), 'Hello'],
    [['RunLengthDecode'], Buffer.from([1, 0x48, 0x65, 128]), 'He'],
    [[], Buffer.from('He'), 'He'],
  ])('undoes the filters %j', (filters, data, text) => {
    expect(Buffer.from(unpackedStream(streamOf(data, filters), 1_000)).toString()).toBe(text)
  })

  it.each([
    ['FlateDecode', deflateSync(Buffer.alloc(100_000))],
    ['RunLengthDecode', Buffer.alloc(100, Buffer.from([129, 0]))],
    ['LZWDecode', packedCodes([256, 0, ...Array.from({ length: 60 }, (_, index) => 258 + index)])],
  ])('does not go beyond the bound for %s', (filter, data) => {
    expect(() => unpackedStream(streamOf(data, [filter]), 1_000)).toThrow(OversizedPdf)
  })

  it.each([
    ['an unknown filter', streamOf(Buffer.alloc(9), ['DCTDecode'])],
    ['broken data', streamOf(Buffer.alloc(9), ['FlateDecode'])],
    ['rows of no equal length', streamOf(deflateSync(Buffer.alloc(7)), ['FlateDecode'], { Predictor: 12, Columns: 3 })],
    ['a predictor of pictures', streamOf(deflateSync(Buffer.alloc(8)), ['FlateDecode'], { Predictor: 2 })],
  ])('leaves %s to others', (_, stream) => {
    expect(() => unpackedStream(stream, 1_000)).toThrow(UnusualPdf)
  })
})
