import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { liveSessionsOf } from '../../identity-provider/oauth/person-sessions.ts'
import { endSession } from '../../identity-provider/oauth/session-end.ts'

export const endOwnSession = operation({
  id: 'endOwnSession',
  method: 'DELETE',
  path: '/v1/me/sessions/{sessionId}',
  tag: 'Identity',
  summary: 'End a sign-in',
  description:
    'Signs its browser out, and ends the refresh tokens and the access tokens that applications got by it. None of ' +
    'them works from the next request on.',
  access: { to: 'principal', peopleOnly: true },
  responses: { 204: null },
  errors: ['not_found'],
  preload: ({ table, principalId, nowMs }) => liveSessionsOf(table, principalId, nowMs),
  async handle({ path, preloaded, table, work, clock }) {
    const live = preloaded.find(({ session }) => session.id === path.sessionId)
    if (!live) return refuse('not_found', 'There is no such session, or it is not visible to you.')
    await endSession({ table, work }, live.session, clock())
    return reply(204, null)
  },
})
