import { recordsOf } from '../../../shared/store/collection.ts'
import { outboxEntries } from '../../../shared/store/outbox-entry.ts'
import type { Item } from '../../../shared/store/table.ts'

/** What a commit may tell subscribers, tell the jobs of the service, and leave in the audit log. */
export const committedKinds = ['events', 'jobs', 'audited'] as const
export type CommittedKind = (typeof committedKinds)[number]

/** What was committed between two looks at a tenant, such as `events: contact.created; audited: contact.created × 2`. */
export function committedLine(before: readonly Item[], after: readonly Item[]): string {
  const known = new Set(recordsOf(outboxEntries, before).map(({ id }) => id))
  const committed = recordsOf(outboxEntries, after).filter(({ id }) => !known.has(id))
  const names: Readonly<Record<CommittedKind, readonly string[]>> = {
    events: committed.flatMap(({ events }) => events.map(({ type }) => type)),
    jobs: committed.flatMap(({ jobs }) => jobs.map(({ type }) => type)),
    audited: committed.flatMap(({ audited }) => audited.map(({ action }) => action)),
  }
  const told = committedKinds.filter((kind) => names[kind].length > 0)
  return told.map((kind) => `${kind}: ${counted(names[kind])}`).join('; ') || 'nothing'
}

function counted(names: readonly string[]): string {
  const byName = [...Map.groupBy(names, (name) => name)].sort(([a], [b]) => (a < b ? -1 : 1))
  return byName.map(([name, { length }]) => (length === 1 ? name : `${name} × ${length}`)).join(', ')
}

/** The names of one kind in a line. */
export function namesIn(line: string, kind: CommittedKind): string[] {
  const part = line.split('; ').find((each) => each.startsWith(`${kind}: `))
  const names = part?.slice(`${kind}: `.length).split(', ') ?? []
  return names.map((name) => name.replace(/ × \d+$/, ''))
}
