import { randomUUID } from 'node:crypto'
import { makeConsent } from '../../../infra/local/application-grants.ts'
import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import {
  connectedApp,
  consentBody,
  consented,
  exchangeable,
  grantsPath,
  partnerWith,
  redirectUri,
} from '../../support/applications.ts'
import { call, demand, persistently } from '../../support/client.ts'
import { personOf, type Tenant, table } from '../../support/tenant.ts'

const administrator = async (of: Tenant) => (await personOf(of, 'admin')).token

/** The grant of a partner application, by an administrator's own hand. */
async function installed(of: Tenant): Promise<{ token: string; grantId: string }> {
  const scopes = ['nodes:write', 'members:write'] as const
  const [token, { clientId: applicationId }] = await Promise.all([administrator(of), partnerWith(of, scopes)])
  const options = {
    token,
    json: { applicationId, scopes, role: 'admin' },
    headers: { 'Idempotency-Key': randomUUID() },
  }
  const answer = await persistently(() => call('POST', grantsPath(of), options))
  demand(answer, 201)
  return { token, grantId: answer.body.id }
}

/** Something that an administrator asks of it. */
function onGrant(after: string, json?: object): Scenario {
  return async (of) => {
    const { token, grantId } = await installed(of)
    return { path: grantsPath(of, `/${grantId}${after}`), options: { token, ...(json && { json }) } }
  }
}

/** What somebody lets an application do for them. */
async function ownGrant(of: Tenant): Promise<{ token: string; grantId: string }> {
  const [token, { clientId }] = await Promise.all([administrator(of), connectedApp(of)])
  const { grantId } = await consented(token, consentBody(of, clientId))
  return { token, grantId }
}

/** The same of a consent that waits for an administrator. */
const onPending: Scenario = async (of) => {
  const [token, member, { clientId }] = await Promise.all([administrator(of), personOf(of, 'member'), connectedApp(of)])
  const { grantId } = await consented(member.token, consentBody(of, clientId))
  return { path: grantsPath(of, `/${grantId}/approve`), options: { token } }
}

/** Something that an administrator asks of a consent to which its member added a scope. */
function onAddition(after: string, json?: object): Scenario {
  return async (of) => {
    const [token, member, { clientId: applicationId }] = await Promise.all([
      administrator(of),
      personOf(of, 'member'),
      connectedApp(of),
    ])
    const userId = member.account.id
    const { id } = await makeConsent(table(), of.org, applicationId, { userId, scopes: ['contacts:read'] })
    await consented(member.token, consentBody(of, applicationId))
    return { path: grantsPath(of, `/${id}${after}`), options: { token, ...(json && { json }) } }
  }
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
      const { token } = await installed(of)
      return { path: grantsPath(of), options: { token } }
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
  approveGrant: { 'of a member': onPending, 'what a member added': onAddition('/approve') },
  changeGrant: {
    'its role and its scopes': onGrant('', { role: 'manager', scopes: ['nodes:read'] }),
    'declining what a member added': onAddition('', { delegatedScopes: ['contacts:read'] }),
  },
  revokeGrant: { 'of an application': onGrant('/revoke') },
  listOwnGrants: {
    'of a person': async (of) => {
      const { token } = await ownGrant(of)
      return { path: '/v1/me/grants', options: { token } }
    },
  },
  revokeOwnGrant: {
    'of a person': async (of) => {
      const { token, grantId } = await ownGrant(of)
      return { path: `/v1/me/grants/${grantId}`, options: { token } }
    },
  },
  getConsentRequest: {
    'of an app': async (of) => {
      const [token, { clientId }] = await Promise.all([administrator(of), connectedApp(of)])
      const query = new URLSearchParams({ clientId, redirectUri, scope: 'signature:read contacts:read' })
      return { path: `/v1/oauth/consent-requests?${query}`, options: { token }, after: '/v1/me/grants' }
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
