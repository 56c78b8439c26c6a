import { PdfDict } from '@libpdf/core'
import { isWhiteSpace } from './bytes.ts'
import type { ObjectPlace } from './cross-reference-section.ts'
import type { PlacedSection, SavedSection } from './cross-references.ts'
import type { DocumentObjects } from './document-objects.ts'
import type { NoteFault } from './structure-fault.ts'
import { OversizedPdf, UnusualPdf } from './unusual-pdf.ts'

/** What the saves of a file say, taken together. */
export type SavedPlaces = {
  /** By offset: which object the cross-references of any save put there. */
  definitions: ReadonlyMap<number, { objectNumber: number; generation: number }>
  /** By the offset of an object stream: which object any save puts at each index. */
  packed: ReadonlyMap<number, ReadonlyMap<number, number>>
  /** Numbers that are free, though an older save had them in use. */
  freed: ReadonlySet<number>
}

/** The saves that write one state of the document: one, or the two sections of a linearized file. The oldest first. */
type State = { saves: SavedSection[]; start: number; end: number }

/** PDFium takes no object above it, and other readers only few more. */
export const largestObjectNumber = 4_194_303
const mostEntries = 1_000_000

/** Goes through the saves from the oldest to the newest, as they were written, and notes what is not unambiguous. */
export function checkSaves(objects: DocumentObjects, note: NoteFault): SavedPlaces {
  const { saves } = objects.references
  for (const save of saves) checkSections(objects, save, note)
  checkRoots(saves, note)
  const places = new PlacesOverTime(note)
  const states = statesOf(objects, note)
  for (const state of states) places.add(entriesOf(state, states, note), state.end)
  places.checkContainers()
  return places
}

function checkSections({ bytes }: DocumentObjects, { beside, ...save }: SavedSection, note: NoteFault) {
  for (const { position, section } of beside ? [save, beside] : [save])
    if (!section.isRegular || isWhiteSpace(bytes, position, position + 1)) note('cross_references')
  if (save.section.isStream && save.section.trailer.has('XRefStm')) note('hybrid')
  if (beside && (!beside.section.isStream || beside.section.trailer.has('Prev'))) note('hybrid')
}

/** A section of a linearized file may name none. */
function checkRoots(saves: readonly SavedSection[], note: NoteFault) {
  const sections = saves.flatMap((save) => (save.beside ? [save, save.beside] : [save]))
  const roots = sections.flatMap(({ section }) => section.trailer.getRef('Root')?.toString() ?? [])
  if (new Set(roots).size !== 1) note('root')
}

function statesOf(objects: DocumentObjects, note: NoteFault): State[] {
  const saves = objects.references.saves.toReversed()
  if (saves[0]?.section.trailer.has('Prev')) note('cross_references')
  const together = isLinearized(objects, saves, note) ? 2 : 1
  const groups = [saves.slice(0, together), ...saves.slice(together).map((save) => [save])]
  let start = 0
  return groups.map((group) => {
    const end = Math.max(...group.map(({ endOffset }) => endOffset))
    if (end <= start) note('cross_references')
    const state = { saves: group, start, end }
    start = end
    return state
  })
}

/**
 * Whether the two oldest sections are those of a linearized file (ISO 32000-2 annex F), whose first one tells of the
 * objects of the first page. Some readers take that section for the newest, instead of the one that `startxref` names,
 * as long as the file has the length that it had when it was linearized.
 */
function isLinearized(objects: DocumentObjects, saves: readonly SavedSection[], note: NoteFault): boolean {
  const first = firstObject(objects)
  const length = first?.dictionary.getNumber('L')?.value
  if (!first?.dictionary.has('Linearized')) return false
  const [main, ofFirstPage] = saves
  const isPair = main !== undefined && ofFirstPage !== undefined && main.position > ofFirstPage.position
  if (length !== objects.bytes.length) return isPair
  const mainAt = first.dictionary.getNumber('T')?.value ?? -1
  const isNext = ofFirstPage !== undefined && isWhiteSpace(objects.bytes, first.end, ofFirstPage.position)
  const isMain = main !== undefined && mainAt >= main.position - 2 && mainAt < main.endOffset
  if (!isPair || saves.length !== 2 || !isNext || !isMain) note('cross_references')
  return isPair
}

function firstObject(objects: DocumentObjects): { dictionary: PdfDict; end: number } | null {
  try {
    const { object, end } = objects.definitionAt(0)
    return object instanceof PdfDict ? { dictionary: object, end } : null
  } catch (error) {
    if (error instanceof UnusualPdf) return null
    throw error
  }
}

