import * as v from 'valibot'
import { keysOfCustom, rolesIn } from '../../../shared/auth/custom-role.ts'
import { administrationKey, standingIn } from '../../../shared/auth/grants/standing-grant.ts'
import { scopesCover } from '../../../shared/auth/permissions.ts'
import { type Membership, memberships, profiles, readAccount } from '../../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import type { Item, Key, Table } from '../../../shared/store/table.ts'
import { type Member, memberPartition, members } from '../model/members/member.ts'
import { shownOf } from '../model/members/member-view.ts'
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
  async preload({ table, readItems, query, principalId }) {
    const externalId = idToLookFor(query.externalId)
    if (isRefusal(externalId)) return externalId
    return { externalId, ...(await accountCalled({ table, readItems }, principalId, externalId)) }
  },
  async handle({ principal, preloaded, clock }) {
    if (isRefusal(preloaded)) return preloaded
    const { externalId } = preloaded
    const [profile] = recordsOf(profiles, preloaded.account)
    const applicationId = applicationOf(principal).id
    const shown = membershipsShown(applicationId, preloaded)
    const known = shown.found.find(({ activeSince }) => activeSince !== null) ?? shown.found[0]
    // A person who left all organizations of the application does not exist for it any more.
    if (!profile || !known) return refuse('user_not_found', 'Nobody in your organizations has this externalId.')
    const nowMs = clock()
    const view = (member: Member): PartnerMember[] => {
      const node = shown.nodeOf(member)
      const role = shown.roleOf(member.role)
      if (!node) return []
      const parts = { profile: shownOf(member, profile), node, role, applicationId, externalId }
      return [toPartnerMember(member, parts, nowMs)]
    }
    return reply(200, { user: { ...shownOf(known, profile), externalId }, memberships: shown.found.flatMap(view) })
  },
})

/** Somebody's account, and what tells which of their memberships an application is shown. */
interface Called {
  readonly account: readonly Item[]
  readonly beside: readonly Item[]
}

/** The account of the person whom an application calls by its own id, with what its memberships refer to. */
async function accountCalled(
  { table, readItems }: { readonly table: Table; readonly readItems: BatchLoader },
  applicationId: string,
  externalId: string,
): Promise<Called> {
  const named = await readItems([externalIdKey(applicationId, 'user', externalId)])
  const name = nameOfKind(meaningsIn(named), 'user')
  if (!name) return { account: [], beside: [] }
  const account = await readAccount(table, name.userId)
  return { account, beside: await readItems(keysBeside(applicationId, recordsOf(memberships, account))) }
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
