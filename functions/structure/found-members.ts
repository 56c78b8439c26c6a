import type { Membership } from '../../shared/auth/principal.ts'
import type { Found, PageRequest } from '../../shared/http/page.ts'
import {
  type Member,
  type MemberStatus,
  memberOrder,
  memberPartition,
  members,
  membersOf,
  statusOf,
} from '../../shared/members/member.ts'
import { keysOfParts } from '../../shared/members/member-parts.ts'
import { shownOf } from '../../shared/members/member-view.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { type NodePlace, pathOf } from '../../shared/store/entities.ts'
import { everything, firstOfRanges, type Range, startingWith } from '../../shared/store/index-ranges.ts'
import { readKnown, rememberKeys, withOthers } from '../../shared/store/known-keys.ts'
import type { Item, Table } from '../../shared/store/table.ts'
import { isNamed, wordsIn } from './member-words.ts'
import { keysShownWith, type ShownParts, shownBy } from './shown-members.ts'

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

/** What a page may need, read before it is known who asks. */
export interface EarlyMembers {
  /** Those of the whole organization, which most callers see; null: they are not looked for there. */
  readonly looked: readonly Member[] | null
  /** What the members of the same page were shown with before. */
  readonly shownWith: readonly Item[]
}

export async function earlyMembers(table: Table, search: MemberSearch, isWhole: boolean): Promise<EarlyMembers> {
  const [looked, shownWith] = await Promise.all([
    isWhole ? membersWithin(table, search, [everything]) : null,
    readKnown(table, nameOf(search)),
  ])
  return { looked, shownWith }
}

/** A member with what is shown with them. */
export interface FoundMember extends ShownParts {
  readonly member: Member
}

/** Of the members that match, a page: those of nodes where memberships permit to read them, below one node where it is given. */
export async function foundMembers(
  table: Table,
  search: MemberSearch,
  own: { readonly memberships: readonly Membership[]; readonly below: NodePlace | null },
  early: EarlyMembers | null,
): Promise<Found<FoundMember>> {
  const ranges = rangesOf(own.memberships, own.below)
  const isWhole = ranges[0] === everything
  const looked = (isWhole && early?.looked) || (await membersWithin(table, search, ranges))
  const matching = looked.filter(isAskedFor(search))
  const page = matching.slice(0, search.page.size)
  const isMore = matching.length > search.page.size
  const last = isMore ? page.at(-1) : looked.length < limitOf(search) ? undefined : looked.at(-1)
  const records = await shown(table, search, page, early)
  return { records, next: last ? memberOrder(last) : null }
}

function isAskedFor({ filters: { status, role, q }, nowMs }: MemberSearch): (member: Member) => boolean {
  const words = wordsIn(q ?? '')
  return (member) =>
    (status === undefined || statusOf(member, nowMs) === status) &&
    (role === undefined || member.role.key === role || member.role.id === role.toLowerCase()) &&
    isNamed(shownOf(member), words)
}

/** Of one page of one search, whoever asks. */
function nameOf({ page: { scope, after, size } }: MemberSearch): string {
  return JSON.stringify(['members', scope.filters, after, size])
}

async function shown(
  table: Table,
  search: MemberSearch,
  page: readonly Member[],
  early: EarlyMembers | null,
): Promise<FoundMember[]> {
  const keys = keysShownWith(page)
  rememberKeys(nameOf(search), keys)
  for (const member of page) rememberKeys(memberPartition(member.id), keysOfParts(member))
  const toParts = shownBy(await withOthers(table, keys, early?.shownWith ?? []))
  return page.map((member) => ({ member, ...toParts(member) }))
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
