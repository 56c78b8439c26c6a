import { PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { checkDefinitions } from './definitions-check.ts'
import { DocumentObjects } from './document-objects.ts'
import { checkSaves, largestObjectNumber, type SavedPlaces } from './saves-check.ts'
import { type NoteFault, type StructureFault, structureFaults } from './structure-fault.ts'
import { OversizedPdf, UnusualPdf } from './unusual-pdf.ts'

/** A document as one reading of its file gives it. */
export type StructureReading = {
  /** Null where the file, or an object that the document needs, cannot be read as it stands. */
  objects: DocumentObjects | null
  /** Empty when every reader takes the file for the same document. */
  faults: StructureFault[]
}

const mostObjects = 500_000

/**
 * Reads a whole file and tells whether its structure is unambiguous: each object has one definition a save, the
 * cross-references name exactly what is there, and every byte belongs to something.
 * Throws `OversizedPdf`, and nothing else, for a file that is too large to tell.
 */
export function checkStructure(bytes: Uint8Array): StructureReading {
  const found = new Set<StructureFault>()
  const note: NoteFault = (fault) => found.add(fault)
  const objects = attempt(() => readFile(bytes, note))
  if (!objects) note('unreadable')
  return { objects, faults: structureFaults.filter((fault) => found.has(fault)) }
}

/** Null where a file is unusual, or where its objects lie so deep in each other that the stack is at its end. */
function attempt<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof OversizedPdf) throw error
    if (error instanceof UnusualPdf || error instanceof RangeError) return null
    throw error
  }
}

function readFile(bytes: Uint8Array, note: NoteFault): DocumentObjects {
  const objects = new DocumentObjects(bytes)
  if (objects.headerOffset > 0) note('header')
  const places = checkSaves(objects, note)
  checkReferences(objects, places, note)
  checkDefinitions(objects, places, note)
  return objects
}

/** All that can be reached must be readable. A freed object is gone for some readers, others still show it. */
function checkReferences(objects: DocumentObjects, { freed }: SavedPlaces, note: NoteFault) {
  const { trailer } = objects.references
  const pending: PdfObject[] = [objects.getCatalog(), ...[trailer.get('Info')].flatMap((info) => info ?? [])]
  const visited = new Set<string>()
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next instanceof PdfArray) for (const item of next) pending.push(item)
    else if (next instanceof PdfDict) for (const [, value] of next) pending.push(value)
    else if (next instanceof PdfRef) {
      const key = next.toString()
      if (visited.has(key)) continue
      visited.add(key)
      if (visited.size > mostObjects) throw new OversizedPdf('The document has too many objects')
      // What leads nowhere would still count: new objects get numbers above all of them.
      if (next.objectNumber > largestObjectNumber) note('size')
      if (freed.has(next.objectNumber)) note('freed_object')
      const object = objects.getObject(next)
      if (object) pending.push(object)
    }
  }
}
