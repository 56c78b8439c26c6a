import type { RecordedHead } from '../../../shared/audit/recorded-head.ts'
import type { ToldEntry } from '../../../shared/audit/told-entry-schema.ts'
import { dayMs } from '../../../shared/platform/clock.ts'
import type { Check } from '../evidence/report.ts'

/** A day's head is recorded within minutes. Older days without one are a flaw. */
const latestMs = 2 * dayMs

/**
 * Holds the entries of an audit log against the heads that were recorded in the locked bucket. Whoever could write to the table
 * could compute all hashes anew, but not change these.
 */
export function headChecks(entries: readonly ToldEntry[], heads: readonly RecordedHead[]): Check[] {
  const organizations = new Set(entries.map(({ orgId }) => orgId))
  const own = heads.filter(({ orgId }) => organizations.has(orgId))
  const days = Map.groupBy(entries, ({ orgId, at }) => `${orgId} ${dayOf(at)}`)
  return [
    {
      says: `The chains contain each of the ${own.length} heads that were recorded`,
      flaws: own.flatMap((head) => flawsOfHead(head, days.get(`${head.orgId} ${head.day}`) ?? [])),
    },
    { says: 'A head was recorded for every day that is over', flaws: flawsOfDays([...days], own) },
  ]
}

const dayOf = (at: string) => at.slice(0, 'yyyy-mm-dd'.length)

function flawsOfHead({ orgId, day, hash, length, recordedAt }: RecordedHead, entries: readonly ToldEntry[]): string[] {
  const chain = `the chain of ${day} of organization ${orgId}`
  if (entries.length === 0) return [`${chain} is missing: its head was recorded at ${recordedAt}`]
  const last = entries.find((entry) => entry.hash === hash)
  if (!last) return [`${chain} was changed after its head was recorded at ${recordedAt}`]
  const found = placeOf(last, entries)
  return found === length
    ? []
    : [`${chain} has ${found} entries up to the head that was recorded at ${recordedAt}, not ${length}`]
}

/** Which entry of its day this one is, following the chain back. */
function placeOf(last: ToldEntry, entries: readonly ToldEntry[]): number {
  const byHash = new Map(entries.map((entry) => [entry.hash, entry]))
  let place = 1
  for (let before = byHash.get(last.prevHash); before && place <= entries.length; before = byHash.get(before.prevHash))
    place += 1
  return place
}

function flawsOfDays(days: readonly [string, readonly ToldEntry[]][], heads: readonly RecordedHead[]): string[] {
  const newestMs = Math.max(
    ...days.flatMap(([, entries]) => entries.map(({ at }) => Date.parse(at))),
    ...heads.map(({ recordedAt }) => Date.parse(recordedAt)),
  )
  const recorded = new Set(heads.map(({ orgId, day }) => `${orgId} ${day}`))
  return days
    .filter(([name, [entry]]) => entry && !recorded.has(name) && Date.parse(dayOf(entry.at)) + latestMs < newestMs)
    .map(([name]) => `no head was recorded for ${name.split(' ').toReversed().join(' of organization ')}`)
}
