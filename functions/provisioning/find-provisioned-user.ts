import * as v from 'valibot'
import { keysOfCustom, rolesIn } from '../../shared/auth/custom-role.ts'
import { scopesCover } from '../../shared/auth/permissions.ts'
import { accountPartition, memberships, profiles } from '../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../shared/errors/refusal.ts'
import { administrationKey, standingIn } from '../../shared/grants/standing-grant.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { type Member, memberPartition, members } from '../../shared/members/member.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../shared/store/entities.ts'
import { itemLastSeen, readFollowed } from '../../shared/store/followed-reads.ts'
import type { ReadItems } from '../../shared/store/joined-reads.ts'
import { getItems, type Item, queryPartition, type Table } from '../../shared/store/table.ts'
import { externalIdKey, meaningsIn, nameOfKind } from '../../shared/structure/external-name.ts'
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
  description: 'By your own id of them, with their memberships in the organizations of the application.',
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
    const items = early ?? []
    const [profile] = recordsOf(profiles, items)
    const shown = profile ? await membershipsShown(table, applicationOf(principal).id, items) : null
    // Whoever left all of the application's organizations is nobody to it any more.
    if (!profile || !shown || shown.found.length === 0)
      return refuse('user_not_found', 'There is nobody whom you call so in your organizations.')
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

/**
 * The account of whom an application calls so, with its memberships; nothing where it calls nobody so. Where this process has met
 * the name, both are read at once.
 */
async function accountCalled(
  { table, readItems }: { readonly table: Table; readonly readItems: ReadItems },
  applicationId: string,
  externalId: string,
): Promise<readonly Item[]> {
  const key = externalIdKey(applicationId, 'user', externalId)
  const accountOf = async (userId: string | null) =>
    userId === null ? [] : await queryPartition(table, accountPartition(userId), '')
  const met = itemLastSeen(key)
  const guessed = met && userIdIn([met])
  const [{ leading }, account] = await Promise.all([readFollowed(readItems, [key], () => []), accountOf(guessed)])
  const userId = userIdIn(leading)
  return userId === guessed ? account : await accountOf(userId)
}

function userIdIn(items: readonly Item[]): string | null {
  return nameOfKind(meaningsIn(items), 'user')?.userId ?? null
}

/** Of a person's memberships those in organizations that let the application read them. */
async function membershipsShown(table: Table, applicationId: string, ofPerson: readonly Item[]) {
  const all = recordsOf(memberships, ofPerson)
  const organizations = [...new Set(all.map(({ orgId }) => orgId))]
  const places = [...new Set(all.map(({ nodeId }) => nodeId))]
  const items = await getItems(table, [
    ...organizations.map((orgId) => administrationKey(applicationId, orgId)),
    ...all.map(({ id }) => ({ PK: memberPartition(id), SK: 'MEMBER' })),
    ...places.map(nodeKey),
    ...keysOfCustom(all.map(({ role }) => role)),
  ])
  const letting = standingIn(items, applicationId).filter(
    ({ status, scopes }) => status === 'active' && scopesCover(scopes, 'members:read'),
  )
  const found = recordsOf(members, items)
    .filter((member) => letting.some(({ orgId }) => orgId === member.orgId))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const nodeOf = new Map(recordsOf(nodes, items).map((node) => [node.id, node]))
  return { found, nodeOf: ({ nodeId }: Member) => nodeOf.get(nodeId) ?? null, roleOf: rolesIn(items) }
}
