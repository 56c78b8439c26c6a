import * as v from 'valibot'
import { toldEntry } from '../../shared/audit/told-entry.ts'
import { dayMs } from '../../shared/platform/clock.ts'
import { firstUuidV7Of, uuid } from '../../shared/platform/ids.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { auditRecordsOf, outboxEntries, outboxPartition } from '../../shared/store/outbox-entry.ts'
import { newestBetween, type Table } from '../../shared/store/table.ts'
import { organizationNamed } from './node-named.ts'
import { CommandRefusal } from './refusal.ts'

const day = v.optional(v.pipe(v.string(), v.isoDate('a day such as 2026-01-31.')))

/** Whose log is read and which days (UTC) of it, both included, by the options of a command. */
export const daysOfOrganization = v.object({ org: uuid, from: day, to: day })

/** More commits than a terminal or a file is read for. */
const mostCommits = 1_000_000

async function hasEntries(table: Table, org: string): Promise<boolean> {
  return (await newestBetween(table, outboxPartition(org), { from: ' ', to: '~' }, 1)).length > 0
}

/** The audit log of an organization as the table has it, newest first, in the form of the API's answers. */
export async function readAuditLog(table: Table, { org, from, to }: v.InferOutput<typeof daysOfOrganization>) {
  const range = {
    from: from === undefined ? ' ' : firstUuidV7Of(Date.parse(from)),
    to: to === undefined ? '~' : firstUuidV7Of(Date.parse(to) + dayMs),
  }
  const items = await newestBetween(table, outboxPartition(org), range, mostCommits)
  // The log of an organization that is gone can still be read.
  if (items.length === 0 && !(await hasEntries(table, org))) await organizationNamed(table, org)
  if (items.length === mostCommits) throw new CommandRefusal('These days have too many entries. Ask for fewer.')
  return { results: items.flatMap((item) => auditRecordsOf(fromItem(outboxEntries, item)).toReversed()).map(toldEntry) }
}