/** A place, and from where on in the file that which it names may stand. */
type Entry = { place: ObjectPlace; start: number; isBeside: boolean }

/** What the sections of a state say of each object, as `CrossReferences.find` would answer. */
function entriesOf({ saves, start }: State, states: readonly State[], note: NoteFault): Map<number, Entry> {
  const entries = new Map<number, Entry>()
  for (const { beside, ...save } of saves.toReversed()) {
    addEntries(entries, save, { start, isBeside: false }, note)
    if (!beside) continue
    // Word writes a table, the stream, and then an update of no objects that names the stream.
    const ofStream = states.find(({ end }) => beside.position < end)
    addEntries(entries, beside, { start: ofStream?.start ?? start, isBeside: true }, note)
  }
  return entries
}

/** What an earlier save had beside its table may be named again, and then tells of objects that changed since. */
function addEntries(
  entries: Map<number, Entry>,
  { section, position }: PlacedSection,
  { start, isBeside }: Omit<Entry, 'place'>,
  note: NoteFault,
) {
  const size = section.trailer.getNumber('Size')?.value ?? 0
  for (const [objectNumber, place] of section.entries()) {
    if (entries.size > mostEntries) throw new OversizedPdf('The cross-references have too many entries')
    const known = entries.get(objectNumber)
    if (!known) entries.set(objectNumber, { place, start, isBeside })
    if (place.kind === 'free') continue
    if (objectNumber === 0) note('cross_references')
    if (objectNumber >= size || objectNumber > largestObjectNumber) note('size')
    if (known && !isSame(known.place, place) && (known.place.kind === 'free' || position >= known.start)) note('hybrid')
  }
}

function isSame(place: ObjectPlace | undefined, other: ObjectPlace): boolean {
  if (place?.kind === 'plain' && other.kind === 'plain')
    return place.offset === other.offset && place.generation === other.generation
  if (place?.kind === 'packed' && other.kind === 'packed')
    return place.stream === other.stream && place.index === other.index
  return place?.kind === other.kind
}

/** Where each object is, state after state. */
class PlacesOverTime implements SavedPlaces {
  readonly definitions = new Map<number, { objectNumber: number; generation: number }>()
  readonly packed = new Map<number, Map<number, number>>()
  readonly freed = new Set<number>()
  readonly #places = new Map<number, ObjectPlace>()
  /** The offset of the object stream that holds it, for each packed object. */
  readonly #containers = new Map<number, number>()
  readonly #note: NoteFault

  constructor(note: NoteFault) {
    this.#note = note
  }

  /** A state may name again what an earlier one has, but only as it was then. */
  add(entries: ReadonlyMap<number, Entry>, end: number) {
    const changed = [...entries].filter(([number, { place }]) => !isSame(this.#places.get(number), place))
    for (const [objectNumber, { place, isBeside }] of changed) {
      const before = this.#places.get(objectNumber)
      // Some readers let a stream beside a table only add objects.
      if (isBeside && before && before.kind !== 'free') this.#note('hybrid')
      if (place.kind !== 'free') this.freed.delete(objectNumber)
      else if (before) this.freed.add(objectNumber)
      this.#places.set(objectNumber, place)
    }
    for (const [objectNumber, { place, start }] of changed) {
      if (place.kind === 'plain') this.#define(objectNumber, place, place.offset >= start && place.offset < end)
      if (place.kind === 'packed') this.#pack(objectNumber, place, start)
    }
  }

  #define(objectNumber: number, { offset, generation }: ObjectPlace & { kind: 'plain' }, isOfState: boolean) {
    const known = this.definitions.get(offset)
    if (!isOfState || known) this.#note('misplaced_object')
    if (!known) this.definitions.set(offset, { objectNumber, generation })
  }

  #pack(objectNumber: number, { stream, index }: ObjectPlace & { kind: 'packed' }, start: number) {
    const container = this.#places.get(stream)
    if (container?.kind !== 'plain') return this.#note('object_stream')
    const objects = this.packed.get(container.offset) ?? new Map<number, number>()
    if (container.offset < start || objects.has(index)) this.#note('object_stream')
    objects.set(index, objectNumber)
    this.packed.set(container.offset, objects)
    this.#containers.set(objectNumber, container.offset)
  }

  /** An object stream that was written anew would change what older saves put into it. */
  checkContainers() {
    for (const [objectNumber, place] of this.#places) {
      if (place.kind !== 'packed') continue
      const container = this.#places.get(place.stream)
      if (container?.kind !== 'plain' || container.offset !== this.#containers.get(objectNumber))
        this.#note('object_stream')
    }
  }
}
