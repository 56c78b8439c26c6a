import * as v from 'valibot'
import { type RecordedHead, recordedHeadSchema } from '../../../shared/audit/recorded-head.ts'
import { type ToldEntry, toldEntrySchema } from '../../../shared/audit/told-entry-schema.ts'
import type { Report } from '../evidence/report.ts'
import { chainChecks } from './chain-checks.ts'
import { headChecks } from './head-checks.ts'

/** A file that holds no answer of the audit log. */
export class UnreadableLog extends Error {}

/** What `GET …/audit-log` answers, several of its pages in an array, or a single entry: an export of one line. */
const pageSchema = v.object({ results: v.array(toldEntrySchema) })
const fileSchema = v.union([
  v.pipe(
    pageSchema,
    v.transform(({ results }) => results),
  ),
  v.pipe(
    v.array(pageSchema),
    v.transform((pages) => pages.flatMap(({ results }) => results)),
  ),
  v.pipe(
    toldEntrySchema,
    v.transform((entry) => [entry]),
  ),
])

/** How the console begins an export as CSV. */
const csvBeginning = '\ufeffat,action,'

/** The entries of the answers in a file, or of an export of the console (NDJSON: an entry a line). */
export function entriesIn(name: string, text: string): ToldEntry[] {
  if (text.startsWith(csvBeginning))
    throw new UnreadableLog(`${name} is a CSV, which lacks what the hashes cover. Export the log as NDJSON.`)
  const whole = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  if (!whole.success) return linesIn(name, text)
  const parsed = v.safeParse(fileSchema, whole.output)
  if (parsed.success) return parsed.output
  throw unreadable(name, v.summarize(parsed.issues))
}

function linesIn(name: string, text: string): ToldEntry[] {
  const lineSchema = v.pipe(v.string(), v.parseJson(), toldEntrySchema)
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const parsed = v.safeParse(lineSchema, line)
    if (parsed.success) return [parsed.output]
    throw unreadable(name, `line ${index + 1} is no entry. ${v.summarize(parsed.issues)}`)
  })
}

function unreadable(name: string, reason: string): UnreadableLog {
  return new UnreadableLog(`${name} is neither an answer of the audit log nor its export as NDJSON: ${reason}`)
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
