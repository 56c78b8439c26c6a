import { takeTestModeStep } from '../../functions/organizations/test-mode/test-mode-step.ts'
import { makeApiKey } from '../../infra/local/tenant.ts'
import type { Profile } from '../../shared/auth/principal.ts'
import { minuteMs } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { type Entity, nodeKey, nodes, type Organization } from '../../shared/store/entities.ts'
import { getItem } from '../../shared/store/table.ts'
import { readTestMode } from '../../shared/store/test-mode.ts'
import { twinIdOf } from '../../shared/store/twin-ids.ts'
import { type Answer, call, demand } from './client.ts'
import { personOf, type Tenant, table, tenant, tokenFor } from './tenant.ts'
import { until } from './until.ts'

/** A live organization with an owner, who is signed in. */
export interface LiveHome extends Tenant {
  readonly owner: { readonly account: Profile; readonly token: string }
}

export async function liveHome(): Promise<LiveHome> {
  const of = await tenant({ livemode: true })
  return { ...of, owner: await personOf(of, 'owner') }
}

export const testModePath = ({ org }: Pick<Tenant, 'org'>, part = '') => `/v1/orgs/${org.id}/test-mode${part}`

export async function getTestMode(of: LiveHome): Promise<Answer> {
  return await call('GET', testModePath(of), { token: of.owner.token })
}

export async function enableTestMode(of: LiveHome): Promise<Answer> {
  return await call('POST', testModePath(of), { token: of.owner.token })
}

export async function resetTestMode(of: LiveHome, confirmName: string = of.org.name): Promise<Answer> {
  return await call('POST', testModePath(of, '/reset'), { token: of.owner.token, json: { confirmName } })
}

export async function disableTestMode(of: LiveHome, confirmName: string = of.org.name): Promise<Answer> {
  return await call('DELETE', testModePath(of), { token: of.owner.token, json: { confirmName } })
}

/** Takes steps as the job does, until nothing is left to do at a moment: a little later than now unless told. */
export async function steps(of: Pick<Tenant, 'org'>, laterMs = 0): Promise<void> {
  const platform = { table: table(), clock: () => Date.now() + laterMs, ids: systemIds }
  for (let taken = 0; taken < 100; taken++) {
    const before = await readTestMode(table(), of.org.id)
    if (!before) return
    await takeTestModeStep(platform, of.org.id)
    const after = await readTestMode(table(), of.org.id)
    if (before.testMode.version === after?.testMode.version) return
    if (after && Date.parse(after.testMode.dueAt) > platform.clock() + 10 * minuteMs) return
  }
  throw new Error('the steps of the test mode do not end')
}

/** The time of a reset or a purge is over after which nobody can be at work in it any more. */
export const settledMs = 2 * minuteMs

/** The test organization as a tenant, with a key of its own. */
export async function testHomeOf(of: LiveHome): Promise<Tenant> {
  const [org, entity] = await Promise.all([nodeOf(twinIdOf(of.org.id)), nodeOf(twinIdOf(of.entity.id))])
  const key = await makeApiKey(table(), { role: 'admin', node: org as Organization })
  return { org: org as Organization, entity: entity as Entity, key, token: await tokenFor(key) }
}

async function nodeOf(id: string) {
  const item = await getItem(table(), nodeKey(id))
  if (!item) throw new Error(`there is no node ${id}`)
  return fromItem(nodes, item)
}

/** A live organization whose test mode is ready. */
export async function liveWithTestMode(): Promise<{ readonly live: LiveHome; readonly test: Tenant }> {
  const live = await liveHome()
  demand(await enableTestMode(live), 201)
  await steps(live)
  return { live, test: await testHomeOf(live) }
}

/** Waits until the job has looked through a test organization once, and waits to do so again. */
export async function untilLookedThrough(of: Pick<Tenant, 'org'>): Promise<void> {
  await until('the first pass', async () => (await readTestMode(table(), of.org.id))?.testMode.pass === 2)
}
