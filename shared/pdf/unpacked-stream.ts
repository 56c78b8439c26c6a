import { inflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfStream } from '@libpdf/core'
import { contentData } from './content-data.ts'
import { decodedLength } from './decoded-length.ts'
import { OversizedPdf, UnusualPdf } from './unusual-pdf.ts'

type Filter = { name: string; parameters: PdfDict }

/**
 * The data of a stream, its filters undone (ISO 32000-2 §7.4): those for data, not those for pictures.
 * Throws `OversizedPdf` as soon as there are more than `mostBytes`, and `UnusualPdf` for data or filters that cannot be read.
 */
export function unpackedStream(stream: PdfStream, mostBytes: number): Uint8Array {
  let { data } = stream
  for (const filter of filtersOf(stream)) data = unpacked(data, filter, mostBytes)
  if (data.length > mostBytes) throw new OversizedPdf('A stream is too large')
  return data
}

function filtersOf(stream: PdfStream): Filter[] {
  const names = listOf(stream.get('Filter'))
  const parameters = listOf(stream.get('DecodeParms'))
  return names.map((name, index) => {
    const given = parameters[index]
    if (!(name instanceof PdfName)) throw new UnusualPdf('A filter has no name')
    if (given instanceof PdfDict) return { name: name.value, parameters: given }
    if (given && given.type !== 'null') throw new UnusualPdf('The parameters of a filter are no dictionary')
    return { name: name.value, parameters: new PdfDict() }
  })
}

function listOf(value: PdfObject | undefined): PdfObject[] {
  if (value instanceof PdfArray) return value.toArray()
  return value ? [value] : []
}

function unpacked(data: Uint8Array, { name, parameters }: Filter, mostBytes: number): Uint8Array {
  if (name === 'FlateDecode') return unpredicted(inflated(data, mostBytes), parameters)
  const length = decodedLength(name, data, mostBytes, integerIn(parameters, 'EarlyChange', 1) === 1)
  if (!Number.isFinite(length)) throw new UnusualPdf(`The filter ${name} is not for data`)
  if (length > mostBytes) throw new OversizedPdf('A stream may be too large')
  return decodedByLibrary(new PdfStream(PdfDict.of({ Filter: PdfName.of(name), DecodeParms: parameters }), data))
}

function inflated(data: Uint8Array, mostBytes: number): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: mostBytes })
  } catch (cause) {
    if (cause instanceof RangeError) throw new OversizedPdf('A stream is too large', { cause })
    throw new UnusualPdf('A stream cannot be unpacked', { cause })
  }
}

const firstPngPredictor = 10
const lastPngPredictor = 15

/** Undoes the prediction of rows that PNG knows (ISO 32000-2 §7.4.4.4), which cross-reference streams mostly use. */
function unpredicted(data: Uint8Array, parameters: PdfDict): Uint8Array {
  const predictor = integerIn(parameters, 'Predictor', 1)
  if (predictor === 1) return data
  if (predictor < firstPngPredictor || predictor > lastPngPredictor)
    throw new UnusualPdf(`The predictor ${predictor} is not for data`)
  if (integerIn(parameters, 'Colors', 1) !== 1 || integerIn(parameters, 'BitsPerComponent', 8) !== 8)
    throw new UnusualPdf('A stream is predicted as a picture')
  const columns = integerIn(parameters, 'Columns', 1)
  if (columns < 1 || data.length % (columns + 1) !== 0) throw new UnusualPdf('The predicted rows have no equal length')
  return unpredictedRows(data, columns)
}

function unpredictedRows(data: Uint8Array, columns: number): Uint8Array {
  const rows = data.length / (columns + 1)
  const output = new Uint8Array(rows * columns)
  for (let row = 0; row < rows; row += 1) {
    const kind = data[row * (columns + 1)] ?? 0
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column
      const left = column > 0 ? (output[at - 1] ?? 0) : 0
      const up = row > 0 ? (output[at - columns] ?? 0) : 0
      const upLeft = row > 0 && column > 0 ? (output[at - columns - 1] ?? 0) : 0
      output[at] = (data[at + row + 1] ?? 0) + prediction(kind, left, up, upLeft)
    }
  }
  return output
}

function prediction(kind: number, left: number, up: number, upLeft: number): number {
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  if (kind !== 4) throw new UnusualPdf(`Rows predicted by ${kind} are not known`)
  const estimate = left + up - upLeft
  const [fromLeft, fromUp, fromUpLeft] = [left, up, upLeft].map((value) => Math.abs(estimate - value))
  if (fromLeft === undefined || fromUp === undefined || fromUpLeft === undefined) return 0
  if (fromLeft <= fromUp && fromLeft <= fromUpLeft) return left
  return fromUp <= fromUpLeft ? up : upLeft
}

function integerIn(parameters: PdfDict, name: string, otherwise: number): number {
  if (!parameters.has(name)) return otherwise
  const value = parameters.getNumber(name)?.value
  if (value === undefined || !Number.isSafeInteger(value)) throw new UnusualPdf(`${name} is no whole number`)
  return value
}

const mostBytesOfData = 64 * 1024 * 1024

/**
 * That of a stream which is no part of the structure, such as a file, a certificate or the content of a page: what can be
 * saved of broken data counts too. Throws `UnusualPdf`.
 */
export function decodedData(stream: PdfStream): Uint8Array {
  try {
    return unpackedStream(stream, mostBytesOfData)
  } catch (error) {
    if (!(error instanceof UnusualPdf) || error instanceof OversizedPdf) throw error
    return savedData(stream)
  }
}

function savedData(stream: PdfStream): Uint8Array {
  try {
    return contentData(stream, mostBytesOfData)
  } catch (cause) {
    throw new UnusualPdf('A stream cannot be unpacked', { cause })
  }
}

function decodedByLibrary(stream: PdfStream): Uint8Array {
  try {
    return stream.getDecodedData()
  } catch (cause) {
    throw new UnusualPdf('A stream cannot be unpacked', { cause })
  }
}
