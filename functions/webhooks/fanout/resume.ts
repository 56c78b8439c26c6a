import type * as v from 'valibot'
import type { internalEventData } from '../../../events/internal.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItems, queryIndex } from '../../../shared/store/table.ts'
import { type Delivery, deliveries, deliveriesBy, isEnded, lastEndedMs } from '../model/delivery.ts'
import { resumed } from '../model/delivery-transitions.ts'
import { dispatchAll, nextAttemptOf } from '../model/dispatch.ts'
import { changeDelivery } from '../model/keep-delivery.ts'
import { readSubscription } from '../model/webhook.ts'
import { continueLater } from './continue-later.ts'

type ResumeDue = v.InferOutput<(typeof internalEventData)['webhook.resume_due']>

const atOnce = 100
/** Longer than a delivery takes to see that its subscription is disabled, and than the listing lags behind. */
const secondPassAfterSec = 60

/** What waited for a subscription to be enabled goes on at once, some at a time. */
export async function resume(platform: Platform, due: ResumeDue): Promise<void> {
  const { table, clock } = platform
  const { webhookId, ownerOrgId: orgId, applicationId, status, after, pass } = due
  const subscription = await readSubscription(table, { orgId, applicationId }, webhookId)
  if (subscription?.webhook.status !== 'enabled') return
  const partition = deliveriesBy(webhookId, status)
  const from = after === null ? ' ' : `${after} `
  const listed = await queryIndex(table, { index: 'GSI1', partition, from, limit: atOnce })
  const current = await getItems(table, recordsOf(deliveries, listed).map(deliveries.key))
  const waiting = current.map((item) => fromItem(deliveries, item)).filter((delivery) => waits(delivery, due, clock()))
  await Promise.all(waiting.map((delivery) => goOn(platform, delivery)))
  const last = listed.at(-1)
  if (last && listed.length === atOnce)
    await continueLater('webhook.resume_due', { ...due, after: String(last.GSI1SK) })
  else if (pass === 1) await continueLater('webhook.resume_due', { ...due, after: null, pass: 2 }, secondPassAfterSec)
}

/** What has failed since the enabling has its own time again. What the first pass brought forward the second leaves alone. */
function waits(delivery: Delivery, { pass, enabledAt, dueBefore }: ResumeDue, nowMs: number): boolean {
  if (isEnded(delivery)) return false
  const { nextAttemptAt } = delivery
  if (nextAttemptAt === null) return true
  if (dueBefore !== undefined && nextAttemptAt > dueBefore) return false
  return lastEndedMs(delivery) < Date.parse(enabledAt) && (pass === 1 || Date.parse(nextAttemptAt) > nowMs)
}

async function goOn({ table, clock }: Platform, delivery: Delivery): Promise<void> {
  const nowMs = clock()
  // What is due by now was brought so far before, by somebody who may have broken down; asked for twice, it is made once.
  const isDue = delivery.nextAttemptAt !== null && Date.parse(delivery.nextAttemptAt) <= nowMs
  const after = isDue ? delivery : resumed(delivery, nowMs)
  // Where somebody else was faster, it goes on anyway.
  if (isDue || (await changeDelivery(table, delivery, after))) await dispatchAll([nextAttemptOf(after)])
}
