import * as v from 'valibot'
import { type RecordedHead, recordedHeadSchema } from '../../../shared/audit/recorded-head.ts'
import { type ToldEntry, toldEntrySchema } from '../../../shared/audit/told-entry-schema.ts'
import type { Report } from '../evidence/report.ts'
import { chainChecks } from './chain-checks.ts'
import { headChecks } from './head-checks.ts'

/** A file that holds no answer of the audit log. */
export class UnreadableLog extends Error {}

/** What `GET …/audit-log` answers, or several of its pages in an array. */
const pageSchema = v.object({ results: v.array(toldEntrySchema) })
const fileSchema = v.union([
  v.pipe(
    pageSchema,
    v.transform((page) => [page]),
  ),
  v.array(pageSchema),
])

/** The entries of the answers in a file. */
export function entriesIn(name: string, text: string): ToldEntry[] {
  try {
    return v.parse(fileSchema, JSON.parse(text)).flatMap(({ results }) => results)
  } catch (error) {
    throw new UnreadableLog(
      `${name} is not an answer of the audit log: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** The heads in a file of `npm run audit:heads`. */
export function headsIn(name: string, text: string): RecordedHead[] {
  try {
    return v.parse(v.array(recordedHeadSchema), JSON.parse(text))
  } catch (error) {
    throw new UnreadableLog(`${name} has no recorded heads: ${error instanceof Error ? error.message : error}`)
  }
}

/** Checks entries from the files alone, and against the recorded heads where there are any. One that stands in two pages counts once. */
export function checkLog(given: readonly ToldEntry[], heads: readonly RecordedHead[] | null = null): Report {
  const entries = [...new Map(given.map((entry) => [JSON.stringify(entry), entry])).values()]
  const unlinked = entries.filter(({ hash }) => hash === null).length
  const times = entries.map(({ at }) => at).toSorted()
  return {
    about: `${entries.length} entries of the audit log, from ${times.at(0)} to ${times.at(-1)}`,
    checks: [...chainChecks(entries), ...(heads ? headChecks(entries, heads) : [])],
    seal: null,
    limits: [
      ...(unlinked > 0 ? [`Anything about ${unlinked} of the entries: they are too new to have a hash.`] : []),
      ...(heads
        ? ['Anything about days whose heads were not given, and about a day before its head was recorded.']
        : [
            'Whether there were entries before the first or after the last: compare the hashes with those you had before.',
          ]),
      'Whether the entries say what really happened. They only prove that nothing was changed since you last had the hashes.',
    ],
  }
}
