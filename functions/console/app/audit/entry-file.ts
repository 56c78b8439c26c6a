import { csvRow, disarmed } from '../../../../shared/platform/csv-row.ts'
import type { AuditEntry } from '../api-types.ts'

const columns = {
  at: ({ at }) => at,
  action: ({ action }) => action,
  'actor.type': ({ actor }) => actor.type,
  'actor.id': ({ actor }) => actor.id,
  'actor.name': ({ actor }) => actor.name,
  'actor.onBehalfOf': ({ actor }) => actor.onBehalfOf?.name,
  'target.type': ({ target }) => target.type,
  'target.id': ({ target }) => target.id,
  'target.label': ({ target }) => target.label,
  nodeId: ({ nodeId }) => nodeId,
  changes: ({ changes }) => (changes.length > 0 ? JSON.stringify(changes) : ''),
  ip: ({ ip }) => ip,
  userAgent: ({ userAgent }) => userAgent,
  requestId: ({ requestId }) => requestId,
  id: ({ id }) => id,
  hash: ({ hash }) => hash,
  prevHash: ({ prevHash }) => prevHash,
} satisfies Record<string, (entry: AuditEntry) => string | null | undefined>

/** A kind of file that grows entry by entry. */
export interface EntryFormat {
  readonly name: string
  readonly type: string
  readonly header: string
  readonly lineOf: (entry: AuditEntry) => string
}

export const entryFormats: Readonly<Record<'csv' | 'ndjson', EntryFormat>> = {
  csv: {
    name: 'audit-log.csv',
    type: 'text/csv;charset=utf-8',
    // The first bytes show spreadsheets that it is UTF-8.
    header: `\ufeff${csvRow(Object.keys(columns))}`,
    lineOf: (entry) => csvRow(Object.values(columns).map((cellOf) => disarmed(cellOf(entry) ?? ''))),
  },
  /** An entry a line, as the API tells it, so that its hash can be computed again. */
  ndjson: {
    name: 'audit-log.ndjson',
    type: 'application/x-ndjson',
    header: '',
    lineOf: (entry) => `${JSON.stringify(entry)}\n`,
  },
}
