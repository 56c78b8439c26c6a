import type { PdfDict, PdfStream } from '@libpdf/core'
import { type CrossReferenceSection, type Place, readTable, sectionOfStream } from './cross-reference-section.ts'
import { ObjectReader } from './object-reader.ts'
import { isPadding } from './pdf-inspection.ts'
import { UnusualPdf } from './unusual-pdf.ts'

const searchedBytes = 1024

/** What one save of the file wrote: a section, and a stream beside it if the file is a hybrid. */
export type SavedSection = {
  position: number
  section: CrossReferenceSection
  /** At the offset that a table's trailer calls XRefStm (ISO 32000-2 §7.5.8.4): what readers since PDF 1.5 know on top. */
  beside: { position: number; section: CrossReferenceSection } | null
}

/** Where the objects of a file are, by the sections that its saves wrote. */
export type CrossReferences = {
  /** The newest. */
  trailer: PdfDict
  /** Where the newest section starts. */
  start: number
  isStream: boolean
  /** Above every object number that the file knows. */
  end: number
  /** The newest first. */
  saves: readonly SavedSection[]
  find(objectNumber: number): Place | null
}

/** Reads the sections from the newest to the oldest (ISO 32000-2 §7.5.6 and §7.5.8), but none of their rows. */
export function readCrossReferences(bytes: Uint8Array, readStream: (position: number) => PdfStream): CrossReferences {
  const start = startOfNewest(bytes)
  const read = (position: number) => readSection(bytes, position, readStream)
  const newest = read(start)
  const saves: SavedSection[] = []
  const visited = new Set<number>()
  for (let section: CrossReferenceSection | null = newest, position = start; section; ) {
    visited.add(position)
    const besideAt = section.isStream ? null : offsetIn(section.trailer, 'XRefStm')
    const beside = besideAt === null ? null : { position: besideAt, section: read(besideAt) }
    saves.push({ position, section, beside })
    position = offsetIn(section.trailer, 'Prev') ?? start
    section = visited.has(position) ? null : read(position)
  }
  const size = newest.trailer.getNumber('Size')?.value ?? 0
  const ends = saves.flatMap(({ section, beside }) => [section.end, beside?.section.end ?? 0])
  return {
    trailer: newest.trailer,
    start,
    isStream: newest.isStream,
    end: ends.reduce((highest, end) => Math.max(highest, end), size),
    saves,
    find: (objectNumber) => findIn(saves, objectNumber),
  }
}

/** White space may come before it: Firefox names the end of what comes before. */
function readSection(bytes: Uint8Array, position: number, readStream: (position: number) => PdfStream) {
  const isTable = new ObjectReader(bytes, position).accepts('xref')
  return isTable ? readTable(bytes, position) : sectionOfStream(readStream(position))
}

/** Each save is asked for a section's own entry, then for that of the stream beside it, and only then the save before. */
function findIn(saves: readonly SavedSection[], objectNumber: number): Place | null {
  for (const { section, beside } of saves) {
    const place = section.find(objectNumber) ?? beside?.section.find(objectNumber)
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
