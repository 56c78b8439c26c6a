import { makeMembership, makePerson, put } from '../../../infra/local/tenant.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { nodes } from '../../../shared/store/entities.ts'
import { twinIdOf } from '../../../shared/store/twin-ids.ts'
import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { call, demand } from '../../support/client.ts'
import { type Tenant, table, userToken } from '../../support/tenant.ts'
import { steps, testModePath } from '../../support/test-mode.ts'

/** Makes the tenant's organization a live one with an owner, who is signed in. */
async function ownerOfLive(of: Tenant): Promise<string> {
  const org = { ...of.org, livemode: true }
  await put(table(), nodes, org)
  const { providerId } = org
  const person = { providerId, email: `${systemIds()}@example.com`, firstName: 'Olga', lastName: 'Owner' }
  const account = await makePerson(table(), person)
  await makeMembership(table(), account, org, 'owner')
  return await userToken(account.id)
}

/** Something that is done once test mode is off. */
function whileOff(part = ''): Scenario {
  return async (of) => ({ path: testModePath(of, part), options: { token: await ownerOfLive(of) } })
}

/** Something that is done once the test organization is ready. */
function whileReady(part = '', json?: unknown): Scenario {
  return async (of) => {
    const token = await ownerOfLive(of)
    demand(await call('POST', testModePath(of), { token }), 201)
    await steps(of)
    return { path: testModePath(of, part), options: { token, ...(json === undefined ? {} : { json }) } }
  }
}

/** Something that is done with the clock of a test organization that is ready. */
function withClock(json?: unknown): Scenario {
  return async (of) => {
    const { options } = await whileReady('', json)(of)
    return { path: `/v1/test/clock?orgId=${twinIdOf(of.org.id)}`, options }
  }
}

/** A month ahead, which is never behind while the tests run. */
const inMonth = { advanceTo: timestamp(Date.now() + 30 * dayMs) }

const confirmed = { confirmName: 'Test organization' }

/** Of each operation on test mode, by its id. */
export const testModeScenarios: Readonly<Record<string, Scenarios>> = {
  getTestMode: { off: whileOff(), ready: whileReady() },
  enableTestMode: { off: whileOff(), 'enabled already': whileReady() },
  resetTestMode: { ready: whileReady('/reset', confirmed) },
  advanceTestClock: { ready: whileReady('/clock', inMonth) },
  simulateClock: { ready: withClock(inMonth) },
  getSimulatedClock: { ready: withClock() },
  disableTestMode: { ready: whileReady('', confirmed) },
}
