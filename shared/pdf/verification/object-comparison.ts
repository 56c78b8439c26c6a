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

/** The entries that lead to fields and annotations as such (ISO 32000-2 §12.5, §12.6, §12.7, §14.7.5.3). */
const leadingToAnnotations = new Set('Annots Popup Parent IRT Obj T AN TA Annotation'.split(' '))
const leadingToFields = new Set([...leadingToAnnotations, 'Fields', 'Kids', 'CO'])
/** What these hold is drawn or has names of its own choice: it is compared as a whole, whatever else it may be. */
const comparedWhole = new Set(['Resources', 'DR', 'Contents', 'AP', 'Dests'])

/** A reference, and the entry that it was found in, or in an array of. */
interface Link {
  readonly ref: PdfRef
  readonly entry: string
  readonly isWhole: boolean
}

/** Two revisions of one document: the earlier is the start of the later. */
export class ObjectComparison {
  readonly before: DocumentObjects
  readonly after: DocumentObjects
  /** By the number of an object that is compared by rules of its own: the entries that lead to it as such; all if null. */
  readonly #apart = new Map<number, ReadonlySet<string> | null>()
  readonly #budget: ComparisonBudget
  /** Objects that are the same, with all that they lead to. */
  readonly #same = new Set<number>()
  readonly #sameWhole = new Set<number>()

  constructor(before: DocumentObjects, after: DocumentObjects, budget: ComparisonBudget) {
    this.before = before
    this.after = after
    this.#budget = budget
  }

  /** From now on, rules of its own compare an object. A stream has none: data that is drawn could lie in it. */
  setApart(ref: PdfRef, role: 'page' | 'field' | 'annotation') {
    if (!isPlainDictionary(this.before.getObject(ref))) return
    const entries = { page: null, field: leadingToFields, annotation: leadingToAnnotations }[role]
    this.#apart.set(ref.objectNumber, entries)
  }

  /** From now on, an object is compared as all others, whatever its rules. */
  setTogether(objectNumber: number) {
    this.#apart.delete(objectNumber)
  }

  /**
   * Whether two values of an entry are the same, with all that they lead to. What is compared apart is passed over where
   * it is led to as what it is, and compared as all else where it is used for something else as well.
   */
  isSame(before: PdfObject | null | undefined, after: PdfObject | null | undefined, entry = ''): boolean {
    const pending: Link[] = []
    if (!isAlike(before ?? null, after ?? null, { links: pending, entry, isWhole: comparedWhole.has(entry) }))
      return false
    const visited = new Set<number>()
    const visitedWhole = new Set<number>()
    for (let link = pending.pop(); link; link = pending.pop()) {
      const { ref, isWhole } = link
      const { objectNumber } = ref
      if (this.#sameWhole.has(objectNumber) || visitedWhole.has(objectNumber) || this.#isApart(link)) continue
      if (!isWhole && (this.#same.has(objectNumber) || visited.has(objectNumber))) continue
      const seen = isWhole ? visitedWhole : visited
      seen.add(objectNumber)
      this.spend()
      const old = this.before.getObject(ref)
      const now = this.#isInPlace(objectNumber) ? old : this.after.getObject(ref)
      if (!isAlike(old, now, { links: pending, entry: '', isWhole })) return false
    }
    for (const objectNumber of visited) this.#same.add(objectNumber)
    for (const objectNumber of visitedWhole) this.#sameWhole.add(objectNumber)
    return true
  }

  #isApart({ ref, entry, isWhole }: Link): boolean {
    const entries = this.#apart.get(ref.objectNumber)
    return entries === null || (entries !== undefined && !isWhole && entries.has(entry))
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

/** A dictionary that is no stream; to the library, streams are dictionaries, too. */
export function isPlainDictionary(object: PdfObject | null | undefined): object is PdfDict {
  return object instanceof PdfDict && !(object instanceof PdfStream)
}

interface ComparedPlace {
  readonly links: Link[]
  readonly entry: string
  readonly isWhole: boolean
}

/** Whether two values are the same but for what they refer to, which is added to the links. */
function isAlike(before: PdfObject | null, after: PdfObject | null, place: ComparedPlace): boolean {
  if (before === null || after === null) return before === after
  if (before instanceof PdfRef) {
    place.links.push({ ref: before, entry: place.entry, isWhole: place.isWhole })
    return (
      after instanceof PdfRef && before.objectNumber === after.objectNumber && before.generation === after.generation
    )
  }
  if (before instanceof PdfArray) {
    if (!(after instanceof PdfArray) || before.length !== after.length) return false
    return before.toArray().every((item, index) => isAlike(item, after.at(index) ?? null, place))
  }
  if (before instanceof PdfDict) {
    if (!(after instanceof PdfDict) || before.size !== after.size) return false
    if (before instanceof PdfStream !== after instanceof PdfStream) return false
    if (before instanceof PdfStream && after instanceof PdfStream && Buffer.compare(before.data, after.data) !== 0)
      return false
    return [...before].every(([{ value: entry }, value]) => {
      const isWhole = place.isWhole || comparedWhole.has(entry)
      return isAlike(value, after.get(entry) ?? null, { links: place.links, entry, isWhole })
    })
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
  if (before instanceof PdfRef || after instanceof PdfRef)
    return isAlike(before, after, { links: [], entry: '', isWhole: false })
  return objects.isSame(before, after)
}
