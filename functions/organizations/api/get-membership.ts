import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { shownWith } from '../model/members/member-parts.ts'
import { memberView, toMember } from '../model/members/member-view.ts'
import { namedMembers } from '../model/members/named-members.ts'
import { readOwnIds } from '../model/members/own-ids.ts'

export const getMembership = operation({
  id: 'getMembership',
  method: 'GET',
  path: '/v1/memberships/{membershipId}',
  tag: 'Structure',
  summary: 'Read a membership',
  access: { to: 'node', resource: namedMembers, permission: 'members.read', scope: 'members:read' },
  responses: { 200: memberView },
  errors: [],
  async handle({ resource: { member }, principal, table, clock }) {
    const readItems = batchLoader(table)
    const [shown, ownIdOf] = await Promise.all([
      shownWith(readItems, member),
      readOwnIds(readItems, principal, [member]),
    ])
    return reply(200, toMember(member, shown, clock(), ownIdOf(member)), etagOf(member))
  },
})
