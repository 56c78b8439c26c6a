import { namedGrants } from '../../../shared/auth/grants/grant.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { revokeGrant as revoke } from '../model/revocation.ts'
import { grantIsRevoked } from './grant-rules.ts'
import { grantsShown, grantView } from './grant-view.ts'

export const revokeGrant = operation({
  id: 'revokeGrant',
  method: 'POST',
  path: '/v1/orgs/{orgId}/grants/{grantId}/revoke',
  tag: 'Applications',
  summary: 'Revoke the grant of an application',
  description:
    'Takes effect at once: the next request with this grant is refused, and its refresh tokens end. If it was ' +
    'the consent of one member, the application does not act for them by a consent for all members either, and ' +
    'a new consent of theirs needs an approval.',
  access: { to: 'peopleOnlyResource', resource: namedGrants, permission: 'integrations.manage' },
  responses: { 200: grantView },
  errors: ['grant_revoked'],
  async handle({ resource: { grant }, principal, table, work, clock }) {
    if (grant.status === 'revoked') return grantIsRevoked
    const toView = await grantsShown(table, [grant])
    const { application } = toView(grant)
    // A request that was never approved is only refused: a consent for all members still covers the person.
    const limit = grant.grantedAt === null ? {} : { nextScopes: [] }
    const revocation = { by: principal, applicationName: application.name, nowMs: clock(), ...limit }
    const after = revoke(work, grant, revocation)
    return reply(200, toView(after), etagOf(after))
  },
})
