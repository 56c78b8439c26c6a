import { DatabaseSync } from 'node:sqlite'

/**
 * dynoxide looks through its whole stream at every write, for the highest number so far, and at every read, for what comes next: both become
 * slower with each record that it keeps. With these indexes they do not.
 */
const indexes = [
  'CREATE INDEX IF NOT EXISTS _stream_records_last ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  'CREATE INDEX IF NOT EXISTS _stream_records_next ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER))',
]

/** Adds the indexes to the file of a running engine. */
export function indexStreamRecords(databasePath: string): void {
  const database = new DatabaseSync(databasePath)
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    for (const index of indexes) database.exec(index)
  } finally {
    database.close()
  }
}
