import { randomUUID } from 'node:crypto'
import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { keyFor, keysPath, managerOf } from '../../support/api-keys.ts'

/** Something that a person asks of the keys of their organization. */
function ofOrganization(json?: () => object): Scenario {
  return async (of) => {
    const manager = await managerOf(of)
    await keyFor(manager)
    return { path: keysPath(of), options: { token: manager.token, ...(json && { json: json() }) } }
  }
}

function onKey(after: string, json?: () => object): Scenario {
  return async (of) => {
    const manager = await managerOf(of)
    const { id } = await keyFor(manager)
    const options = { token: manager.token, ...(json && { json: json() }) }
    return { path: keysPath(of, `/${id}${after}`), options }
  }
}

/** Of each operation on API keys, by its id. */
export const apiKeyScenarios: Readonly<Record<string, Scenarios>> = {
  listApiKeys: { 'of an organization': ofOrganization() },
  createApiKey: { 'of the organization': ofOrganization(() => ({ name: randomUUID(), role: 'member' })) },
  getApiKey: { 'of the organization': onKey('') },
  updateApiKey: {
    'its name and its addresses': onKey('', () => ({
      name: randomUUID(),
      ipAllowlist: ['192.0.2.0/24', '2001:db8::/32'],
    })),
    'its role': onKey('', () => ({ role: 'viewer' })),
  },
  rotateApiKeySecret: { 'with an overlap': onKey('/rotate-secret', () => ({ previousSecretExpiresInHours: 24 })) },
  revokeApiKey: { 'an active one': onKey('/revoke') },
}
