import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'

/** A document with more is refused as too complex elsewhere; here it ends the walk. */
const mostObjects = 2_000_000

export function resolved(source: ObjectSource, object: PdfObject | undefined): PdfObject | null {
  return object instanceof PdfRef ? source.getObject(object) : (object ?? null)
}

export function dictionaryAt(source: ObjectSource, dict: PdfDict, key: string): PdfDict | null {
  const value = resolved(source, dict.get(key))
  return value instanceof PdfDict ? value : null
}

export function arrayAt(source: ObjectSource, dict: PdfDict, key: string): PdfObject[] {
  const value = resolved(source, dict.get(key))
  return value instanceof PdfArray ? value.toArray() : []
}

export function nameAt(source: ObjectSource, dict: PdfDict, key: string): string | null {
  const value = resolved(source, dict.get(key))
  return value instanceof PdfName ? value.value : null
}

/** A dictionary that is no stream. */
export function isPlainDictionary(object: PdfObject | null | undefined): object is PdfDict {
  return object instanceof PdfDict && !(object instanceof PdfStream)
}

/** Deletes keys and says how many there were. */
export function deleteKeys(dict: PdfDict, keys: readonly string[]): number {
  return keys.filter((key) => dict.delete(key)).length
}

/**
 * Empties an object that is no longer shown. References to it, as from a structure tree, then lead to nothing, and what it
 * held is not in the file that is written.
 */
export function clear(dict: PdfDict) {
  for (const key of [...dict.keys()]) dict.delete(key)
  if (dict instanceof PdfStream) dict.setData(new Uint8Array())
}

/** All dictionaries and streams that can be reached from the catalog, each once. Objects may be changed on the way. */
export function* reachableDictionaries(source: ObjectSource): Generator<PdfDict> {
  for (const each of reachableContainers(source)) if (each instanceof PdfDict) yield each
}

export function* reachableContainers(source: ObjectSource): Generator<PdfDict | PdfArray> {
  const seen = new Set<PdfObject | number>()
  const pending: PdfObject[] = [source.getCatalog()]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next instanceof PdfRef) {
      if (seen.has(next.objectNumber)) continue
      seen.add(next.objectNumber)
      const object = source.getObject(next)
      if (object) pending.push(object)
    } else if (next instanceof PdfArray) {
      if (seen.has(next)) continue
      seen.add(next)
      yield next
      for (const item of next) pending.push(item)
    } else if (next instanceof PdfDict) {
      if (seen.has(next)) continue
      seen.add(next)
      if (seen.size > mostObjects) throw new Error('The document has too many objects')
      yield next
      for (const [, value] of next) pending.push(value)
    }
  }
}
