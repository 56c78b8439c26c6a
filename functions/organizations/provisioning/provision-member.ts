import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { memberFacts, memberInput } from './member-facts.ts'
import { createdMemberView } from './partner-views.ts'
import { memberErrors, provisionedMember } from './provisioned-member.ts'

export const provisionMember = operation({
  id: 'provisionMember',
  method: 'POST',
  path: '/v1/provisioning/orgs/{orgId}/members',
  tag: 'Provisioning',
  summary: 'Add a member',
  description:
    'Gives a person a role at an entity, at a group or at the whole organization. ' +
    'If your externalId already names this person and they have a ' +
    'membership in the entity, the answer is that membership: the role and node in the request are ignored, and ' +
    'firstName and lastName can be left out.',
  access: { to: 'organization', permission: 'members.manage', scope: 'members:write', applicationsOnly: true },
  body: json(memberInput),
  responses: { 200: createdMemberView, 201: createdMemberView },
  errors: memberErrors,
  preload: ({ table, readItems, path: { orgId }, principalId: applicationId, body, nowMs }) =>
    memberFacts({ table, readItems }, { applicationId, orgId, nowMs }, body),
  async handle({ access, body, preloaded, table, work, clock, ids }) {
    const joining = { table, work, ids, nowMs: clock(), access }
    const member = await provisionedMember(joining, body, preloaded)
    if (isRefusal(member)) return member
    return member.created ? reply(201, member, etagOf(member)) : reply(200, member, etagOf(member))
  },
})
