import { randomUUID } from 'node:crypto'
import { functionNameOf } from '../../infra/build/operation-groups.ts'
import { stackName } from '../../infra/stack-name.ts'
import { takesIdempotencyKey } from '../../shared/http/error-codes-of.ts'
import type { Asking } from '../costs/goals.ts'
import { answered, type MeteredCloud, traced, withinMinute } from '../costs/metered-cloud.ts'
import type { Reading } from '../costs/reading.ts'
import { tenantWorld } from '../faults/support/tenant-world.ts'
import { readBefore } from '../matrices/scenarios/read-before.ts'
import type { Ask } from '../matrices/scenarios/scenario.ts'
import type { NamedScenario } from '../matrices/scenarios/scenarios.ts'
import { call } from '../support/client.ts'

/** What a scenario costs, asked for in one way. */
export interface MeasuredLine {
  /** Of the scenario, and of the way where it is not the plain one. */
  readonly name: string
  readonly asking: Asking
  readonly reading: Reading
  /** The same of the first request of a thread, which has met nothing yet; null where the way is not the plain one. */
  readonly first: Reading | null
}

/** What a scenario costs, first and once its function is warm; a POST also under an Idempotency-Key, and when that key comes again. */
export async function measuredLines(metered: MeteredCloud, named: NamedScenario): Promise<MeasuredLine[]> {
  return await withinMinute(metered.driven, async () => {
    const { tenant } = await tenantWorld(metered.driven, metered.jobs)
    const ask = async () => {
      const asked = await named.scenario(tenant)
      await readBefore(asked)
      return asked
    }
    const { method } = named.operation
    const first = await firstOfThread(metered, named, await named.scenario(tenant))
    const send = async (asking: Asking, asked: Awaited<ReturnType<typeof ask>>, headers = {}) => {
      await startMinute(asked)
      const work = (trace: string) => answered(method, asked, { ...headers, ...traced(trace) })
      const { reading } = await metered.metered(work)
      return { name: nameOf(named, asking), asking, reading, first: asking === 'plainly' ? first : null }
    }
    const plain = await send('plainly', await ask())
    if (!takesIdempotencyKey(named.operation)) return [plain]
    const key = { 'Idempotency-Key': randomUUID() }
    const asked = await ask()
    return [plain, await send('with a key', asked, key), await send('a key again', asked, key)]
  })
}

/** What a request costs that is the first of its function's thread. Fetching the issuer's keys is no call of AWS, and not in it. */
async function firstOfThread({ driven, metered }: MeteredCloud, { operation }: NamedScenario, ask: Ask) {
  await startMinute(ask)
  await driven.cloud.functions.retire(`${stackName}-${functionNameOf(operation)}`)
  const { reading } = await metered((trace) => answered(operation.method, ask, traced(trace)))
  return reading
}

/** A client that the scenario has just made writes once more for the first request of its minute, as it will not for the next. */
async function startMinute({ options: { token } }: Ask): Promise<void> {
  if (token !== undefined) await call('GET', '/v1/me', { token })
}

function nameOf({ name }: NamedScenario, asking: Asking): string {
  return asking === 'plainly' ? name : `${name}, ${asking}`
}
