import type { PdfDict, PdfStream } from '@libpdf/core'
import { type CrossReferenceSection, type ObjectPlace, readTable, sectionOfStream } from './cross-reference-section.ts'
import { ObjectReader } from './object-reader.ts'
import { isPadding } from './pdf-inspection.ts'
import { UnusualPdf } from './unusual-pdf.ts'

const searchedBytes = 1024
/** Of all streams together: half a million rows of the widest fields. */
const mostBytesOfRows = 16 * 1024 * 1024

/** What one save of the file wrote: a section, and a stream beside it if the file is a hybrid. */
export type SavedSection = PlacedSection & {
  /** At the offset that a table's trailer calls XRefStm (ISO 32000-2 §7.5.8.4): what readers since PDF 1.5 know on top. */
  beside: PlacedSection | null
}

/** A section, and where in the file it is. */
export type PlacedSection = { position: number; section: CrossReferenceSection; endOffset: number }

type ReadStream = (position: number) => { stream: PdfStream; endOffset: number }

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
  find(objectNumber: number): ObjectPlace | null
}

/** Reads the sections from the newest to the oldest (ISO 32000-2 §7.5.6 and §7.5.8), but none of their rows. */
export function readCrossReferences(bytes: Uint8Array, readStream: ReadStream): CrossReferences {
  const start = startOfNewest(bytes)
  const read = sectionReader(bytes, readStream)
  const newest = read(start)
  const saves: SavedSection[] = []
  const visited = new Set<number>()
  for (let save: PlacedSection | null = newest; save; ) {
    const { section, position }: PlacedSection = save
    visited.add(position)
    const besideAt = section.isStream ? null : offsetIn(section.trailer, 'XRefStm')
    saves.push({ ...save, beside: besideAt === null ? null : read(besideAt) })
    const previous = offsetIn(section.trailer, 'Prev')
    save = previous === null || visited.has(previous) ? null : read(previous)
  }
  const { trailer, isStream } = newest.section
  const size = trailer.getNumber('Size')?.value ?? 0
  const ends = saves.flatMap(({ section, beside }) => [section.end, beside?.section.end ?? 0])
  const end = ends.reduce((highest, each) => Math.max(highest, each), size)
  return { trailer, start, isStream, end, saves, find: (objectNumber) => findIn(saves, objectNumber) }
}

/** Reads each section once. White space may come before it: Firefox names the end of what comes before. */
function sectionReader(bytes: Uint8Array, readStream: ReadStream): (position: number) => PlacedSection {
  const known = new Map<number, PlacedSection>()
  let bytesLeft = mostBytesOfRows
  const read = (position: number): PlacedSection => {
    if (new ObjectReader(bytes, position).accepts('xref')) return { position, ...readTable(bytes, position) }
    const { stream, endOffset } = readStream(position)
    const { section, bytesOfRows } = sectionOfStream(stream, bytesLeft)
    bytesLeft -= bytesOfRows
    return { position, section, endOffset }
  }
  return (position) => {
    const section = known.get(position) ?? read(position)
    known.set(position, section)
    return section
  }
}

/** Each save is asked for a section's own entry, then for that of the stream beside it, and only then the save before. */
function findIn(saves: readonly SavedSection[], objectNumber: number): ObjectPlace | null {
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
