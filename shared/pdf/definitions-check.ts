import { type PdfObject, PdfRef } from '@libpdf/core'
import { isWhiteSpace } from './bytes.ts'
import type { SavedSection } from './cross-references.ts'
import type { Definition, DocumentObjects } from './document-objects.ts'
import { FileCoverage } from './file-coverage.ts'
import { ObjectReader } from './object-reader.ts'
import type { SavedPlaces } from './saves-check.ts'
import type { NoteFault } from './structure-fault.ts'
import { OversizedPdf, UnusualPdf } from './unusual-pdf.ts'

/** Reads what the cross-references of all saves name, and notes where that is not what is there, or where there is more. */
export function checkDefinitions(objects: DocumentObjects, { definitions, packed }: SavedPlaces, note: NoteFault) {
  const coverage = new FileCoverage(objects.bytes)
  for (const save of objects.references.saves) coverSections(objects, save, coverage, note)
  for (const [offset, { objectNumber, generation }] of definitions) {
    const ref = PdfRef.of(objectNumber, generation)
    if (!isNamedAt(objects.bytes, offset, ref)) note('misplaced_object')
    else {
      const definition = orNull(() => definitionAt(objects, offset, ref))
      if (definition) coverage.add(offset, definition.end)
      else note('unreadable')
      if (definition && !definition.isExact) note('stream_length')
      const named = packed.get(offset)
      if (definition && named && !orNull(() => isSound(objects, definition, named))) note('object_stream')
    }
  }
  coverage.check(note)
}

function coverSections(objects: DocumentObjects, save: SavedSection, coverage: FileCoverage, note: NoteFault) {
  for (const placed of save.beside ? [save, save.beside] : [save]) {
    const reader = new ObjectReader(objects.bytes, placed.position)
    reader.skipSpace()
    coverage.add(reader.position, placed.endOffset, placed === save)
    if (placed.section.isStream && !objects.definitionAt(placed.position).isExact) note('stream_length')
  }
}

function isNamedAt(bytes: Uint8Array, offset: number, ref: PdfRef): boolean {
  if (offset >= bytes.length || isWhiteSpace(bytes, offset, offset + 1)) return false
  const reader = new ObjectReader(bytes, offset)
  const isNamed = () =>
    reader.integer() === ref.objectNumber && reader.integer() === ref.generation && reader.accepts('obj')
  return orNull(isNamed) ?? false
}

/** What of a file is unusual, and not too large. */
function orNull<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnusualPdf && !(error instanceof OversizedPdf)) return null
    throw error
  }
}

type Found = Omit<Definition, 'object'> & { object: PdfObject | null }

/** That of the newest save is read once for all uses of it. */
function definitionAt(objects: DocumentObjects, offset: number, ref: PdfRef): Found {
  const place = objects.references.find(ref.objectNumber)
  if (place?.kind !== 'plain' || place.offset !== offset) return objects.definitionAt(offset)
  objects.getObject(ref)
  return objects.loaded.get(ref.objectNumber) ?? objects.definitionAt(offset)
}

/** Whether an object stream holds the objects that were named, one after the other, and nothing else. */
function isSound(objects: DocumentObjects, { ref, object }: Found, named: ReadonlyMap<number, number>): boolean {
  const { objectNumber: streamNumber } = ref
  const isNewest = objects.loaded.get(streamNumber)?.object === object
  const stream = isNewest ? objects.objectStream(streamNumber) : objects.openObjectStream(object)
  const { reader, first, index, endOfIndex } = stream
  if (index.length !== named.size || !(first >= endOfIndex)) return false
  let end = endOfIndex
  for (const [place, { objectNumber, offset }] of index.entries()) {
    const start = first + offset
    if (named.get(place) !== objectNumber || start < end || !isWhiteSpace(reader.bytes, end, start)) return false
    end = (isNewest && endOfLoaded(objects, objectNumber, streamNumber)) || endOfObject(reader, start)
  }
  return isWhiteSpace(reader.bytes, end, reader.bytes.length)
}

/** Null for one that was not read yet, or that is elsewhere since. */
function endOfLoaded(objects: DocumentObjects, objectNumber: number, streamNumber: number): number | null {
  const place = objects.references.find(objectNumber)
  if (place?.kind !== 'packed' || place.stream !== streamNumber) return null
  return objects.loaded.get(objectNumber)?.end ?? null
}

function endOfObject(reader: ObjectReader, start: number): number {
  reader.position = start
  reader.object()
  return reader.position
}
