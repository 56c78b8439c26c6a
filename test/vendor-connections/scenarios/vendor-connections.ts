import { createHmac, randomUUID } from 'node:crypto'
import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { managerOf } from '../../support/api-keys.ts'
import { call, demand } from '../../support/client.ts'
import type { Tenant } from '../../support/tenant.ts'
import { connectionsPath, yousignInput } from '../../support/vendors.ts'

const body = () => yousignInput(`key-${randomUUID()}`, 'webhook-secret')

async function connected(of: Tenant): Promise<{ token: string; webhookUrl: string }> {
  const { token } = await managerOf(of)
  const answer = await call('PUT', connectionsPath(of, '/yousign'), { token, json: body() })
  demand(answer, 200)
  return { token, webhookUrl: answer.body.webhookUrl }
}

function onConnection(rest: string): Scenario {
  return async (of) => {
    const { token } = await connected(of)
    return { path: connectionsPath(of, rest), options: { token } }
  }
}

/** Of each operation on vendor connections, by its id. */
export const vendorConnectionScenarios: Readonly<Record<string, Scenarios>> = {
  listVendorConnections: { 'of an organization': onConnection('') },
  configureVendorConnection: {
    'a first time': async (of) => {
      const { token } = await managerOf(of)
      return { path: connectionsPath(of, '/yousign'), options: { token, json: body() } }
    },
  },
  // Nobody answers for Yousign there: what is noted is that it could not be reached.
  checkVendorConnection: { 'of a vendor that does not answer': onConnection('/yousign/check') },
  deleteVendorConnection: { 'without requests': onConnection('/yousign') },
  receiveVendorWebhook: {
    'about a request that is not there': async (of) => {
      const { webhookUrl } = await connected(of)
      const json = { data: { signature_request: { id: 'vendor-id', external_id: randomUUID() } } }
      const text = JSON.stringify(json)
      const signature = createHmac('sha256', 'webhook-secret').update(text).digest('hex')
      const { pathname } = new URL(webhookUrl)
      return { path: pathname, options: { json, headers: { 'X-Yousign-Signature-256': `sha256=${signature}` } } }
    },
  },
}
