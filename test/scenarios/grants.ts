import {
  connectedApp,
  consentBody,
  consented,
  delegatedFor,
  exchangeable,
  grantsPath,
  installedPartner,
  partnerWith,
  redirectUri,
} from '../api/support/applications.ts'
import { personOf, type Tenant } from '../api/support/tenant.ts'
import type { Scenario, Scenarios } from './scenario.ts'

const administrator = async (of: Tenant) => (await personOf(of, 'admin')).token

/** Something that an administrator asks of the grant of a partner application. */
function onGrant(after: string, json?: object): Scenario {
  return async (of) => {
    const [token, { grant }] = await Promise.all([
      administrator(of),
      installedPartner(of, { scopes: ['nodes:write', 'members:write'] }),
    ])
    return { path: grantsPath(of, `/${grant.id}${after}`), options: { token, ...(json && { json }) } }
  }
}

/** The same of a consent that waits for an administrator. */
const onPending: Scenario = async (of) => {
  const [token, member, { clientId }] = await Promise.all([administrator(of), personOf(of, 'member'), connectedApp(of)])
  const { grantId } = await consented(member.token, consentBody(of, clientId))
  return { path: grantsPath(of, `/${grantId}/approve`), options: { token } }
}

function toConsent(more: object): Scenario {
  return async (of) => {
    const [token, { clientId }] = await Promise.all([administrator(of), connectedApp(of)])
    return { path: '/v1/oauth/consents', options: { token, json: consentBody(of, clientId, more) } }
  }
}

/** Of each operation on grants and consents, by its id. */
export const grantScenarios: Readonly<Record<string, Scenarios>> = {
  listGrants: {
    'of an organization': async (of) => {
      await installedPartner(of, { scopes: ['nodes:read'] })
      return { path: grantsPath(of), options: { token: await administrator(of) } }
    },
  },
  installApplication: {
    'with two scopes': async (of) => {
      const [token, { clientId }] = await Promise.all([
        administrator(of),
        partnerWith(of, ['nodes:write', 'members:write']),
      ])
      const json = { applicationId: clientId, scopes: ['nodes:write', 'members:read'], role: 'manager' }
      return { path: grantsPath(of), options: { token, json } }
    },
  },
  approveGrant: { 'of a member': onPending },
  changeGrant: { 'its role and its scopes': onGrant('', { role: 'manager', scopes: ['nodes:read'] }) },
  revokeGrant: { 'of an application': onGrant('/revoke') },
  listOwnGrants: {
    'of a person': async (of) => {
      const { personToken: token } = await delegatedFor(of, { scopes: ['signature:read'] })
      return { path: '/v1/me/grants', options: { token } }
    },
  },
  revokeOwnGrant: {
    'of a person': async (of) => {
      const { personToken: token, grant } = await delegatedFor(of, { scopes: ['signature:read'] })
      return { path: `/v1/me/grants/${grant.id}`, options: { token } }
    },
  },
  getConsentRequest: {
    'of an app': async (of) => {
      const [token, { clientId }] = await Promise.all([administrator(of), connectedApp(of)])
      const query = new URLSearchParams({ clientId, redirectUri, scope: 'signature:read contacts:read' })
      return { path: `/v1/oauth/consent-requests?${query}`, options: { token } }
    },
  },
  exchangeCode: {
    'of a person': async (of) => {
      const { token, json } = await exchangeable(of)
      return { path: '/v1/oauth/grants/exchange', options: { token, json } }
    },
  },
  consentToApplication: { 'for oneself': toConsent({}), 'for every member': toConsent({ onBehalfOf: 'organization' }) },
}
