import { type CsvTable, csvTable } from '../../../functions/contacts/api/csv-rows.ts'
import {
  type ImportInput,
  type ImportRow,
  importRow,
  placesOf,
  type RowError,
} from '../../../functions/contacts/api/import-input.ts'
import { importLimits } from '../../../functions/contacts/model/import-limits.ts'
import { entityId } from './sent-contacts.ts'

const columns = { firstName: 'first', lastName: 'last', email: 'email', mobilePhone: 'mobile', tags: 'tags' }

/** As many of the usual columns as the header has, or else its first. */
function inputFor({ header: [first = '', ...others] }: CsvTable): ImportInput {
  const known = Object.entries(columns).filter(([, name]) => [first, ...others].includes(name))
  const mapping = known.length > 0 ? Object.fromEntries(known) : { firstName: first }
  return { entityId, mapping, onDuplicate: 'skip', tags: [], kind: 'person', isPrivate: false, dryRun: true }
}

/** What an import makes of a file before it judges what the rows tell: its rows, or that it cannot be read. */
export function rowsOfFile(bytes: Uint8Array): readonly (ImportRow | RowError)[] | 'refused' {
  const table = csvTable(bytes, importLimits.maxRows)
  if ('faultyLine' in table || table.rows.length === 0) return 'refused'
  const input = inputFor(table)
  const places = placesOf(input.mapping, table.header)
  if ('unknown' in places) return 'refused'
  return table.rows.map((row) => importRow(row, { places, width: table.header.length, input }))
}
