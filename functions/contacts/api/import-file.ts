import * as v from 'valibot'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { FileRule } from '../../../shared/http/body.ts'
import { isVcard } from '../../../shared/platform/vcard.ts'
import { importLimits } from '../model/import-limits.ts'
import type { CsvTable } from './csv-rows.ts'

/** Contacts in a table, whose first row names its columns. */
export const importFile: FileRule<CsvTable> = {
  contentType: 'text/csv',
  maxBytes: importLimits.maxBytes,
  missing: 'import_file_required',
  tooLarge: 'import_too_large',
  limits: importLimits,
  unreadable: 'invalid_input',
  alsoRefused: ['import_empty'],
  read: async (bytes, data) => {
    if (isVcard(new TextDecoder().decode(bytes.subarray(0, 64)))) return vcardRefused
    const { readCsv } = await import('./read-csv.ts')
    const table = await readCsv(bytes, importLimits.maxRows, mappedColumns(data))
    if (!table) return refuse('invalid_input', 'The file takes too long to read. Split it into several files.')
    return 'faultyLine' in table ? faulty(table.faultyLine) : (emptyOrTooLong(table) ?? table)
  },
}

const vcardRefused = refuse(
  'invalid_input',
  'The file is a vCard, not CSV. Export your contacts as CSV, or convert the file first.',
)

const mapped = v.object({ mapping: v.record(v.string(), v.string()) })

/** The columns that the data beside the file names, which is not validated yet. */
function mappedColumns(data: unknown): string[] {
  return v.is(mapped, data) ? Object.values(data.mapping) : []
}

function faulty(line: number): Refusal {
  const message = `The quote that starts in line ${line} has no end. Put quotes around the whole cell and double the quotes inside it.`
  return refuse('invalid_input', message, { line })
}

function emptyOrTooLong({ rows }: CsvTable): Refusal | null {
  if (rows.length === 0) return refuse('import_empty', 'The file has no rows below its header.')
  if (rows.length <= importLimits.maxRows) return null
  return refuse(
    'import_too_large',
    `The file has more than ${importLimits.maxRows} rows. Split it into several files.`,
    importLimits,
  )
}
