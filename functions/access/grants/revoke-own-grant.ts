import { ceilingIn, ceilingKey, consenterOf } from '../../../shared/auth/grants/ceiling.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { revokeGrant } from '../model/revocation.ts'
import { readOwnGrants } from './own-grants.ts'

export const revokeOwnGrant = operation({
  id: 'revokeOwnGrant',
  method: 'DELETE',
  path: '/v1/me/grants/{grantId}',
  tag: 'Applications',
  summary: 'Revoke a grant that you gave to an application',
  description:
    'Takes effect at once: the next request of the application in your name is refused, and its refresh tokens ' +
    'end. A consent that an administrator gave for all members does not stand in for yours.',
  access: { to: 'principal', peopleOnly: true },
  responses: { 204: null },
  errors: ['not_found'],
  preload: ({ readItems, account, path }) =>
    readOwnGrants(readItems, account, (grant) => {
      const consenter = grant.id === path.grantId ? consenterOf(grant) : null
      return consenter ? [ceilingKey(consenter)] : []
    }),
  async handle({ path, principal, preloaded: { own, toView, items }, work, clock }) {
    const grant = own.find(({ id }) => id === path.grantId)
    if (!grant) return refuse('not_found', 'There is no such grant, or it is not visible to you.')
    const { name: applicationName } = toView(grant).application
    const consenter = consenterOf(grant)
    const nextScopes = consenter && (ceilingIn(items, consenter)?.scopes ?? null)
    revokeGrant(work, grant, { by: principal, applicationName, nowMs: clock(), nextScopes })
    return reply(204, null)
  },
})
