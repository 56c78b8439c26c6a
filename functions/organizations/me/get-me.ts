import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { meOf } from './me-of.ts'
import { meView } from './me-view.ts'

export const getMe = operation({
  id: 'getMe',
  method: 'GET',
  path: '/v1/me',
  tag: 'Identity',
  summary: 'Read your account and its permissions',
  description:
    'Returns the account behind the token, its organizations, and the role and the permissions for each ' +
    'entity that it reaches. A connected app sees the name, the e-mail address and the picture of its person ' +
    'only with the scope `profile:read`; otherwise they are null. `invitations` lists the organizations that a ' +
    'person can join at POST /v1/invitations/accept.',
  access: { to: 'principal' },
  responses: { 200: meView },
  errors: [],
  async handle({ principal, table, clock }) {
    return reply(200, await meOf(principal, { table, nowMs: clock() }))
  },
})
