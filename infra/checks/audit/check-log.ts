import * as v from 'valibot'
import { type RecordedHead, recordedHeadSchema } from '../../../shared/audit/recorded-head.ts'
import { type ToldEntry, toldEntrySchema } from '../../../shared/audit/told-entry-schema.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { auditActions } from '../../../shared/store/audit.ts'
import type { Check, Report } from '../evidence/report.ts'
import { hasRepeatedMember } from '../repeated-members.ts'
import { chainChecks } from './chain-checks.ts'
import { headChecks } from './head-checks.ts'

/** A file that holds no answer of the audit log. */
export class UnreadableLog extends Error {}

/**
 * An entry as it stands in the file. Its hash covers all of its members, also those that entries get in later versions, so none is
 * dropped.
 */
const entrySchema = v.pipe(
  v.custom<ToldEntry>((value) => typeof value === 'object' && value !== null && !('results' in value)),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { issues = [] } = v.safeParse(toldEntrySchema, dataset.value)
    for (const issue of issues.filter((each) => !isNewName(each)))
      addIssue({ message: `${v.getDotPath(issue) ?? 'the entry'}: ${issue.message}` })
    if (!isTime(dataset.value.at)) addIssue({ message: `at: no timestamp such as ${timestamp(0)}` })
  }),
)

/** Later versions have further actions and kinds of actors: their entries have hashes like all others. */
function isNewName(issue: v.BaseIssue<unknown>): boolean {
  return ['action', 'actor.type'].includes(v.getDotPath(issue) ?? '') && typeof issue.input === 'string'
}

/** The order of the days and the age of entries depend on their times. */
function isTime(at: unknown): boolean {
  return typeof at === 'string' && !Number.isNaN(Date.parse(at)) && timestamp(Date.parse(at)) === at
}

/** What `GET …/audit-log` answers, several of its pages in an array, or a single entry: an export of one line. */
const pageSchema = v.object({ results: v.array(entrySchema) })
const fileSchema = v.union([pageSchema, v.array(pageSchema), entrySchema])

function entriesOf(file: v.InferOutput<typeof fileSchema>): ToldEntry[] {
  if (Array.isArray(file)) return file.flatMap(({ results }) => results)
  return 'results' in file ? file.results : [file]
}

/** JSON whose objects have each member once. */
const jsonSchema = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      const value: unknown = JSON.parse(dataset.value)
      if (!hasRepeatedMember(dataset.value, value)) return value
      addIssue({ message: 'An object has the same member twice, which programs read differently' })
    } catch (error) {
      addIssue({ message: `No JSON: ${error instanceof Error ? error.message : error}` })
    }
    return NEVER
  }),
)

/** What the API answers instead of the log, where it refuses. */
const errorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ error: v.object({ code: v.string(), message: v.string() }) }),
)

/** How the console begins an export as CSV. */
const csvBeginning = '\ufeffat,action,'

/** The entries of the answers in a file, or of an export of the console (NDJSON: an entry a line). */
export function entriesIn(name: string, text: string): ToldEntry[] {
  if (text.startsWith(csvBeginning))
    throw new UnreadableLog(`${name} is a CSV, which lacks what the hashes cover. Export the log as NDJSON.`)
  const refused = v.safeParse(errorSchema, text)
  if (refused.success) {
    const { code, message } = refused.output.error
    throw new UnreadableLog(`${name} holds an error of the API instead of the log: ${code}. ${message}`)
  }
  if (!v.is(v.pipe(v.string(), v.parseJson()), text)) return linesIn(name, text)
  const parsed = v.safeParse(v.pipe(jsonSchema, fileSchema), text)
  if (parsed.success) return entriesOf(parsed.output)
  throw unreadable(name, v.summarize(parsed.issues))
}

function linesIn(name: string, text: string): ToldEntry[] {
  const lineSchema = v.pipe(jsonSchema, entrySchema)
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
    const heads = v.parse(v.pipe(jsonSchema, v.array(recordedHeadSchema)), text)
    const wrong = heads.find(({ recordedAt }) => !isTime(recordedAt))
    if (wrong) throw new Error(`"recordedAt" of ${wrong.day} is no timestamp`)
    return heads
  } catch (error) {
    throw new UnreadableLog(`${name} has no recorded heads: ${error instanceof Error ? error.message : error}`)
  }
}

/** Without hashes, nothing speaks against any content. */
function anyCheck(entries: readonly ToldEntry[]): Check {
  const isAny = entries.some(({ hash }) => hash !== null)
  const flaw = 'no entry has a hash, so nothing was checked; entries get one a moment after they are written'
  return { says: 'There are entries with a hash to check', flaws: isAny ? [] : [flaw] }
}

const knownActions = new Set<string>(auditActions)

/** Checks entries from the files alone, and against the recorded heads where there are any. One that stands in two pages counts once. */
export function checkLog(given: readonly ToldEntry[], heads: readonly RecordedHead[] | null = null): Report {
  const entries = [...new Map(given.map((entry) => [JSON.stringify(entry), entry])).values()]
  const unlinked = entries.filter(({ hash, prevHash }) => hash === null && prevHash === null).length
  const times = entries.map(({ at }) => at).toSorted()
  const unknown = [...new Set(entries.map(({ action }) => action))].filter((action) => !knownActions.has(action))
  return {
    about: `${entries.length} entries of the audit log, from ${times.at(0)} to ${times.at(-1)}`,
    checks: [anyCheck(entries), ...chainChecks(entries), ...(heads ? headChecks(entries, heads) : [])],
    seal: null,
    limits: [
      ...(unlinked > 0 ? [`Anything about ${unlinked} of the entries: they are too new to have a hash.`] : []),
      ...(unknown.length > 0
        ? [`What these actions mean, which this version does not know: ${unknown.join(', ')}.`]
        : []),
      ...(heads
        ? ['Anything about days whose heads were not given, and about a day before its head was recorded.']
        : [
            'Whether there were entries before the first or after the last: compare the hashes with those you had before.',
          ]),
      'Whether the entries say what really happened. They only prove that nothing was changed since you last had the hashes.',
    ],
  }
}
