import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import type { ObjectSource } from './document-objects.ts'
import type { Page } from './page-tree.ts'
import { OversizedPdf } from './unusual-pdf.ts'

const mostObjects = 500_000

/**
 * Whether every annotation and every field of a form is that, and nothing else: no stream, no page, and nothing that a
 * page draws with. Else a change of a note, or of a field, could change what a page shows.
 */
export function hasClearRoles(source: ObjectSource, pages: readonly Page[]): boolean {
  const annotations = [...annotationsOf(source, pages), ...fieldsOf(source)]
  const numbers = new Set<number>()
  for (const annotation of annotations) {
    const object = resolved(source, annotation)
    const type = object instanceof PdfDict ? object.getName('Type', (ref) => source.getObject(ref))?.value : undefined
    if (object instanceof PdfStream || ['Page', 'Pages', 'Catalog'].includes(type ?? '')) return false
    if (annotation instanceof PdfRef) numbers.add(annotation.objectNumber)
  }
  const appearances = annotations.map((annotation) => entryOf(resolved(source, annotation), 'AP'))
  const drawn = pages.flatMap(({ dict, resources }) => [resources, dict.get('Contents')])
  // What leads back to a page is no part of what is drawn.
  const ends = new Set(pages.map(({ ref }) => ref.objectNumber))
  return !leadsToAny(source, [...drawn, ...appearances], { numbers, ends })
}

function annotationsOf(source: ObjectSource, pages: readonly Page[]): PdfObject[] {
  return pages.flatMap(({ dict }) => dict.getArray('Annots', (ref) => source.getObject(ref))?.toArray() ?? [])
}

function fieldsOf(source: ObjectSource): PdfObject[] {
  const resolve = (ref: PdfRef) => source.getObject(ref)
  const fields: PdfObject[] = []
  const visited = new Set<number>()
  const pending = source.getCatalog().getDict('AcroForm', resolve)?.getArray('Fields', resolve)?.toArray() ?? []
  for (let field = pending.pop(); field; field = pending.pop()) {
    if (field instanceof PdfRef && visited.has(field.objectNumber)) continue
    if (field instanceof PdfRef) visited.add(field.objectNumber)
    fields.push(field)
    if (fields.length > mostObjects) throw new OversizedPdf('The document has too many fields')
    const dictionary = resolved(source, field)
    const kids = dictionary instanceof PdfDict ? dictionary.getArray('Kids', resolve) : undefined
    for (const kid of kids ?? []) pending.push(kid)
  }
  return fields
}

/** Whether objects of some numbers are among those that values lead to, without passing through the ends. */
function leadsToAny(
  source: ObjectSource,
  values: readonly (PdfObject | null | undefined)[],
  { numbers, ends }: Readonly<Record<'numbers' | 'ends', ReadonlySet<number>>>,
): boolean {
  const pending = [...values]
  const visited = new Set<number>()
  while (pending.length > 0) {
    const value = pending.pop()
    if (value instanceof PdfArray) for (const item of value) pending.push(item)
    else if (value instanceof PdfDict) for (const [, entry] of value) pending.push(entry)
    else if (value instanceof PdfRef && !visited.has(value.objectNumber)) {
      if (numbers.has(value.objectNumber)) return true
      visited.add(value.objectNumber)
      if (visited.size > mostObjects) throw new OversizedPdf('The document has too many objects')
      if (!ends.has(value.objectNumber)) pending.push(source.getObject(value))
    }
  }
  return false
}

function entryOf(object: PdfObject | null, name: string): PdfObject | undefined {
  return object instanceof PdfDict ? object.get(name) : undefined
}

function resolved(source: ObjectSource, object: PdfObject): PdfObject | null {
  return object instanceof PdfRef ? source.getObject(object) : object
}
