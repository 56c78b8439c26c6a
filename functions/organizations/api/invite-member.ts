import * as v from 'valibot'
import { type NodeAccess, nodeAccess, type OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { personIn } from '../../../shared/auth/person.ts'
import { newAccountId } from '../../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { forbidden } from '../../../shared/http/authorization/refusals.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { emailAddress, lines, nullsAbsent, optionalLocaleTag, personName } from '../../../shared/http/values.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { type Node, placeOf } from '../../../shared/store/entities.ts'
import { changeMember, grantOf } from '../model/members/change-member.ts'
import { additionRefusal } from '../model/members/invitation-budget.ts'
import { invitationFacts, inviteeOf } from '../model/members/invitee.ts'
import { escalationRefusal, isFarReaching, mayManage } from '../model/members/member-rules.ts'
import { memberView, shownOf, toMember } from '../model/members/member-view.ts'
import {
  newMember,
  standingRefusal,
  tellAdded,
  usualInvitationDays,
  withoutInvitation,
} from '../model/members/new-member.ts'
import { readOwnIds } from '../model/members/own-ids.ts'

const memberInput = nullsAbsent({
  email: emailAddress,
  firstName: personName(),
  lastName: personName(),
  nodeId: uuid,
  role: v.pipe(personName(), v.description('The key or the id of a role.')),
  locale: v.pipe(
    optionalLocaleTag,
    v.description('The language of a new account. By default, the language of the provider.'),
  ),
  sendInvitation: v.pipe(v.optional(v.boolean(), true), v.description(withoutInvitation)),
  expiresInDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)), usualInvitationDays),
  message: v.optional(lines(500)),
})

export const inviteMember = operation({
  id: 'inviteMember',
  method: 'POST',
  path: '/v1/orgs/{orgId}/members',
  tag: 'Structure',
  summary: 'Invite a member',
  description:
    'Gives a person a role at a node. The person gets an e-mail in their language, and the membership is ' +
    'pending until they accept. Until then, the answer shows the names that you send, whether or not the ' +
    'e-mail address has an account.',
  access: { to: 'organization', permission: 'members.manage', scope: 'members:write' },
  recentSignIn: ({ body }) => isFarReaching(body.role),
  body: json(memberInput),
  responses: { 201: memberView },
  errors: [
    ...(['node_not_found', 'invalid_node_path', 'forbidden', 'role_not_found', 'role_other_org'] as const),
    ...(['role_escalation', 'service_account', 'already_member', 'rate_limited'] as const),
  ],
  preload: ({ table, path, body, nowMs }) => invitationFacts(table, path.orgId, body, nowMs),
  async handle({ access, principal, body, preloaded, table, work, clock, ids }) {
    const { node } = preloaded
    const atNode = accessAt(access, node)
    if (isRefusal(atNode)) return atNode
    if (!node) throw new Error('whoever has access to a node has found it')
    const { role } = preloaded
    if (isRefusal(role)) return role
    const standing = escalationRefusal(atNode, role) ?? standingRefusal(preloaded, node)
    if (standing) return standing
    const nowMs = clock()
    const { account, email: known, counts } = preloaded
    const overBudget = additionRefusal(work, { orgId: access.orgId, asked: body, known, counts }, nowMs)
    if (overBudget) return overBudget
    const own = { named: body, id: newAccountId(ids), createdAt: timestamp(nowMs) }
    const invitee = await inviteeOf({ table, work }, { account, node }, own)
    const inviter = personIn(principal, access.orgId)
    const coming = { id: ids(nowMs), invitee, email: body.email, known, node, role, inviter, asked: body }
    const member = newMember(coming, nowMs)
    const grant = grantOf(role)
    changeMember(work, { before: null, after: member, grant, email: known })
    tellAdded(work, member, invitee.isNew)
    const ownIdOf = await readOwnIds(batchLoader(table), principal, [member])
    return reply(
      201,
      toMember(member, { profile: shownOf(member, invitee.account), node, role }, nowMs, ownIdOf(member)),
      etagOf(member),
    )
  },
})

function accessAt(
  { principal, orgId }: OrganizationAccess,
  node: Node | null,
): NodeAccess | Refusal<'node_not_found' | 'invalid_node_path' | 'forbidden'> {
  const access = node && nodeAccess(principal, placeOf(node))
  if (!access) return refuse('node_not_found', 'nodeId does not name a node that you can see.')
  if (access.place.orgId !== orgId) return refuse('invalid_node_path', 'nodeId names a node of another organization.')
  return mayManage(access) ? access : forbidden('members.manage')
}
