import type { Scenarios } from '../../matrices/scenarios/scenario.ts'
import { signedInSession } from '../../support/person-sessions.ts'
import { personAt } from '../../support/structure.ts'

/** Of each operation of people on their own account, by its id. */
export const meScenarios: Readonly<Record<string, Scenarios>> = {
  getMe: { 'of an API key': async ({ token }) => ({ path: '/v1/me', options: { token } }) },
  changeMe: {
    'the name and the language': async (of) => {
      const { token } = await personAt(of, of.entity, 'viewer')
      const json = { firstName: 'Paula', lastName: 'Person', locale: 'fr' }
      return { path: '/v1/me', options: { token, json }, after: '/v1/me' }
    },
  },
  listOwnSessions: {
    'of a person': async (of) => {
      const { account, token } = await personAt(of, of.entity, 'viewer')
      await signedInSession(account.id)
      return { path: '/v1/me/sessions', options: { token } }
    },
  },
  endOwnSession: {
    'of a person': async (of) => {
      const { account, token } = await personAt(of, of.entity, 'viewer')
      const path = `/v1/me/sessions/${await signedInSession(account.id)}`
      return { path, options: { token }, after: '/v1/me/sessions' }
    },
  },
}
