import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failuresBeforeDisabling, failuresBeforeWarning } from '../../../events/delivery-schedule.ts'
import { readSubscription } from '../../../functions/webhooks/model/webhook.ts'
import { managerOf } from '../../support/api-keys.ts'
import { create } from '../../support/signature.ts'
import { table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { deliveriesIn, failOnce, hookFor, onHook, type Receiver, receiver } from '../../support/webhooks.ts'

let busy: Receiver
beforeAll(async () => {
  busy = await receiver()
})
afterAll(() => busy.close())

/** An organization whose subscription takes one event, and fails as often as said with the one after it. */
async function failing({ late, takesFirst }: { readonly late: number; readonly takesFirst: boolean }) {
  const of = await tenant()
  const manager = await managerOf(of)
  const { id } = await hookFor(manager, `${busy.url}/${crypto.randomUUID()}`, { events: ['signature.created'] })
  busy.answer(takesFirst ? 200 : 429)
  await create(of)
  await deliveriesIn(manager, id, takesFirst ? 'succeeded' : 'retrying')
  for (let failure = 0; failure < late; failure++) await failOnce(of, id)
  busy.answer(429)
  await create(of)
  await deliveriesIn(manager, id, 'retrying', takesFirst ? 1 : 2)
  const owner = { orgId: of.org.id, applicationId: null }
  const health = async () => (await readSubscription(table(), owner, id))?.health
  return { status: async () => (await onHook(manager, 'GET', id)).body.status, health }
}

describe('failures that were counted after a success that came later than they', () => {
  it.each([
    ['warn nobody', failuresBeforeWarning],
    ['disable nothing', failuresBeforeDisabling],
  ])('%s, and are forgotten', async (_, enough) => {
    const { status, health } = await failing({ late: enough - 1, takesFirst: true })
    await until('the failures to be forgotten', async () => ((await health())?.consecutiveFailures ?? enough) < enough)
    expect(await health()).toMatchObject({ isWarned: false, lastSuccessAt: expect.stringMatching(/Z$/) })
    expect(await status()).toBe('enabled')
  })
})

it('as many failures without a success among them disable a subscription', async () => {
  const { status } = await failing({ late: failuresBeforeDisabling, takesFirst: false })
  await until('the subscription to be disabled', async () => (await status()) === 'disabled')
})
