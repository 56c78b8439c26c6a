import * as v from 'valibot'
import { keysOfCustom, rolesIn } from '../../../shared/auth/custom-role.ts'
import { administrationKey, standingIn } from '../../../shared/auth/grants/standing-grant.ts'
import { scopesCover } from '../../../shared/auth/permissions.ts'
import { accountPartition, type Membership, memberships, profiles } from '../../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { itemLastSeen, readFollowed, readListed } from '../../../shared/store/followed-reads.ts'
import { joinedReads, type ReadItems } from '../../../shared/store/joined-reads.ts'
import { type Item, type Key, queryPartition, type Table } from '../../../shared/store/table.ts'
import { type Member, memberPartition, members } from '../model/members/member.ts'
import { externalIdKey, meaningsIn, nameOfKind } from '../model/tree/external-name.ts'
import { applicationOf } from './application.ts'
import { askedExternalId, idToLookFor } from './external-id.ts'
import { type PartnerMember, partnerMemberView, toPartnerMember } from './partner-views.ts'

const userView = v.pipe(
  v.object({
    id: v.string(),
    email: v.nullable(v.string()),
    firstName: v.nullable(v.string()),
    lastName: v.nullable(v.string()),
    locale: v.string(),
    externalId: v.string(),
  }),
  v.title('ProvisionedUser'),
)

export const findProvisionedUser = operation({
  id: 'findProvisionedUser',
  method: 'GET',
  path: '/v1/provisioning/users',
  tag: 'Provisioning',
  summary: 'Find a person',
  description: 'Finds a person by your own id. Returns their memberships in the application’s organizations.',
  access: { to: 'principal', applicationsOnly: true, scope: 'members:read' },
  query: v.object({ externalId: askedExternalId }),
  responses: { 200: v.object({ user: userView, memberships: v.array(partnerMemberView) }) },
  errors: ['external_id_required', 'user_not_found'],
  async reads({ table, readItems, query, principalId }) {
    const externalId = idToLookFor(query.externalId)
    return isRefusal(externalId) ? null : await accountCalled({ table, readItems }, principalId, externalId)
  },
  async handle({ principal, query, early, table, clock }) {
    const externalId = idToLookFor(query.externalId)
    if (isRefusal(externalId)) return externalId
    const { id: applicationId } = applicationOf(principal)
    const called = early ?? (await accountCalled({ table, readItems: joinedReads(table) }, applicationId, externalId))
    const [profile] = recordsOf(profiles, called.account)
    const shown = profile ? membershipsShown(applicationId, called) : null
    // Whoever left all of the application's organizations is nobody to it any more.
    if (!profile || !shown || shown.found.length === 0)
      return refuse('user_not_found', 'Nobody in your organizations has this externalId.')
    const { id, email, firstName, lastName, locale } = profile
    const nowMs = clock()
    const view = (member: Member): PartnerMember[] => {
      const node = shown.nodeOf(member)
      const role = shown.roleOf(member.role)
      return node ? [toPartnerMember(member, { profile, node, role, externalId }, nowMs)] : []
    }
    const user = { id, email, firstName, lastName, locale, externalId }
    return reply(200, { user, memberships: shown.found.flatMap(view) })
  },
})

/** Somebody's account, and what tells which of their memberships an application is shown. */
interface Called {
  readonly account: readonly Item[]
  readonly beside: readonly Item[]
}
const nobody: Called = { account: [], beside: [] }

/**
 * The account of whom an application calls so, with its memberships; nothing where it calls nobody so. Where this process has met
 * the name, all is read at once.
 */
async function accountCalled(
  { table, readItems }: { readonly table: Table; readonly readItems: ReadItems },
  applicationId: string,
  externalId: string,
): Promise<Called> {
  const key = externalIdKey(applicationId, 'user', externalId)
  const calledOf = async (userId: string | null): Promise<Called> => {
    if (userId === null) return nobody
    const partition = accountPartition(userId)
    const reading = queryPartition(table, partition, '')
    const { leading, led } = await readListed(readItems, partition, reading, (items) =>
      keysBeside(applicationId, recordsOf(memberships, items)),
    )
    return { account: leading, beside: led }
  }
  const met = itemLastSeen(key)
  const guessed = met && userIdIn([met])
  const [{ leading }, called] = await Promise.all([readFollowed(readItems, [key], () => []), calledOf(guessed)])
  const userId = userIdIn(leading)
  return userId === guessed ? called : await calledOf(userId)
}

function userIdIn(items: readonly Item[]): string | null {
  return nameOfKind(meaningsIn(items), 'user')?.userId ?? null
}

function keysBeside(applicationId: string, ofPerson: readonly Membership[]): Key[] {
  const organizations = [...new Set(ofPerson.map(({ orgId }) => orgId))]
  const places = [...new Set(ofPerson.map(({ nodeId }) => nodeId))]
  return [
    ...organizations.map((orgId) => administrationKey(applicationId, orgId)),
    ...ofPerson.map(({ id }) => ({ PK: memberPartition(id), SK: 'MEMBER' })),
    ...places.map(nodeKey),
    ...keysOfCustom(ofPerson.map(({ role }) => role)),
  ]
}

/** Of a person's memberships those in organizations that let the application read them. */
function membershipsShown(applicationId: string, { account, beside }: Called) {
  const letting = standingIn(beside, applicationId).filter(
    ({ status, scopes }) => status === 'active' && scopesCover(scopes, 'members:read'),
  )
  const own = new Set(recordsOf(memberships, account).map(({ id }) => id))
  const found = recordsOf(members, beside)
    .filter((member) => own.has(member.id) && letting.some(({ orgId }) => orgId === member.orgId))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const nodeOf = new Map(recordsOf(nodes, beside).map((node) => [node.id, node]))
  return { found, nodeOf: ({ nodeId }: Member) => nodeOf.get(nodeId) ?? null, roleOf: rolesIn(beside) }
}
