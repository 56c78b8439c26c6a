import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { liveSessionsOf } from '../../identity-provider/oauth/person-sessions.ts'
import { sessionView, toSession } from './session-view.ts'

export const listOwnSessions = operation({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/v1/me/sessions',
  tag: 'Identity',
  summary: 'List where you are signed in',
  description:
    'All sign-ins in one answer, newest first: those of browsers that are still signed in, and those by which an ' +
    'application can still get tokens. Empty if people sign in at another identity provider.',
  access: { to: 'principal', peopleOnly: true },
  responses: { 200: v.object({ results: v.array(sessionView) }) },
  errors: [],
  preload: async ({ table, principalId, sessionId, nowMs }) => {
    const live = await liveSessionsOf(table, principalId, nowMs)
    return live.map((each) => toSession(each, sessionId))
  },
  async handle({ preloaded }) {
    return reply(200, { results: preloaded })
  },
})
