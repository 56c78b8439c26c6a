import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, type PdfStream } from '@libpdf/core'
import type { ObjectSource } from './document-objects.ts'
import type { Page } from './page-tree.ts'

const mostNodes = 10_000

type Form = { readonly ref: PdfRef; readonly stream: PdfStream }

/**
 * Keeps the tags of a page whose content becomes a form: the structure elements that refer to marked content of the page
 * refer to that of the form (ISO 32000-2 §14.7.5.2), and the page's key in the parent tree becomes the form's (§14.7.5.4).
 */
export function moveToForm(source: ObjectSource, page: Page, form: Form) {
  const key = page.dict.getNumber('StructParents', (ref) => source.getObject(ref))?.value
  if (key === undefined) return
  page.dict.delete('StructParents')
  form.stream.set('StructParents', PdfNumber.of(key))
  for (const element of elementsOf(source, key)) referToForm(source, element, { page: page.ref, form: form.ref })
}

/** The elements that marked content belongs to, each once. */
function elementsOf(source: ObjectSource, key: number): Set<PdfDict> {
  const resolve = (ref: PdfRef) => source.getObject(ref)
  const root = source.getCatalog().getDict('StructTreeRoot', resolve)?.getDict('ParentTree', resolve)
  const value = root && valueInTree(source, root, key)
  const parents = value instanceof PdfArray ? value.toArray().map((parent) => resolved(source, parent)) : []
  return new Set(parents.filter((parent) => parent instanceof PdfDict))
}

/** What a number tree (ISO 32000-2 §7.9.7) has for a key. */
function valueInTree(source: ObjectSource, root: PdfDict, key: number): PdfObject | null {
  const resolve = (ref: PdfRef) => source.getObject(ref)
  const pending = [root]
  const visited = new Set<PdfDict>()
  for (let node = pending.pop(); node && visited.size < mostNodes; node = pending.pop()) {
    if (visited.has(node) || !isWithinLimits(source, node, key)) continue
    visited.add(node)
    const numbers = node.getArray('Nums', resolve)?.toArray() ?? []
    const place = numbers.findIndex((each, index) => index % 2 === 0 && each instanceof PdfNumber && each.value === key)
    if (place >= 0) return resolved(source, numbers[place + 1])
    for (const kid of node.getArray('Kids', resolve) ?? []) {
      const child = resolved(source, kid)
      if (child instanceof PdfDict) pending.push(child)
    }
  }
  return null
}

function isWithinLimits(source: ObjectSource, node: PdfDict, key: number): boolean {
  const limits = node.getArray('Limits', (ref) => source.getObject(ref))
  const [least, most] = [limits?.at(0), limits?.at(1)]
  if (!(least instanceof PdfNumber && most instanceof PdfNumber)) return true
  return least.value <= key && key <= most.value
}

type Move = { readonly page: PdfRef; readonly form: PdfRef }

function referToForm(source: ObjectSource, element: PdfDict, move: Move) {
  const kids = element.get('K', (ref) => source.getObject(ref))
  if (kids === undefined) return
  const elementPage = element.getRef('Pg') ?? move.page
  const moved = (kid: PdfObject) => movedKid(source, kid, elementPage, move)
  element.set('K', kids instanceof PdfArray ? new PdfArray(kids.toArray().map(moved)) : moved(element.get('K') ?? kids))
}

/** A number is that of marked content of the element's page. */
function movedKid(source: ObjectSource, kid: PdfObject, elementPage: PdfRef, { page, form }: Move): PdfObject {
  const object = resolved(source, kid)
  if (object instanceof PdfNumber) {
    const reference = { Type: PdfName.of('MCR'), Pg: page, Stm: form, MCID: object }
    return isSame(elementPage, page) ? PdfDict.of(reference) : kid
  }
  const isReference = object instanceof PdfDict && object.getName('Type')?.value === 'MCR' && !object.has('Stm')
  if (isReference && isSame(object.getRef('Pg') ?? elementPage, page)) object.set('Stm', form)
  return kid
}

function isSame(a: PdfRef, b: PdfRef): boolean {
  return a.objectNumber === b.objectNumber && a.generation === b.generation
}

function resolved(source: ObjectSource, object: PdfObject | undefined): PdfObject | null {
  return object instanceof PdfRef ? source.getObject(object) : (object ?? null)
}
