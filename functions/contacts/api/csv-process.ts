import { serveTasks } from '../../../shared/parsers/serve-tasks.ts'
import { csvTable } from './csv-rows.ts'
import type { CsvTask } from './read-csv.ts'

/** The process in which CSV files of untrusted senders are parsed; read-csv.ts starts it. */
serveTasks(import.meta.url, async ({ bytes, maxRows, expected }: CsvTask) => csvTable(bytes, maxRows, expected))
