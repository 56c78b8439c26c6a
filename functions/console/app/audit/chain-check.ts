import { canonicalJson } from '../../../../shared/platform/canonical-json.ts'
import type { AuditEntry } from '../api-types.ts'

type Linked = Pick<AuditEntry, 'id' | 'at' | 'action'>

export interface ChainFindings {
  readonly count: number
  /** Entries of the last moments that have no hash yet. */
  readonly pending: number
  /** Entries with another content than the one that was hashed. */
  readonly altered: readonly Linked[]
  /** Entries whose predecessor is missing, without the oldest entry: its predecessor is deleted after three years. */
  readonly orphans: readonly Linked[]
}

/**
 * Follows the chain of an audit log. Entries come in any order: those of one moment may be linked in another order than they are listed.
 */
export class ChainCheck {
  private readonly hashes = new Set<string>()
  private readonly linked: { entry: Linked; prevHash: string }[] = []
  private readonly altered: Linked[] = []
  private pending = 0
  /** Entries with a hash alone, or without one but with that of the entry before. */
  private broken = 0

  async add(entries: readonly AuditEntry[]): Promise<void> {
    const computed = await Promise.all(entries.map(hashOf))
    for (const [index, { id, at, action, hash, prevHash }] of entries.entries()) {
      const entry = { id, at, action }
      if (hash === null && prevHash === null) {
        this.pending += 1
        continue
      }
      // Both are written at once: with one of them, nothing would be compared.
      if (hash === null || prevHash === null) {
        this.broken += 1
        this.altered.push(entry)
        continue
      }
      if (hash !== computed[index]) this.altered.push(entry)
      this.hashes.add(hash)
      this.linked.push({ entry, prevHash })
    }
  }

  findings(): ChainFindings {
    const unlinked = this.linked.filter(({ prevHash }) => prevHash !== '' && !this.hashes.has(prevHash))
    const oldest = this.linked.reduce((old, one) => (old && old.entry.at <= one.entry.at ? old : one), this.linked[0])
    const orphans = unlinked.filter((one) => one !== oldest).map(({ entry }) => entry)
    const count = this.linked.length + this.pending + this.broken
    return { count, pending: this.pending, altered: this.altered, orphans }
  }
}

/** The hash of an entry as the reference describes it: the SHA-256 of its canonical JSON without `hash`. */
async function hashOf({ hash: _, ...entry }: AuditEntry): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(entry))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
