import { PdfArray, PdfBool, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import { type ChangeKind, type FoundChanges, isWithin } from './change-kinds.ts'
import { isShown } from './field-looks.ts'
import { isPlainDictionary, listChanges, NotComparable, namesOf, type ObjectComparison } from './object-comparison.ts'

/** A field, or a part of one, as the earlier revision has it. */
export interface Field {
  readonly ref: PdfRef
  readonly parent: Field | null
  /** Inherited from the fields above (ISO 32000-2 §12.7.4). */
  readonly type: string | null
  readonly flags: number
  readonly name: string
}

/** What is asked of every part of the comparison. */
export interface Comparing {
  readonly objects: ObjectComparison
  readonly found: FoundChanges
  /** Of the earlier revision, by the number of their object. */
  readonly fields: ReadonlyMap<number, Field>
  /** Signature fields that were added, and their widgets. */
  readonly addedFields: Set<number>
  /** Numbers of the objects of signatures that came after, and are intact. */
  readonly intact: ReadonlySet<number>
  /** Whether the signature locks a field of this name (ISO 32000-2 §12.8.2.4). */
  readonly locks: (name: string) => boolean
}

const readOnlyField = 1
const pushButton = 1 << 16
/** Print, ReadOnly, Locked and LockedContents. */
const locking = 4 | 64 | 128 | 512

const mostFields = 50_000

/** All fields that the form of a document leads to. */
export function fieldsOf(comparing: Pick<Comparing, 'objects'>, form: PdfDict | null): Map<number, Field> {
  const { objects } = comparing
  const resolve = (ref: PdfRef) => objects.before.getObject(ref)
  const found = new Map<number, Field>()
  const pending: { object: PdfObject; parent: Field | null }[] = []
  const push = (list: PdfArray | undefined, parent: Field | null) => {
    for (const object of list?.toArray() ?? []) pending.push({ object, parent })
  }
  push(form?.getArray('Fields', resolve), null)
  for (let next = pending.pop(); next; next = pending.pop()) {
    objects.spend()
    if (found.size > mostFields) throw new NotComparable('The form has too many fields')
    const { object: ref, parent } = next
    const dictionary = ref instanceof PdfRef ? resolve(ref) : null
    if (!(ref instanceof PdfRef) || !(dictionary instanceof PdfDict) || found.has(ref.objectNumber)) continue
    const field = fieldIn(dictionary, ref, parent, resolve)
    found.set(ref.objectNumber, field)
    push(dictionary.getArray('Kids', resolve), field)
  }
  return found
}

export function fieldIn(
  dictionary: PdfDict,
  ref: PdfRef,
  parent: Field | null,
  resolve: (ref: PdfRef) => PdfObject | null,
): Field {
  const part = dictionary.getString('T', resolve)?.asString()
  return {
    ref,
    parent,
    type: dictionary.getName('FT', resolve)?.value ?? parent?.type ?? null,
    flags: dictionary.getNumber('Ff', resolve)?.value ?? parent?.flags ?? 0,
    name: [parent?.name, part].filter(Boolean).join('.'),
  }
}

/** The interactive forms of the two revisions (ISO 32000-2 §12.7.3). */
export function compareForms(comparing: Comparing, before: PdfDict | null, after: PdfDict | null) {
  const { objects, found } = comparing
  if (before && !after) found.add('other')
  if (!after) return
  for (const name of namesOf(before, after)) {
    const [old, now] = [before?.get(name), after.get(name)]
    if (name === 'Fields') compareFieldLists(comparing, old, now, null)
    else if (!objects.isSame(old, now, name)) found.add(kindOfFormChange(comparing, name, old, now))
  }
  for (const field of comparing.fields.values()) compareField(comparing, field)
}

function kindOfFormChange(
  { objects }: Comparing,
  name: string,
  old: PdfObject | undefined,
  now: PdfObject | undefined,
): ChangeKind {
  if (name === 'SigFlags') return 'none'
  // With the first field come the fonts and the looks of fields; those that were there stay.
  if (name === 'DA' && !old) return 'signatures'
  if (name === 'DR') return onlyAdds(objects, old, now, 2) ? 'signatures' : 'other'
  if (name === 'NeedAppearances' && !old) return now instanceof PdfBool && !now.value ? 'none' : 'other'
  return 'other'
}

/** Whether all entries are as they were, to some depth of dictionaries, beside those that are new. */
function onlyAdds(
  objects: ObjectComparison,
  old: PdfObject | undefined,
  now: PdfObject | undefined,
  depth: number,
): boolean {
  if (!old || objects.isSame(old, now, 'DR')) return true
  const [before, after] = [resolvedIn(objects.before, old), resolvedIn(objects.after, now)]
  if (depth === 0 || !(before instanceof PdfDict) || !(after instanceof PdfDict)) return false
  return [...namesOf(before)].every((name) => onlyAdds(objects, before.get(name), after.get(name), depth - 1))
}

function resolvedIn(source: ObjectComparison['before'], object: PdfObject | undefined): PdfObject | null {
  return object instanceof PdfRef ? source.getObject(object) : (object ?? null)
}

/** /Fields or /Kids: only signature fields may come, and none go. */
function compareFieldLists(
  comparing: Comparing,
  old: PdfObject | undefined,
  now: PdfObject | undefined,
  parent: Field | null,
) {
  const { objects, found } = comparing
  const [before, after] = [resolvedIn(objects.before, old), resolvedIn(objects.after, now)]
  const isList = (each: PdfObject | null) => each === null || each instanceof PdfArray
  if (!isList(before) || !isList(after)) found.add('other')
  const items = (each: PdfObject | null) => (each instanceof PdfArray ? each.toArray() : [])
  const { added, removed } = listChanges(items(before), items(after), objects)
  if (removed.length > 0) found.add('other')
  for (const item of added) found.add(kindOfAddedField(comparing, item, parent, 0))
}

const entriesOfSignatureFields = new Set(
  'Type Subtype FT T TU TM V F Ff Rect P AP AS MK BS Border H DA DR Q Kids Parent Lock SV M NM StructParent'.split(' '),
)
const deepestKids = 8

/** A field that the earlier revision does not have: of a signature or a timestamp, or else of anything. */
function kindOfAddedField(comparing: Comparing, item: PdfObject, parent: Field | null, depth: number): ChangeKind {
  const { objects, addedFields } = comparing
  const resolve = (ref: PdfRef) => objects.after.getObject(ref)
  objects.spend()
  const dictionary = item instanceof PdfRef ? resolve(item) : null
  if (!(item instanceof PdfRef) || !isPlainDictionary(dictionary) || depth > deepestKids) return 'other'
  if (addedFields.has(item.objectNumber) || objects.before.getObject(item) !== null) return 'other'
  if (!isFieldOrWidget(dictionary, parent)) return 'other'
  const field = fieldIn(dictionary, item, parent, resolve)
  // Readers take fields of one name for one field.
  const isNamed = field.name !== '' && [...comparing.fields.values()].some(({ name }) => name === field.name)
  if (field.type !== 'Sig' || (isNamed && field.name !== parent?.name)) return 'other'
  if ([...namesOf(dictionary)].some((name) => !entriesOfSignatureFields.has(name))) return 'other'
  addedFields.add(item.objectNumber)
  const kids = dictionary.getArray('Kids', resolve)?.toArray() ?? []
  const value = dictionary.get('V') ?? (parent ? resolvedDictionary(comparing, parent.ref)?.get('V') : undefined)
  const kinds = kids.map((kid) => kindOfAddedField(comparing, kid, field, depth + 1))
  return farthest([...kinds, kindOfSignature(comparing, value, isShown(dictionary, resolve))])
}

/** Of one kind to every reader: no link or drawing, and of no other field than the one that it is found in. */
function isFieldOrWidget(dictionary: PdfDict, parent: Field | null): boolean {
  const isNamed = (entry: string, name: string) => {
    const value = dictionary.get(entry)
    return value === undefined || (value instanceof PdfName && value.value === name)
  }
  const above = dictionary.get('Parent')
  const isOfParent = above instanceof PdfRef && above.objectNumber === parent?.ref.objectNumber
  return isNamed('Type', 'Annot') && isNamed('Subtype', 'Widget') && (above === undefined || isOfParent)
}

function resolvedDictionary({ objects }: Comparing, ref: PdfRef): PdfDict | null {
  const object = objects.after.getObject(ref)
  return object instanceof PdfDict ? object : null
}

function farthest(kinds: readonly ChangeKind[]): ChangeKind {
  return kinds.reduce((most, kind) => (isWithin(kind, most) ? most : kind), 'none')
}

/** What nobody signed and all see is no signature, but a picture on the page. */
function kindOfSignature({ objects, intact }: Comparing, value: PdfObject | undefined, shown: boolean): ChangeKind {
  if (shown) return value instanceof PdfRef && intact.has(value.objectNumber) ? 'signatures' : 'annotations'
  const dictionary = resolvedIn(objects.after, value)
  const isTimestamp = dictionary instanceof PdfDict && dictionary.getName('SubFilter')?.value === 'ETSI.RFC3161'
  return isTimestamp ? 'validation_data' : 'signatures'
}

function compareField(comparing: Comparing, field: Field) {
  const { objects, found } = comparing
  const [before, after] = [objects.before.getObject(field.ref), objects.after.getObject(field.ref)]
  if (!isPlainDictionary(before) || !isPlainDictionary(after)) {
    if (!objects.isSame(before, after)) found.add('other')
    return
  }
  for (const name of namesOf(before, after)) {
    const [old, now] = [before.get(name), after.get(name)]
    if (name === 'Kids') compareFieldLists(comparing, old, now, field)
    else if (!objects.isSame(old, now, name))
      found.add(kindOfFieldChange(comparing, field, { name, old, now, before, after }))
  }
}

interface ChangedEntry {
  readonly name: string
  readonly old: PdfObject | undefined
  readonly now: PdfObject | undefined
  readonly before: PdfDict
  readonly after: PdfDict
}

const entriesOfFilling = ['V', 'AS', 'AP', 'RV', 'I', 'TI', 'M']

function kindOfFieldChange(comparing: Comparing, field: Field, entry: ChangedEntry): ChangeKind {
  const isFixed = (field.flags & readOnlyField) !== 0 || comparing.locks(field.name)
  if (isFixed && field.type !== 'Sig') return 'other'
  if (field.type === 'Sig') return kindOfSigning(comparing, field, entry)
  const isButton = field.type === 'Btn' && (field.flags & pushButton) !== 0
  const isFilled = ['Tx', 'Btn', 'Ch'].includes(field.type ?? '') && !isButton
  return isFilled && entriesOfFilling.includes(entry.name) ? 'form_fill' : 'other'
}

/** A signature field that was there, and that somebody signed after. */
function kindOfSigning(comparing: Comparing, field: Field, entry: ChangedEntry): ChangeKind {
  const { name, old, now, before, after } = entry
  const { objects } = comparing
  const value = signedSince(comparing, field)
  if (!value) return 'other'
  if (name === 'M') return 'signatures'
  if (name === 'V' || name === 'AP' || name === 'MK') {
    // What was there to see and is gone counts as well.
    const wasShown = isShown(before, (ref) => objects.before.getObject(ref))
    const shown = wasShown || isShown(after, (ref) => objects.after.getObject(ref))
    return kindOfSignature(comparing, value, shown)
  }
  const isLocking = name === 'F' ? onlySets(old, now, locking) : name === 'Ff' && onlySets(old, now, readOnlyField)
  return isLocking ? 'signatures' : 'other'
}

/** The value of a field that had none. */
function signedSince({ objects }: Comparing, field: Field): PdfObject | null {
  for (let holder: Field | null = field; holder; holder = holder.parent) {
    const [before, after] = [objects.before.getObject(holder.ref), objects.after.getObject(holder.ref)]
    if (before instanceof PdfDict && resolvedIn(objects.before, before.get('V'))) return null
    const value = after instanceof PdfDict ? after.get('V') : undefined
    if (value && resolvedIn(objects.after, value) instanceof PdfDict) return value
  }
  return null
}

function onlySets(old: PdfObject | undefined, now: PdfObject | undefined, allowed: number): boolean {
  const [before, after] = [old, now].map((each) =>
    each && 'value' in each && typeof each.value === 'number' ? each.value : 0,
  )
  return (
    before !== undefined && after !== undefined && (before & after) === before && ((after ^ before) & ~allowed) === 0
  )
}
