import * as v from 'valibot'
import type { ErrorCode } from '../../../shared/errors/error-codes.ts'
import { issueMessage } from '../../../shared/http/issue-message.ts'
import { absentIfNull, line, nullsAbsent } from '../../../shared/http/values.ts'
import { rearmed } from '../../../shared/platform/csv-row.ts'
import { unreadable } from '../../../shared/platform/csv-text.ts'
import { heading } from '../../../shared/platform/heading.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type Kind, kinds } from '../model/address-book.ts'
import { tagsIn } from '../model/contact-csv.ts'
import { type ContactFields, contactInput, tagKey } from '../model/contact-input.ts'
import type { CsvRow } from './csv-rows.ts'
import { civilityOf, countryOf, kindOf, truthOf } from './written-words.ts'

const column = absentIfNull(v.pipe(v.string(), v.trim(), v.minLength(1)))
/** The fields that a column can fill. A file cannot link companies. */
const columns = {
  kind: column,
  civility: column,
  firstName: column,
  lastName: column,
  companyName: column,
  email: column,
  phone: column,
  mobilePhone: column,
  'address.line1': column,
  'address.line2': column,
  'address.postalCode': column,
  'address.city': column,
  'address.country': column,
  tags: column,
  externalRef: column,
  siren: column,
  siret: column,
  isPrivate: column,
}
type Target = keyof typeof columns

export const onDuplicate = ['skip', 'update', 'create'] as const

export const importInput = nullsAbsent({
  entityId: uuid,
  mapping: v.pipe(
    v.strictObject(columns),
    v.check((mapping) => Object.values(mapping).some(Boolean), 'Map at least one field to a column of the file.'),
    v.description('For each field, the name of its column in the header of the file.'),
  ),
  onDuplicate: v.pipe(
    v.optional(v.picklist(onDuplicate), 'skip'),
    v.description('What to do with a row that matches a contact or an earlier row.'),
  ),
  tags: v.pipe(
    v.optional(v.pipe(v.array(line(50)), v.maxLength(20)), []),
    v.description('Tags to add to every contact that the import creates or updates.'),
  ),
  kind: v.pipe(v.optional(v.picklist(kinds), 'person'), v.description('The kind of rows that have none.')),
  isPrivate: v.pipe(
    v.optional(v.boolean(), false),
    v.description('Whether rows that say nothing about it create private contacts.'),
  ),
  dryRun: v.pipe(v.optional(v.boolean(), false), v.description('Return the report and write nothing.')),
})
export type ImportInput = v.InferOutput<typeof importInput>

/** Why a row was not imported. */
export interface RowError {
  readonly row: number
  readonly code: ErrorCode
  readonly field: string | null
  readonly message: string
}

/** The content of a row, without empty cells. */
export interface ImportRow {
  readonly row: number
  readonly kind: Kind
  readonly sent: ContactFields
}

/** The column of each field. */
type Places = ReadonlyMap<Target, number>

/** Columns that the mapping names and the header does not have, or has more than once. */
export interface MissedColumns {
  readonly unknown: readonly string[]
  readonly repeated: readonly string[]
}

/** The columns of the mapped fields, or those that cannot be found. */
export function placesOf(mapping: ImportInput['mapping'], header: readonly string[]): Places | MissedColumns {
  const mapped = Object.entries(mapping).flatMap(([target, name]) =>
    isTarget(target) && name !== undefined ? [{ target, name, place: header.indexOf(heading(name)) }] : [],
  )
  const unknown = mapped.filter(({ place }) => place < 0)
  const repeated = mapped.filter(({ name, place }) => header.lastIndexOf(heading(name)) !== place)
  if (unknown.length + repeated.length > 0) return { unknown: namesOf(unknown), repeated: namesOf(repeated) }
  return new Map(mapped.map(({ target, place }) => [target, place]))
}

const namesOf = (columns: readonly { readonly name: string }[]) => [...new Set(columns.map(({ name }) => name))]

function isTarget(name: string): name is Target {
  return Object.hasOwn(columns, name)
}

/** The content of a row by the rules of `POST /v1/contacts`, or the first rule that it breaks. */
export function importRow(
  { line: row, cells }: CsvRow,
  { places, width, input }: { readonly places: Places; readonly width: number; readonly input: ImportInput },
): ImportRow | RowError {
  const fault = faultOf(cells, width)
  if (fault) return { row, code: 'invalid_request', field: null, message: fault }
  const parsed = v.safeParse(contactInput, { entityId: input.entityId, ...fieldsOf(cells, places, input) })
  if (parsed.success) {
    const { entityId: _, kind, ...sent } = parsed.output
    return { row, kind, sent }
  }
  const [issue] = parsed.issues
  const [first, second] = (issue.path ?? []).map(({ key }) => String(key))
  const field = first === 'address' && second ? `address.${second}` : (first ?? null)
  // Names nothing of the row: the report is stored, and the content must not be.
  return { row, code: 'invalid_request', field, message: issueMessage(issue) }
}

/** Why a row as a whole cannot be read. Some programs leave out the empty cells at its end. */
function faultOf(cells: readonly string[], width: number): string | null {
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    return `The row has ${cells.length} cells, but the header has ${width}.`
  if (cells.some((cell) => cell.includes(unreadable)))
    return 'The row has bytes that are no UTF-8. Save the whole file in UTF-8.'
  return null
}

/** Fields have one line. Cells of spreadsheets often have several, for addresses for example. */
const lineEnds = /[\t\r\n]+/g

/** How files write what the API names by a code. */
const codeOf: Readonly<Partial<Record<Target, (written: string) => string | boolean>>> = {
  isPrivate: truthOf,
  kind: kindOf,
  civility: civilityOf,
  'address.country': countryOf,
}

function fieldsOf(cells: readonly string[], places: Places, input: ImportInput): object {
  const fields: Record<string, unknown> = { kind: input.kind, isPrivate: input.isPrivate }
  const address: Record<string, unknown> = {}
  for (const [target, place] of places) {
    const written = rearmed(cells[place] ?? '')
      .replace(lineEnds, ' ')
      .trim()
    if (written === '') continue
    const cell = codeOf[target]?.(written) ?? written
    if (target.startsWith('address.')) address[target.slice('address.'.length)] = cell
    else if (target === 'tags') fields.tags = importedTags(written)
    else fields[target] = cell
  }
  return Object.keys(address).length > 0 ? { ...fields, address } : fields
}

/** Google Contacts exports its own groups beside the labels of people. */
const groupsOfGoogle = ['* mycontacts', '* my contacts', '* starred', '* friends', '* family', '* coworkers']

function importedTags(cell: string): string[] {
  const tags = new Set(tagsIn(cell).map((tag) => tag.trim()))
  return [...tags].filter((tag) => tag !== '' && !groupsOfGoogle.includes(tag.toLowerCase()))
}

const maxTags = 50

/** The tags with those of the import, each once; null if a contact cannot have so many. */
export function withImportTags(tags: readonly string[], more: readonly string[]): string[] | null {
  const byKey = new Map<string, string>()
  for (const tag of [...tags, ...more]) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag)
  return byKey.size <= maxTags ? [...byKey.values()] : null
}
