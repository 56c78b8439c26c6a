import { entryHash } from '../../../shared/audit/told-entry.ts'
import type { ToldEntry } from '../../../shared/audit/told-entry-schema.ts'
import { dayMs } from '../../../shared/platform/clock.ts'
import type { Check } from '../evidence/report.ts'

/** An entry that has its place in a chain. */
interface Linked extends ToldEntry {
  readonly hash: string
  readonly prevHash: string
}

/** Holds the entries of an audit log against their hashes, and against each other. They may come in any order. */
export function chainChecks(entries: readonly ToldEntry[]): Check[] {
  const linked = entries.filter(isLinked)
  const organizations = Map.groupBy(linked, ({ orgId }) => orgId)
  return [
    {
      says: `Each of the ${linked.length} entries with a hash has the hash of its content`,
      flaws: linked.flatMap(flawsOfContent),
    },
    {
      says: 'Every entry with a hash names the entry before it, and no other entry does',
      flaws: entries.filter(isHalfLinked).map((entry) => `${named(entry)} has only one of "hash" and "prevHash"`),
    },
    { says: 'Every entry older than a day has a hash', flaws: flawsOfUnlinked(entries) },
    ...[...organizations].flatMap(([orgId, own]) => checksOfDays(orgId, own)),
  ]
}

function isLinked(entry: ToldEntry): entry is Linked {
  return entry.hash !== null && entry.prevHash !== null
}

/** Both are written at once. The first entry of a chain has the empty string as "prevHash", not null. */
function isHalfLinked({ hash, prevHash }: ToldEntry): boolean {
  return (hash === null) !== (prevHash === null)
}

const named = ({ id, at, action }: ToldEntry) => `${id} (${action}, ${at})`

function flawsOfContent(entry: Linked): string[] {
  return entryHash(entry, entry.prevHash) === entry.hash ? [] : [`${named(entry)} was changed`]
}

/** The newest entry tells how late it is. */
function flawsOfUnlinked(entries: readonly ToldEntry[]): string[] {
  const newest = Math.max(...entries.map(({ at }) => Date.parse(at)))
  return entries
    .filter((entry) => !isLinked(entry) && Date.parse(entry.at) < newest - dayMs)
    .map((entry) => `${named(entry)} has no hash`)
}

/** The chains of the days of one organization, each of which starts from an entry of a day before. */
function checksOfDays(orgId: string, entries: readonly Linked[]): Check[] {
  const days = Map.groupBy(entries, ({ at }) => at.slice(0, 'yyyy-mm-dd'.length))
  const before = new Set<string>()
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, own]) => {
      const starts = before.size === 0 ? null : new Set(before)
      for (const { hash } of own) before.add(hash)
      return {
        says: `The ${own.length} entries of ${day} of organization ${orgId} form one chain`,
        flaws: flawsOfDay(own, starts),
      }
    })
}

/** What breaks a chain. `starts`: the hashes that its first entry may follow; null where nothing before it is known. */
function flawsOfDay(entries: readonly Linked[], starts: ReadonlySet<string> | null): string[] {
  const hashes = new Set(entries.map(({ hash }) => hash))
  const followers = Map.groupBy(entries, ({ prevHash }) => prevHash)
  const forks = [...followers.values()].filter((several) => several.length > 1)
  const firsts = entries.filter(({ prevHash }) => !hashes.has(prevHash)).toSorted(byStart)
  const [first] = firsts
  const gaps = starts === null ? firsts.slice(1) : firsts.filter(({ prevHash }) => !starts.has(prevHash))
  const others = firsts.filter((entry) => entry !== first && !gaps.includes(entry))
  return [
    ...forks.map((several) => `${several.map(named).join(' and ')} follow the same entry`),
    ...gaps.map((entry) => `the entry before ${named(entry)} is missing`),
    ...others.map((entry) => `${named(entry)} starts the day a second time`),
    ...(first ? [] : ['the chain has no start']),
  ]
}

/** The very first entry follows nothing. Otherwise the oldest is the likely start, in whatever order a file has them. */
function byStart(a: Linked, b: Linked): number {
  const rank = ({ prevHash, at }: Linked) => (prevHash === '' ? '' : at)
  return rank(a) < rank(b) ? -1 : 1
}
