import { ceilings, consenterOf } from '../../../shared/auth/grants/ceiling.ts'
import { namedGrants } from '../../../shared/auth/grants/grant.ts'
import { changeGrant } from '../../../shared/auth/grants/standing-grant.ts'
import { personIn } from '../../../shared/auth/person.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { auditOfGrant, grantChanges } from '../model/audit.ts'
import { emitGrantEvent } from '../model/grant-events.ts'
import { changed, grantIsRevoked } from './grant-rules.ts'
import { grantsShown, grantView } from './grant-view.ts'

export const approveGrant = operation({
  id: 'approveGrant',
  method: 'POST',
  path: '/v1/orgs/{orgId}/grants/{grantId}/approve',
  tag: 'Applications',
  summary: 'Approve the grant that a member gave an application',
  description:
    'A pending grant becomes active, and the application can act for the member. When a member consents to more ' +
    'than was approved, the grant stays active and the addition waits in `requestedScopes`: approving moves it ' +
    'to `delegatedScopes`. A grant where nothing waits stays as it is. Send `If-Match` to approve what you saw, ' +
    'and nothing that was requested since.',
  access: { to: 'peopleOnlyResource', resource: namedGrants, permission: 'integrations.manage' },
  recentSignIn: true,
  changesItsResource: true,
  responses: { 200: grantView },
  errors: ['grant_revoked'],
  async handle({ resource: { grant }, principal, table, work, clock }) {
    if (grant.status === 'revoked') return grantIsRevoked
    const toView = await grantsShown(table, [grant])
    const { application } = toView(grant)
    if (grant.status === 'active' && grant.requestedScopes.length === 0) return reply(200, toView(grant), etagOf(grant))
    const granted = { grantedBy: personIn(principal, grant.orgId), grantedAt: timestamp(clock()) }
    const after = changed(grant, {
      status: 'active',
      delegatedScopes: [...grant.delegatedScopes, ...grant.requestedScopes],
      requestedScopes: [],
      // Refresh tokens from before `grantedAt` end: an addition leaves it as it is.
      ...(grant.status === 'pending' && granted),
    })
    changeGrant(work, grant, after)
    const consenter = consenterOf(after)
    // Whatever somebody narrowed it to before: this is approved now, and nothing beyond it.
    // Without scopes there is nothing to go beyond; a limit of no scope would say that an administrator revoked it.
    if (consenter && after.delegatedScopes.length > 0)
      work.putPart(ceilings, { ...consenter, scopes: after.delegatedScopes, revokedAt: null })
    emitGrantEvent(work, 'grant.approved', after, principal.profile)
    work.audit(auditOfGrant(after, 'grant.approved', application.name, grantChanges(grant, after)))
    return reply(200, toView(after), etagOf(after))
  },
})
