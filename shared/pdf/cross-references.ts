import type { PdfDict, PdfStream } from '@libpdf/core'
import { type CrossReferenceSection, type Place, readTable, sectionOfStream } from './cross-reference-section.ts'
import { ObjectReader } from './object-reader.ts'
import { isPadding } from './pdf-inspection.ts'
import { UnusualPdf } from './unusual-pdf.ts'

const searchedBytes = 1024

/** Where the objects of a file are, by the sections that its saves wrote. */
export type CrossReferences = {
  /** The newest. */
  trailer: PdfDict
  /** Where the newest section starts. */
  start: number
  isStream: boolean
  /** Above every object number that the file knows. */
  end: number
  find(objectNumber: number): Place | null
}

/** Reads the sections from the newest to the oldest (ISO 32000-2 §7.5.6 and §7.5.8), but none of their rows. */
export function readCrossReferences(bytes: Uint8Array, readStream: (position: number) => PdfStream): CrossReferences {
  const start = startOfNewest(bytes)
  const read = (position: number) =>
    bytes[position] === 'x'.charCodeAt(0) ? readTable(bytes, position) : sectionOfStream(readStream(position))
  const newest = read(start)
  const sections: CrossReferenceSection[] = []
  const visited = new Set<number>()
  for (let section: CrossReferenceSection | null = newest, position = start; section; ) {
    visited.add(position)
    // What a table hides from readers of its age, a stream beside it shows to newer ones.
    const beside = offsetIn(section.trailer, 'XRefStm')
    if (beside !== null && !section.isStream) sections.push(read(beside))
    sections.push(section)
    position = offsetIn(section.trailer, 'Prev') ?? start
    section = visited.has(position) ? null : read(position)
  }
  const size = newest.trailer.getNumber('Size')?.value ?? 0
  return {
    trailer: newest.trailer,
    start,
    isStream: newest.isStream,
    end: sections.reduce((end, section) => Math.max(end, section.end), size),
    find: (objectNumber) => findIn(sections, objectNumber),
  }
}

function findIn(sections: readonly CrossReferenceSection[], objectNumber: number): Place | null {
  for (const section of sections) {
    const place = section.find(objectNumber)
    if (place) return place
  }
  return null
}

/** The file's own word for it stands at its end, before white space and zeros that may fill a block. */
function startOfNewest(bytes: Uint8Array): number {
  let end = bytes.length
  while (end > 0 && isPadding(bytes[end - 1])) end -= 1
  const from = Math.max(0, end - searchedBytes)
  const place = Buffer.from(bytes.subarray(from, end)).lastIndexOf('startxref')
  if (place < 0) throw new UnusualPdf('No startxref')
  const reader = new ObjectReader(bytes, from + place)
  reader.expect('startxref')
  return reader.integer()
}

function offsetIn(trailer: PdfDict, name: string): number | null {
  if (!trailer.has(name)) return null
  const value = trailer.getNumber(name)?.value
  if (value === undefined || !Number.isSafeInteger(value) || value < 0) throw new UnusualPdf(`${name} is no offset`)
  return value
}
