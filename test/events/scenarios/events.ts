import type { Scenarios } from '../../matrices/scenarios/scenario.ts'
import { installedPartner } from '../../support/applications.ts'
import { create } from '../../support/signature.ts'

/** Of each operation on events, by its id. */
export const eventScenarios: Readonly<Record<string, Scenarios>> = {
  listEvents: {
    'of an organization': async (of) => {
      await create(of)
      return { path: `/v1/events?orgId=${of.org.id}`, options: { token: of.token } }
    },
    'of the key’s own': async (of) => {
      await create(of)
      return { path: '/v1/events', options: { token: of.token } }
    },
    'as a partner': async (of) => {
      const [{ token }] = await Promise.all([installedPartner(of, { scopes: ['events:read'] }), create(of)])
      return { path: `/v1/events?orgId=${of.org.id}`, options: { token } }
    },
  },
  listWebhookEvents: { 'of a key': async ({ token }) => ({ path: '/v1/webhook-events', options: { token } }) },
}
