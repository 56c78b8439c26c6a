import type { Membership } from '../../../shared/auth/principal.ts'
import type { PageRequest, Searched } from '../../../shared/http/page.ts'
import { type BatchLoader, batchLoader } from '../../../shared/store/batch-loader.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { type NodePlace, pathOf } from '../../../shared/store/entities.ts'
import { everything, firstOfRanges, type Range, startingWith } from '../../../shared/store/index-ranges.ts'
import type { Item, Table } from '../../../shared/store/table.ts'
import { isTwinId, liveIdOf, twinTextOf } from '../../../shared/store/twin-ids.ts'
import { type Member, type MemberStatus, memberOrder, members, membersOf, statusOf } from '../model/members/member.ts'
import { mirroredMembers } from '../model/members/mirrored-member.ts'
import { matchesWords, wordsIn } from './member-words.ts'
import { hasNode, keysShownWith, type ShownParts, shownBy } from './shown-members.ts'

/** What members are asked for; all that is given has to hold. */
export interface MemberFilters {
  readonly status?: MemberStatus | undefined
  /** The key or the id of their role. */
  readonly role?: string | undefined
  /** What words of their name or their e-mail start with. */
  readonly q?: string | undefined
}

export interface MemberSearch {
  readonly orgId: string
  readonly filters: MemberFilters
  readonly page: PageRequest
  readonly nowMs: number
}

/** How many members a page looks at where some may not be asked for; the next page goes on from there. */
const searchedPerPage = 100

/** Members that a page looks at, and what those are shown with that it is about. */
export interface LookedAt {
  readonly members: readonly Member[]
  readonly shownWith: readonly Item[]
}

/** Members of the whole organization, which most callers may see: read before the caller is authorized. */
export async function lookAtAll(table: Table, readItems: BatchLoader, search: MemberSearch): Promise<LookedAt> {
  return await lookAt(table, readItems, search, [everything])
}

/** A member with what is shown with them. */
export interface FoundMember extends ShownParts {
  readonly member: Member
}

/**
 * A page of the members that match, at nodes where the caller's memberships permit reading them, and below one node if
 * it is given. `whole` is what was read of the whole organization; null: nothing.
 */
export async function foundMembers(
  table: Table,
  search: MemberSearch,
  own: { readonly memberships: readonly Membership[]; readonly below: NodePlace | null },
  whole: LookedAt | null,
): Promise<Searched<FoundMember>> {
  const ranges = rangesOf(own.memberships, own.below)
  const looked = (ranges[0] === everything && whole) || (await lookAt(table, batchLoader(table), search, ranges))
  const { size } = search.page
  const words = wordsIn(search.filters.q ?? '')
  const toParts = shownBy(looked.shownWith)
  const isMirrored = hasNode(looked.shownWith)
  const matching = candidatesAmong(looked.members, search)
    .filter((member) => !isTwinId(search.orgId) || isMirrored(member))
    .map((member) => ({ member, ...toParts(member) }))
    .filter(({ profile }) => matchesWords(profile, words))
  const records = matching.slice(0, size)
  const isMore = matching.length > size
  const last = isMore ? records.at(-1)?.member : isCutOff(looked, search) ? looked.members.at(-1) : undefined
  return { records, next: last ? memberOrder(last) : null, lookedAt: looked.members.length }
}

/** Whether more members follow those that the page looked at. */
function isCutOff({ members: found }: LookedAt, search: MemberSearch): boolean {
  return found.length >= limitOf(search)
}

/** The members that match as far as their records tell. Their names are in their accounts. */
function candidatesAmong(looked: readonly Member[], { filters, page, nowMs }: MemberSearch): Member[] {
  const { status, role, q } = filters
  const found = looked.filter(
    (member) =>
      (status === undefined || statusOf(member, nowMs) === status) &&
      (role === undefined || member.role.key === role || member.role.id === role.toLowerCase()),
  )
  // One more than the page shows, which tells whether another page follows.
  return q === undefined ? found.slice(0, page.size + 1) : found
}

/** The paths that memberships open; what two of them hold is found once. */
function rangesOf(memberships: readonly Membership[], below: NodePlace | null): Range[] {
  const readable = memberships.filter(({ permissions }) => permissions.includes('members.read')).map(pathOf)
  const asked = below === null ? '' : pathOf(below)
  const holds = readable.some((path) => asked.startsWith(path))
  return holds ? [startingWith(asked)] : readable.filter((path) => path.startsWith(asked)).map(startingWith)
}

async function lookAt(
  table: Table,
  readItems: BatchLoader,
  search: MemberSearch,
  ranges: readonly Range[],
): Promise<LookedAt> {
  const { orgId, page } = search
  const found = isTwinId(orgId)
    ? mirroredMembers(await listed(table, search, ranges.map(mirroredRange), page.after && twinTextOf(page.after)))
    : await listed(table, search, ranges, page.after)
  const looked = found.map((item) => fromItem(members, item))
  return { members: looked, shownWith: await readItems(keysShownWith(candidatesAmong(looked, search))) }
}

/** The members of a test organization are listed with the live organization. */
async function listed(
  table: Table,
  search: MemberSearch,
  ranges: readonly Range[],
  after: string | null,
): Promise<Item[]> {
  const partition = membersOf(liveIdOf(search.orgId))
  return await firstOfRanges(table, { partition, ranges, after, limit: limitOf(search) })
}

function mirroredRange(range: Range): Range {
  return range === everything ? range : { from: twinTextOf(range.from), to: twinTextOf(range.to) }
}

function limitOf({ page, filters }: MemberSearch): number {
  const isWhole = Object.values(filters).every((filter) => filter === undefined)
  return isWhole ? page.size + 1 : Math.max(page.size + 1, searchedPerPage)
}
