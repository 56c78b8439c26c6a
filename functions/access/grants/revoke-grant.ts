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
  description: 'Takes effect at once: the next request with this grant is refused, and its refresh tokens end.',
  access: { to: 'peopleOnlyResource', resource: namedGrants, permission: 'integrations.manage' },
  responses: { 200: grantView },
  errors: ['grant_revoked'],
  async handle({ resource: { grant }, principal, table, work, clock }) {
    if (grant.status === 'revoked') return grantIsRevoked
    const toView = await grantsShown(table, [grant])
    const { application } = toView(grant)
    const after = revoke(work, grant, { by: principal, applicationName: application.name, nowMs: clock() })
    return reply(200, toView(after), etagOf(after))
  },
})
