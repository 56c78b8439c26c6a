import { chainChecks } from '../../../infra/checks/audit/chain-checks.ts'
import { chainHeads, dayOf } from '../../../shared/audit/chain-head.ts'
import { linkedOnto } from '../../../shared/audit/link-outbox-entries.ts'
import { toldEntry } from '../../../shared/audit/told-entry.ts'
import { fromItem, recordsOf, toItem } from '../../../shared/store/collection.ts'
import { auditRecordsOf, isUnpublished, type OutboxEntry, outboxEntries } from '../../../shared/store/outbox-entry.ts'
import type { Item } from '../../../shared/store/table.ts'

/** What is wrong with the chains of the audit entries among items: each that was relayed has to have one place. */
export function flawsOfAuditChains(items: readonly Item[]): string[] {
  const audited = recordsOf(outboxEntries, items).filter((outboxEntry) => outboxEntry.audited.length > 0)
  const entries = audited.flatMap(auditRecordsOf).map(toldEntry)
  const unlinked = audited.filter((outboxEntry) => !isUnpublished(outboxEntry) && outboxEntry.links === null)
  return [
    ...(unlinked.length === 0 ? [] : [`the audit entries of ${unlinked.length} relayed commits are not linked`]),
    ...chainChecks(entries).flatMap(({ flaws }) => flaws.map((flaw) => `the audit log: ${flaw}`)),
    ...recordsOf(chainHeads, items).flatMap(({ orgId, day, hash, length }) => {
      const own = entries.filter((entry) => entry.hash !== null && entry.orgId === orgId && dayOf(entry) === day)
      const isLast = own.some((entry) => entry.hash === hash) && !own.some(({ prevHash }) => prevHash === hash)
      return isLast && own.length === length ? [] : [`the head of the chain of ${day} is not at its end`]
    }),
  ]
}

/** Items whose entries have other ids than when they were linked, with links that follow from these. */
export function relinked(items: readonly Item[]): Item[] {
  const hashes = new Map<string, string>([['', '']])
  const links = new Map<string, OutboxEntry>()
  let left = recordsOf(outboxEntries, items).filter((outboxEntry) => outboxEntry.links !== null)
  while (left.length > 0) {
    const following = left.filter((outboxEntry) => hashes.has(outboxEntry.links?.prevHash ?? ''))
    if (following.length === 0) throw new Error('audit entries follow none of the others')
    for (const outboxEntry of following) {
      const [linked] = linkedOnto(hashes.get(outboxEntry.links?.prevHash ?? '') ?? '', [outboxEntry])
      if (!linked) throw new Error('a journal has no links')
      for (const [index, hash] of outboxEntry.links?.hashes.entries() ?? [])
        hashes.set(hash, linked.links.hashes[index] ?? '')
      links.set(outboxEntry.id, { ...outboxEntry, links: linked.links })
    }
    left = left.filter((outboxEntry) => !following.includes(outboxEntry))
  }
  return items.map((item) => {
    const linked = item.type === outboxEntries.name ? links.get(fromItem(outboxEntries, item).id) : undefined
    if (linked) return { ...item, ...toItem(outboxEntries, linked) }
    if (item.type !== chainHeads.name) return item
    const head = fromItem(chainHeads, item)
    return { ...item, ...toItem(chainHeads, { ...head, hash: hashes.get(head.hash) ?? '' }) }
  })
}
