import { endedSession, endedSessions } from '../../../shared/auth/ended-session.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { grantKey, liveSessionsOf, personSessions } from '../../identity-provider/oauth/person-sessions.ts'
import { revokeSession } from '../../identity-provider/oauth/revocation.ts'

/** A transaction takes a hundred writes, and each grant is two. */
const maxTogether = 45

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
  async handle({ path, preloaded, principal, table, work, clock }) {
    const live = preloaded.find(({ session }) => session.id === path.sessionId)
    if (!live) return refuse('not_found', 'There is no such session, or it is not visible to you.')
    const { session, tokens } = live
    const [userId, nowMs] = [principal.id, clock()]
    const grantIds = tokens.map(({ grantId }) => grantId)
    // Revoking twice has no second effect: a request that fails here can be repeated.
    await Promise.all(grantIds.slice(maxTogether).map((grantId) => revokeSession(table, { grantId, userId, nowMs })))
    for (const key of session.items) work.removePart(key)
    // Without its grant, a refresh token gives nothing.
    for (const grantId of grantIds.slice(0, maxTogether)) {
      work.removePart(grantKey(grantId))
      work.putPart(endedSessions, endedSession(userId, grantId, nowMs))
    }
    work.removePart(personSessions.key(session))
    return reply(204, null)
  },
})
