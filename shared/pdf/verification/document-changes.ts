import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import type { DocumentObjects } from '../document-objects.ts'
import { UnusualPdf } from '../unusual-pdf.ts'
import { compareAnnotations } from './annotation-changes.ts'
import { type ChangeKind, FoundChanges } from './change-kinds.ts'
import { type Comparing, compareForms, fieldsOf } from './form-changes.ts'
import { isSameMetadata, unseenInformation } from './metadata-changes.ts'
import {
  type ComparisonBudget,
  isPlainDictionary,
  NotComparable,
  namesOf,
  ObjectComparison,
} from './object-comparison.ts'

export interface ChangesAsked {
  /** The revision that was signed, and the document as it is now. */
  readonly before: DocumentObjects
  readonly after: DocumentObjects
  readonly intact: Comparing['intact']
  readonly locks: Comparing['locks']
  readonly budget: ComparisonBudget
}

/**
 * What later revisions changed, found by comparing all that the signed revision leads to. What changes must be on a list
 * of what may; all else is `other`, so that nothing a reader shows can change unseen (as in shadow attacks, where an
 * update replaces a font, a resource or an appearance).
 */
export function changesBetween({ before, after, budget, ...rest }: ChangesAsked): ChangeKind {
  const found = new FoundChanges()
  const objects = new ObjectComparison(before, after, budget)
  try {
    const catalog = before.getCatalog()
    const [form, formAfter] = [formOf(before), formOf(after)]
    const fields = fieldsOf({ objects }, form)
    const { pages, nodes } = pagesOf(objects, catalog)
    // What has two roles is compared by the rules of the last, and by all of them in the end.
    for (const ref of annotationsOf(objects, pages)) objects.setApart(ref, 'annotation')
    for (const { ref } of fields.values()) objects.setApart(ref, 'field')
    for (const ref of pages) objects.setApart(ref, 'page')
    for (const objectNumber of nodes) objects.setTogether(objectNumber)
    const comparing: Comparing = { objects, found, fields, addedFields: new Set(), ...rest }
    compareTrailers(comparing)
    compareForms(comparing, form, formAfter)
    compareCatalogs(comparing, catalog, after.getCatalog())
    for (const ref of pages) comparePage(comparing, ref)
  } catch (error) {
    if (!(error instanceof UnusualPdf || error instanceof NotComparable || error instanceof RangeError)) throw error
    return 'other'
  }
  return found.kind
}

function formOf(source: DocumentObjects): PdfDict | null {
  const held = source.getCatalog().get('AcroForm')
  const form = held instanceof PdfRef ? source.getObject(held) : held
  return form instanceof PdfDict ? form : null
}

const mostNodes = 50_000

/** The pages, and the numbers of the nodes above them. */
function pagesOf(objects: ObjectComparison, catalog: PdfDict): { pages: PdfRef[]; nodes: Set<number> } {
  const resolve = (ref: PdfRef) => objects.before.getObject(ref)
  const pages = new Map<number, PdfRef>()
  const nodes = new Set<number>()
  const visited = new Set<number>()
  const pending: (PdfObject | undefined)[] = [catalog.get('Pages')]
  for (let ref = pending.pop(); ref; ref = pending.pop()) {
    objects.spend()
    if (!(ref instanceof PdfRef) || visited.has(ref.objectNumber) || visited.size > mostNodes)
      throw new NotComparable('The page tree is not as it should be')
    visited.add(ref.objectNumber)
    const node = resolve(ref)
    const kids = node instanceof PdfDict ? node.getArray('Kids', resolve) : null
    if (kids) {
      nodes.add(ref.objectNumber)
      for (const kid of kids) pending.push(kid)
    } else pages.set(ref.objectNumber, ref)
  }
  return { pages: [...pages.values()], nodes }
}

function annotationsOf(objects: ObjectComparison, pages: readonly PdfRef[]): PdfRef[] {
  const resolve = (ref: PdfRef) => objects.before.getObject(ref)
  return pages.flatMap((ref) => {
    const page = resolve(ref)
    const list = page instanceof PdfDict ? page.getArray('Annots', resolve) : null
    return (list?.toArray() ?? []).filter((each): each is PdfRef => each instanceof PdfRef)
  })
}

/** The catalog stays where it is; of the document information only what nobody sees changes. */
function compareTrailers({ objects, found }: Comparing) {
  const { before, after } = objects
  const [old, now] = [before.references.trailer, after.references.trailer]
  if (!isSameRef(old.get('Root'), now.get('Root'))) found.add('other')
  const informationOf = (source: DocumentObjects, trailer: PdfDict) =>
    trailer.getDict('Info', (ref) => source.getObject(ref)) ?? new PdfDict()
  const [told, toldNow] = [informationOf(before, old), informationOf(after, now)]
  for (const name of namesOf(told, toldNow))
    if (!unseenInformation.includes(name) && !objects.isSame(told.get(name), toldNow.get(name), name))
      found.add('other')
}

function isSameRef(before: PdfObject | undefined, after: PdfObject | undefined): boolean {
  if (!(before instanceof PdfRef && after instanceof PdfRef)) return false
  return before.objectNumber === after.objectNumber && before.generation === after.generation
}

function compareCatalogs({ objects, found }: Comparing, before: PdfDict, after: PdfDict) {
  for (const name of namesOf(before, after)) {
    const [old, now] = [before.get(name), after.get(name)]
    if (name === 'AcroForm' || name === 'Extensions') continue
    if (name === 'Metadata') {
      const [metadata, metadataNow] = [resolved(objects.before, old), resolved(objects.after, now)]
      if (!objects.isSame(old, now, name) && !isSameMetadata(metadata, metadataNow)) found.add('other')
    } else if (!objects.isSame(old, now, name)) {
      if (name === 'DSS') found.add('validation_data')
      else if (name !== 'Version' || !isVersion(now)) found.add('other')
    }
  }
}

function isVersion(value: PdfObject | undefined): boolean {
  return value instanceof PdfName && /^[12]\.\d$/.test(value.value)
}

function resolved(source: DocumentObjects, value: PdfObject | undefined): PdfObject | null {
  return value instanceof PdfRef ? source.getObject(value) : (value ?? null)
}

function comparePage(comparing: Comparing, ref: PdfRef) {
  const { objects, found } = comparing
  const [before, after] = [objects.before.getObject(ref), objects.after.getObject(ref)]
  if (!isPlainDictionary(before) || !isPlainDictionary(after)) {
    if (!objects.isSame(before, after)) found.add('other')
    return
  }
  for (const name of namesOf(before, after)) {
    if (name === 'Annots') continue
    const isOrderOfTabs = name === 'Tabs' && after.get(name) instanceof PdfName
    if (!isOrderOfTabs && !objects.isSame(before.get(name), after.get(name), name)) found.add('other')
  }
  const annotations = resolved(objects.after, after.get('Annots'))
  if (annotations && !(annotations instanceof PdfArray)) found.add('other')
  compareAnnotations(comparing, before, after)
}
