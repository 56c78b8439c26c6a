import { deflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentData, TooMuchBetweenFilters, tooLong } from '../../../../shared/pdf/content-data.ts'
import { decodedLength } from '../../../../shared/pdf/decoded-length.ts'
import { inspectDocument } from '../../../../shared/pdf/inspect-document.ts'
import { packedCodes } from '../../../support/documents/packed-codes.ts'
import { pdfOf, stream } from '../../../support/documents/pdf-of.ts'

function streamOf(data: Uint8Array, filters: readonly string[], parameters?: Record<string, number>): PdfStream {
  const entries: [string, PdfObject][] = [['Filter', new PdfArray(filters.map((filter) => PdfName.of(filter)))]]
  const numbers = Object.entries(parameters ?? {}).map(([key, value]): [string, PdfObject] => [
    key,
    PdfNumber.of(value),
  ])
  if (parameters) entries.push(['DecodeParms', new PdfArray([new PdfDict(numbers)])])
  return new PdfStream(entries, data)
}

/** Half a megabyte that is 2 KB long. */
const bomb = deflateSync(Buffer.alloc(500_000))

/** What is unpacked, and how many bytes that took. */
function unpacked(stream: PdfStream, mostBytes: number) {
  let bytes = 0
  const count = (more: number) => {
    bytes += more
  }
  try {
    return { data: contentData(stream, mostBytes, count), error: null, bytes: () => bytes }
  } catch (error) {
    return { data: null, error: error instanceof Error ? error : null, bytes: () => bytes }
  }
}

describe('a stream that unpacks to more than is wanted', () => {
  test.each([
    ['is packed', streamOf(bomb, ['FlateDecode'])],
    ['has parameters that say nothing', streamOf(bomb, ['FlateDecode'], { Predictor: 1 })],
    ['is predicted', streamOf(bomb, ['FlateDecode'], { Predictor: 12, Columns: 7 })],
    ['is predicted as a picture', streamOf(bomb, ['FlateDecode'], { Predictor: 2, Columns: 7 })],
    ['is packed twice', streamOf(deflateSync(bomb), ['FlateDecode', 'FlateDecode'])],
    ['has runs', streamOf(Buffer.alloc(8_000, Buffer.from([129, 0])), ['RunLengthDecode'])],
    [
      'has packed runs',
      streamOf(deflateSync(Buffer.alloc(8_000, Buffer.from([129, 0]))), ['FlateDecode', 'RunLengthDecode']),
    ],
    ['repeats itself', streamOf(packedCodes(growing(900)), ['LZWDecode'])],
  ])('is not unpacked further: it %s', (_, stream) => {
    const { error, bytes } = unpacked(stream, 1_000)
    expect(error?.message).toBe(tooLong)
    // What lies between two filters comes to the packed bomb here, and a prediction to as much again.
    expect(bytes()).toBeLessThanOrEqual(2_000 + 8_000)
  })

  test('before its last filter is told apart: nobody knows how long it is', () => {
    const twice = streamOf(deflateSync(deflateSync(Buffer.alloc(65 * 1024 * 1024, 0))), [
      'FlateDecode',
      'FlateDecode',
      'ASCIIHexDecode',
    ])
    const { error, bytes } = unpacked(twice, 1_000)
    expect(error).toBeInstanceOf(TooMuchBetweenFilters)
    expect(bytes()).toBeLessThan(65 * 1024 * 1024)
  })

  test('is whole where it is as long as is wanted', () => {
    const { data, bytes } = unpacked(streamOf(bomb, ['FlateDecode'], { Predictor: 1 }), 500_000)
    expect([data?.length, bytes()]).toEqual([500_000, 500_000])
  })
})

/** Codes each of which stands for one byte more than the one before: what grows most. */
function growing(count: number): number[] {
  return [256, 0, ...Array.from({ length: count }, (_, index) => 258 + index), 257]
}

describe('the length that a filter makes of data', () => {
  const most = 1_000_000

  test('is that of the library, for runs', () => {
    const literal = fc.uint8Array({ minLength: 1, maxLength: 128 }).map((bytes) => [bytes.length - 1, ...bytes])
    const run = fc.tuple(fc.integer({ min: 129, max: 255 }), fc.nat(255))
    fc.assert(
      fc.property(fc.array(fc.oneof(literal, run), { maxLength: 30 }), (parts) => {
        const data = Uint8Array.from([...parts.flat(), 128])
        expect(decodedLength('RunLengthDecode', data, most)).toBe(
          streamOf(data, ['RunLengthDecode']).getDecodedData().length,
        )
      }),
    )
  })

  test.each([true, false])('is that of the library, for LZW (early change: %s)', (isEarly) => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 700 }), (choices) => {
        const data = packedCodes(codesOf(choices), isEarly)
        const stream = streamOf(data, ['LZWDecode'], { EarlyChange: isEarly ? 1 : 0 })
        expect(decodedLength('LZWDecode', data, most, isEarly)).toBe(stream.getDecodedData().length)
      }),
    )
  })

  test('of data that grow without end is found without making them', () => {
    const data = packedCodes(growing(3_800))
    expect(data.length).toBeLessThan(6_000)
    expect(decodedLength('LZWDecode', data, most)).toBeGreaterThan(most)
  })
})

/** Codes that are known when they come, the newest ones often. */
function codesOf(choices: readonly number[]): number[] {
  let next = 257
  const codes = choices.map((choice) => {
    const from = choice > 0.5 ? Math.max(0, next - 4) : 0
    const code = from + Math.floor(choice * (next + 1 - from))
    if (next < 4096) next += 1
    return code === 256 || code === 257 ? 0 : Math.min(code, next - 1)
  })
  return [256, 65, ...codes, 257]
}

describe('a document with images', () => {
  const image = (entries: string, data: Uint8Array) =>
    stream(`/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode${entries}`, data)
  const showing = (images: readonly Buffer[]) => {
    const names = images.map((_, index) => `/I${index} ${5 + index} 0 R`).join(' ')
    const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</XObject<<${names}>>>>>>`
    const content = stream('', Buffer.from(images.map((_, index) => `q /I${index} Do Q`).join('\n')))
    return pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', page, content, ...images])
  }

  test('larger than any that is sent is refused before they are unpacked', async () => {
    const declared = image('/Width 30000/Height 30000', bomb)
    expect(await inspectDocument(showing([declared]))).toMatchObject({ valid: false, reason: 'too_complex' })
  })

  test('that are more together than any document has is refused', async () => {
    const data = deflateSync(Buffer.alloc(64_000_000))
    const images = Array.from({ length: 17 }, () => image('/Width 8000/Height 8000', data))
    const pdf = showing(images)
    expect(pdf.length).toBeLessThan(1_100_000)
    expect(await inspectDocument(pdf)).toMatchObject({ valid: false, reason: 'too_complex' })
  })

  test('whose data go on behind their end are fine, and are not unpacked to the end', async () => {
    const small = image('/Width 10/Height 10/DecodeParms<</Predictor 12/Columns 7>>', bomb)
    expect(await inspectDocument(showing([small]))).toMatchObject({ valid: true })
  })
})
