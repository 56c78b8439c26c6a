import type { Membership } from '../../shared/auth/principal.ts'
import type { Found, PageRequest } from '../../shared/http/page.ts'
import {
  type Member,
  type MemberStatus,
  memberOrder,
  members,
  membersOf,
  statusOf,
} from '../../shared/members/member.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { type NodePlace, pathOf } from '../../shared/store/entities.ts'
import { everything, firstOfRanges, type Range, startingWith } from '../../shared/store/index-ranges.ts'
import type { Table } from '../../shared/store/table.ts'
import { isNamed, wordsIn } from './member-words.ts'
import { type MemberParts, shownWith } from './shown-members.ts'

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

/** The members of a whole organization as a page may need them: what most callers see, read before it is known who asks. */
export async function earlyMembers(table: Table, search: MemberSearch): Promise<Member[]> {
  return await membersWithin(table, search, [everything])
}

/** A member with what is shown with them. */
export interface FoundMember extends MemberParts {
  readonly member: Member
}

/** Of the members that match, a page: those of nodes where memberships permit to read them, below one node where it is given. */
export async function foundMembers(
  table: Table,
  search: MemberSearch,
  own: { readonly memberships: readonly Membership[]; readonly below: NodePlace | null },
  early: readonly Member[] | null,
): Promise<Found<FoundMember>> {
  const ranges = rangesOf(own.memberships, own.below)
  const isWhole = ranges[0] === everything
  const looked = isWhole && early ? early : await membersWithin(table, search, ranges)
  const matching = await matchingOf(table, search, looked)
  const records = matching.slice(0, search.page.size)
  const isMore = matching.length > search.page.size
  const last = isMore ? records.at(-1)?.member : looked.length < limitOf(search) ? undefined : looked.at(-1)
  return { records, next: last ? memberOrder(last) : null }
}

/** Those that match, as many as a page and one more. What people are called stands with their accounts. */
async function matchingOf(
  table: Table,
  { filters: { status, role, q }, page, nowMs }: MemberSearch,
  looked: readonly Member[],
): Promise<FoundMember[]> {
  const asked = looked.filter(
    (member) =>
      (status === undefined || statusOf(member, nowMs) === status) &&
      (role === undefined || member.role.key === role || member.role.id === role.toLowerCase()),
  )
  const words = wordsIn(q ?? '')
  const found = words.length === 0 ? asked.slice(0, page.size + 1) : asked
  const partsOf = await shownWith(table, found)
  const all = found.map((member) => ({ member, ...partsOf(member) }))
  return words.length === 0 ? all : all.filter(({ profile }) => isNamed(profile, words))
}

/** The paths that memberships open; what two of them hold is found once. */
function rangesOf(memberships: readonly Membership[], below: NodePlace | null): Range[] {
  const readable = memberships.filter(({ permissions }) => permissions.includes('members.read')).map(pathOf)
  const asked = below === null ? '' : pathOf(below)
  const holds = readable.some((path) => asked.startsWith(path))
  return holds ? [startingWith(asked)] : readable.filter((path) => path.startsWith(asked)).map(startingWith)
}

async function membersWithin(table: Table, search: MemberSearch, ranges: readonly Range[]): Promise<Member[]> {
  const { orgId, page } = search
  const given = { partition: membersOf(orgId), ranges, after: page.after, limit: limitOf(search) }
  return (await firstOfRanges(table, given)).map((item) => fromItem(members, item))
}

function limitOf({ page, filters }: MemberSearch): number {
  const isWhole = Object.values(filters).every((filter) => filter === undefined)
  return isWhole ? page.size + 1 : Math.max(page.size + 1, searchedPerPage)
}
