import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import type { DocumentObjects } from '../document-objects.ts'

/** A document is too large to be compared, or a save of it cannot be read: then anything may have changed. */
export class NotComparable extends Error {}

/** How many objects may still be looked at, for all signatures of a document together. */
export interface ComparisonBudget {
  left: number
}

/** Two revisions of one document: the earlier is the start of the later. */
export class ObjectComparison {
  readonly before: DocumentObjects
  readonly after: DocumentObjects
  /** Numbers of objects that are compared by rules of their own, such as pages and fields. */
  readonly apart = new Set<number>()
  readonly #budget: ComparisonBudget
  /** Objects that are the same, with all that they lead to. */
  readonly #same = new Set<number>()

  constructor(before: DocumentObjects, after: DocumentObjects, budget: ComparisonBudget) {
    this.before = before
    this.after = after
    this.#budget = budget
  }

  /** Whether two values are the same, with all that they lead to; what is compared apart is passed over. */
  isSame(before: PdfObject | null | undefined, after: PdfObject | null | undefined): boolean {
    const pending: PdfRef[] = []
    if (!isAlike(before ?? null, after ?? null, pending)) return false
    const visited = new Set<number>()
    for (let ref = pending.pop(); ref; ref = pending.pop()) {
      const { objectNumber } = ref
      if (this.apart.has(objectNumber) || this.#same.has(objectNumber) || visited.has(objectNumber)) continue
      visited.add(objectNumber)
      this.spend()
      const old = this.before.getObject(ref)
      if (!isAlike(old, this.#isInPlace(objectNumber) ? old : this.after.getObject(ref), pending)) return false
    }
    for (const objectNumber of visited) this.#same.add(objectNumber)
    return true
  }

  spend() {
    this.#budget.left -= 1
    if (this.#budget.left < 0) throw new NotComparable('The document has too many objects')
  }

  /** Then its bytes are the same: the earlier revision is the start of the later. */
  #isInPlace(objectNumber: number): boolean {
    // With bytes before the header, the two revisions may count their offsets from different places.
    if (this.before.headerOffset > 0) return false
    const [before, after] = [this.before, this.after].map(({ references }) => references.find(objectNumber))
    if (before?.kind === 'plain' && after?.kind === 'plain')
      return before.offset === after.offset && before.generation === after.generation
    if (before?.kind !== 'packed' || after?.kind !== 'packed') return false
    return before.stream === after.stream && before.index === after.index && this.#isInPlace(before.stream)
  }
}

/** Whether two values are the same but for what they refer to, which is added to `refs`. */
function isAlike(before: PdfObject | null, after: PdfObject | null, refs: PdfRef[]): boolean {
  if (before === null || after === null) return before === after
  if (before instanceof PdfRef) {
    refs.push(before)
    return (
      after instanceof PdfRef && before.objectNumber === after.objectNumber && before.generation === after.generation
    )
  }
  if (before instanceof PdfArray) {
    if (!(after instanceof PdfArray) || before.length !== after.length) return false
    return before.toArray().every((item, index) => isAlike(item, after.at(index) ?? null, refs))
  }
  if (before instanceof PdfDict) {
    if (!(after instanceof PdfDict) || before.size !== after.size) return false
    if (before instanceof PdfStream !== after instanceof PdfStream) return false
    if (before instanceof PdfStream && after instanceof PdfStream && Buffer.compare(before.data, after.data) !== 0)
      return false
    return [...before].every(([name, value]) => isAlike(value, after.get(name) ?? null, refs))
  }
  return isSameScalar(before, after)
}

/** Names, numbers, strings and the like; how a string is written makes no difference. */
function isSameScalar(before: PdfObject, after: PdfObject): boolean {
  if (before instanceof PdfString) return after instanceof PdfString && Buffer.compare(before.bytes, after.bytes) === 0
  if (before instanceof PdfName) return after instanceof PdfName && before.value === after.value
  if (before instanceof PdfNumber) return after instanceof PdfNumber && before.value === after.value
  if (before instanceof PdfBool) return after instanceof PdfBool && before.value === after.value
  return before instanceof PdfNull && after instanceof PdfNull
}

/** The names of the entries that either has. */
export function namesOf(...dictionaries: readonly (PdfDict | null)[]): Set<string> {
  return new Set(dictionaries.flatMap((each) => (each ? [...each].map(([name]) => name.value) : [])))
}

/** What an update added to a list, and what it took away; what it moved is both. */
export function listChanges(
  before: readonly PdfObject[],
  after: readonly PdfObject[],
  objects: ObjectComparison,
): { added: PdfObject[]; removed: PdfObject[] } {
  const added: PdfObject[] = []
  const removed: PdfObject[] = []
  let position = 0
  for (const item of before) {
    const place = after.findIndex((each, index) => index >= position && isItem(item, each, objects))
    if (place < 0) removed.push(item)
    else {
      added.push(...after.slice(position, place))
      position = place + 1
    }
  }
  return { added: [...added, ...after.slice(position)], removed }
}

function isItem(before: PdfObject, after: PdfObject, objects: ObjectComparison): boolean {
  objects.spend()
  if (before instanceof PdfRef || after instanceof PdfRef) return isAlike(before, after, [])
  return objects.isSame(before, after)
}
