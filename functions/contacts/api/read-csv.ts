import * as v from 'valibot'
import { readApart } from '../../../shared/parsers/parser-processes.ts'
import { boundsOfRequest } from '../../../shared/parsers/task-bounds.ts'
import type { CsvFault, CsvTable } from './csv-rows.ts'

/** What the process of CSV files does. */
export interface CsvTask {
  readonly bytes: Uint8Array
  readonly maxRows: number
  /** Columns that the header probably has. */
  readonly expected: readonly string[]
}

const tableSchema = v.nullable(
  v.union([
    v.object({
      header: v.array(v.string()),
      rows: v.array(v.object({ line: v.number(), cells: v.array(v.string()) })),
    }),
    v.object({ faultyLine: v.number() }),
  ]),
)

/** The rows of a CSV file, read in a process without credentials; null for a file that takes too long or too much memory. */
export async function readCsv(
  bytes: Uint8Array,
  maxRows: number,
  expected: readonly string[] = [],
): Promise<CsvTable | CsvFault | null> {
  const task: CsvTask = { bytes, maxRows, expected }
  return await readApart({ parser: 'csv-process', task, bounds: boundsOfRequest }, tableSchema, null)
}
