import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { ReceivedFile } from '../../../shared/http/body.ts'
import type { Origin } from '../../../shared/http/operation.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { withLostPlus } from '../../../shared/platform/phone.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { CsvTable } from './csv-rows.ts'
import {
  type ImportInput,
  type ImportRow,
  importRow,
  type MissedColumns,
  placesOf,
  type RowError,
} from './import-input.ts'
import { type ImportPlan, type MatchedRow, planImport } from './import-plan.ts'
import type { StepDependencies } from './import-steps.ts'
import { criteriaOf, KnownContacts } from './known-contacts.ts'
import { contactsMatching } from './matching-contacts.ts'
import { takeFile } from './take-file.ts'
import { writeImport } from './write-import.ts'

interface ImportRequest extends Platform {
  readonly entity: StepDependencies['entity']
  readonly principal: Principal
  readonly origin: Origin
  readonly input: ImportInput
  readonly file: ReceivedFile<CsvTable>
  readonly idempotencyKey: string | null
  readonly signal: AbortSignal
  /** Committed with the answer, after all batches. */
  readonly work: UnitOfWork
}

/** The outcome of an import. Each row is created, updated, skipped, or wrong. */
export interface ImportReport {
  dryRun: boolean
  total: number
  created: number
  updated: number
  skipped: number
  errors: RowError[]
  duplicates: MatchedRow[]
}

type RefusedImport = Refusal<'import_unknown_column' | 'import_file_required' | 'invalid_input'>

/** Imports the contacts of a file into the address book of an entity. */
export async function runImport(asked: ImportRequest): Promise<ImportReport | RefusedImport> {
  const { input, file, table, entity, principal, signal } = asked
  const { header, rows } = file.content
  const places = placesOf(input.mapping, header)
  if ('unknown' in places) return columnRefusal(places)
  const rowsRead = rows.map((row) => importRow(row, { places, width: header.length, input }))
  const read = await Promise.all(rowsRead.map(withWholePhones))
  const right = read.filter((row): row is ImportRow => !('code' in row))
  const wrong = read.filter((row): row is RowError => 'code' in row)
  const taken = await takeFile(asked)
  if (isRefusal(taken)) return taken
  const known = new KnownContacts()
  const criteria = right.map(({ kind, sent }) => criteriaOf(kind, sent))
  const book = { table, entityId: entity.id, principalId: principal.id }
  for (const contact of await contactsMatching(book, criteria, signal)) known.put(contact)
  const plan = await planImport(right, { ...asked, ...taken, known, at: timestamp(asked.clock()) })
  const unwritten = input.dryRun ? [] : await written(plan, asked)
  return reportOf(plan, [...wrong, ...plan.errors, ...unwritten], { input, total: rows.length })
}

/** Whose plus a spreadsheet has dropped, the phones of a row get it back. */
async function withWholePhones(row: ImportRow | RowError): Promise<ImportRow | RowError> {
  if ('code' in row) return row
  const { phone, mobilePhone } = row.sent
  const [whole, wholeMobile] = await Promise.all([withLostPlus(phone ?? ''), withLostPlus(mobilePhone ?? '')])
  if (whole === null && wholeMobile === null) return row
  return {
    ...row,
    sent: { ...row.sent, ...(whole && { phone: whole }), ...(wholeMobile && { mobilePhone: wholeMobile }) },
  }
}

function columnRefusal({ unknown, repeated }: MissedColumns): Refusal<'import_unknown_column' | 'invalid_input'> {
  if (unknown.length > 0)
    return refuse('import_unknown_column', 'The header of the file does not have all columns of mapping.', {
      columns: [...unknown],
    })
  const message = 'The header of the file has mapped columns more than once. Rename all but one of each.'
  return refuse('invalid_input', message, { columns: [...repeated] })
}

/** The rows that could not be written, with the skipped rows that match a contact which could not be created. */
async function written({ planned, outcomes, duplicates }: ImportPlan, asked: ImportRequest): Promise<RowError[]> {
  const { principal, origin, entity } = asked
  const author = { actor: actorIn(principal, entity.orgId), ...origin }
  const errors = await writeImport([...planned.values()], { ...asked, author })
  const failed = new Set(errors.map(({ row }) => row))
  const hasFailed = (id: string | null) => {
    const contact = planned.get(id ?? '')
    return contact?.before === null && contact.rows.some((row) => failed.has(row))
  }
  const left = duplicates.filter(({ row, contactId }) => outcomes.get(row) === 'skipped' && hasFailed(contactId))
  return [...errors, ...left.map(({ row }) => ({ row, ...earlierRowFailed }))]
}

const earlierRowFailed = {
  code: 'concurrent_update',
  field: null,
  message: 'The earlier row that this row matches could not be written. Import both rows again.',
} as const

function reportOf(
  { outcomes, duplicates }: ImportPlan,
  errors: readonly RowError[],
  { input, total }: { readonly input: ImportInput; readonly total: number },
): ImportReport {
  for (const { row } of errors) outcomes.delete(row)
  const counted = (outcome: string) => [...outcomes.values()].filter((each) => each === outcome).length
  return {
    dryRun: input.dryRun,
    total,
    created: counted('created'),
    updated: counted('updated'),
    skipped: counted('skipped'),
    errors: errors.toSorted((a, b) => a.row - b.row),
    duplicates,
  }
}
