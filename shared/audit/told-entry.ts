import { hash } from 'node:crypto'
import { canonicalJson } from '../platform/canonical-json.ts'
import type { AuditRecord } from '../store/audit.ts'
import type { ToldEntry } from './told-entry-schema.ts'

export function toldEntry({ actor, changes, ...entry }: AuditRecord): ToldEntry {
  // A field that had nothing, or has nothing any more, tells so.
  const told = changes.map(({ field, from, to }) => ({ field, from: from ?? null, to: to ?? null }))
  const { onBehalfOf = null } = actor
  return { ...entry, actor: { ...actor, onBehalfOf }, changes: told }
}

/**
 * The hash of an entry that follows another: of the JSON (RFC 8785) of all that is told of it, but for its own hash. What
 * was linked keeps its hash for good: a field that entries get later has to stay out of it where an entry has none.
 */
export function entryHash({ hash: _, ...entry }: ToldEntry, prevHash: string): string {
  return hash('sha256', canonicalJson({ ...entry, prevHash }), 'hex')
}
