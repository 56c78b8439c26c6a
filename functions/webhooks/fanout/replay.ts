import type * as v from 'valibot'
import type { internalEventData } from '../../../events/internal.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { Delivery } from '../model/delivery.ts'
import { newDelivery, replayed } from '../model/delivery-transitions.ts'
import { type AttemptDue, dispatchAll, nextAttemptOf } from '../model/dispatch.ts'
import { changeDelivery } from '../model/keep-delivery.ts'
import { deliveriesSelected, eventsMissed } from '../model/selection.ts'
import { readSubscription, type Webhook } from '../model/webhook.ts'
import { continueLater } from './continue-later.ts'
import { firstAttempts } from './first-attempts.ts'

type ReplayDue = v.InferOutput<(typeof internalEventData)['webhook.replay_due']>

/** Longer than the listing of what is dead lags behind. */
const secondPassAfterSec = 60

/** One page of what was asked to be delivered again, or was not delivered at all; the rest follows with another message. */
export async function replay(platform: Platform, due: ReplayDue): Promise<void> {
  const { webhookId, ownerOrgId: orgId, applicationId } = due
  const subscription = await readSubscription(platform.table, { orgId, applicationId }, webhookId)
  if (subscription?.webhook.status !== 'enabled') return
  const { webhook } = subscription
  const last =
    due.part === 'logged' ? await replayLogged(platform, webhook, due) : await sendMissed(platform, webhook, due)
  if (last !== null) await continueLater('webhook.replay_due', { ...due, after: last })
  else if (isListed(due) && due.pass === 1)
    await continueLater('webhook.replay_due', { ...due, after: null, pass: 2 }, secondPassAfterSec)
}

/** Whether it is found by an index, which may lag behind. Everything else is read as it is. */
const isListed = ({ part, status }: ReplayDue) => part === 'logged' && status === 'dead'

/** How many pages without anything to send are looked through at once: all of a long log would take longer than there is time. */
const pagesAtOnce = 10

/** Gives where it is to be gone on; null: nothing is left. */
async function replayLogged(platform: Platform, webhook: Webhook, due: ReplayDue): Promise<string | null> {
  let pages = 0
  for await (const { selected, last } of deliveriesSelected(platform.table, webhook, due, due.after)) {
    const again = await Promise.all(selected.map((delivery) => sentAgain(platform, delivery)))
    await dispatchAll(again.flat())
    pages += 1
    if (selected.length > 0 || pages === pagesAtOnce) return last
  }
  return null
}

async function sentAgain({ table, clock }: Platform, delivery: Delivery): Promise<AttemptDue[]> {
  const after = replayed(delivery, clock())
  return (await changeDelivery(table, delivery, after)) ? [nextAttemptOf(after)] : []
}

async function sendMissed(platform: Platform, webhook: Webhook, due: ReplayDue): Promise<string | null> {
  let pages = 0
  for await (const { envelopes, last } of eventsMissed(platform.table, webhook, due, due.after)) {
    const made = envelopes.map((envelope) => newDelivery(webhook, envelope, platform.clock()))
    await dispatchAll(await firstAttempts(platform, made))
    pages += 1
    if (envelopes.length > 0 || pages === pagesAtOnce) return last
  }
  return null
}
