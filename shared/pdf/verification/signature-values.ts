import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import type { SignatureValue } from './signed-range.ts'

const maxFields = 50_000

/** A field with the type that it may inherit. */
interface Visited {
  readonly object: PdfObject
  readonly inherited: string | null
}

/**
 * The values of all signature fields: of the form, of pages that the form does not list, and the certification that the
 * catalog names. A value that lacks what a signature needs is given all the same, so that it is told as broken.
 */
export function signatureValues(source: ObjectSource, limit: number): SignatureValue[] {
  const found = new Map<unknown, SignatureValue>()
  const add = (object: PdfObject | undefined) => {
    const dictionary = object && resolved(source, object)
    if (!(dictionary instanceof PdfDict)) return
    const ref = object instanceof PdfRef ? object : null
    found.set(ref ? ref.objectNumber : dictionary, { ref, dictionary })
  }
  const visited = new Set<PdfObject>()
  const pending = rootsOf(source)
  for (let next = pending.pop(); next && visited.size < maxFields && found.size <= limit; next = pending.pop()) {
    const field = resolved(source, next.object)
    if (!(field instanceof PdfDict) || visited.has(field)) continue
    visited.add(field)
    const type = field.getName('FT', (ref) => source.getObject(ref))?.value ?? next.inherited
    const value = field.get('V')
    if (type === 'Sig' || isSignature(source, value)) add(value)
    const kids = field.getArray('Kids', (ref) => source.getObject(ref))
    for (const object of kids?.toArray() ?? []) pending.push({ object, inherited: type })
  }
  const permissions = source.getCatalog().getDict('Perms', (ref) => source.getObject(ref))
  add(permissions?.get('DocMDP'))
  return [...found.values()]
}

function rootsOf(source: ObjectSource): Visited[] {
  const form = source.getCatalog().getDict('AcroForm', (ref) => source.getObject(ref))
  const fields = form?.getArray('Fields', (ref) => source.getObject(ref))?.toArray() ?? []
  const roots = [...annotationsOf(source), ...fields.reverse()]
  return roots.map((object) => ({ object, inherited: null }))
}

function annotationsOf(source: ObjectSource): PdfObject[] {
  const annotations: PdfObject[] = []
  const pending: PdfObject[] = [source.getCatalog().get('Pages') ?? new PdfArray([])]
  const visited = new Set<PdfObject>()
  for (let next = pending.pop(); next && visited.size < maxFields; next = pending.pop()) {
    const node = resolved(source, next)
    if (!(node instanceof PdfDict) || visited.has(node)) continue
    visited.add(node)
    for (const annotation of node.getArray('Annots', (ref) => source.getObject(ref)) ?? []) annotations.push(annotation)
    for (const kid of node.getArray('Kids', (ref) => source.getObject(ref)) ?? []) pending.push(kid)
  }
  return annotations
}

function isSignature(source: ObjectSource, value: PdfObject | undefined): boolean {
  const dictionary = value && resolved(source, value)
  if (!(dictionary instanceof PdfDict) || dictionary instanceof PdfStream) return false
  return dictionary.has('ByteRange') || (dictionary.has('Filter') && dictionary.get('Contents') instanceof PdfString)
}

export function resolved(source: ObjectSource, object: PdfObject): PdfObject | null {
  return object instanceof PdfRef ? source.getObject(object) : object
}
