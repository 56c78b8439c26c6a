import type { Scenarios } from '../../matrices/scenarios/scenario.ts'
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
}
