import * as v from 'valibot'
import { minuteMs } from '../../../shared/clock.ts'
import { contacts } from '../../../shared/contacts/contact.ts'
import { preparedParts } from '../../../shared/contacts/prepared-part.ts'
import { type CommitSteps, commitSteps, commitStepsOf, stepsOf } from '../../../shared/signature/commit-steps.ts'
import { openingSteps, type RequestRecord, requests } from '../../../shared/signature/request.ts'
import { emptyChain, ownPartsOf, type Step, stepHash } from '../../../shared/signature/step.ts'
import { fromItem, recordsOf, toItem } from '../../../shared/store/collection.ts'
import type { Item } from '../../../shared/store/table.ts'
import { type Delivery, deliveries, deliveryIdOf } from '../../../shared/webhooks/delivery.ts'
import { webhooks } from '../../../shared/webhooks/webhook.ts'
import { openWebhookSecret, sealWebhookSecret } from '../../../shared/webhooks/webhook-secret.ts'
import { relinked } from './audit-chains.ts'
import type { Renaming } from './renaming.ts'

/** Items under other ids, as those operations and jobs would have written them to whom it happened just now. */
export function castItems(items: readonly Item[], renaming: Renaming, webhookSecretKey: Buffer | null): Item[] {
  const cast = items.map((item) => castItem(item, renaming)).map((item) => resealed(item, renaming, webhookSecretKey))
  const renamed = relinked(cast)
  const links = recordsOf(commitSteps, renamed)
  return renamed.flatMap((item) => {
    if (item.type === commitSteps.name) return []
    if (item.type !== requests.name) return [item]
    const record = fromItem(requests, item)
    return rechained(
      record,
      links.filter(({ requestId }) => requestId === record.id),
    )
  })
}

function castItem(item: Item, { text, value }: Renaming): Item {
  const cast = Object.fromEntries(Object.entries(item).map(([name, held]) => [text(name), value(held)]))
  if (cast.PK === item.PK && cast.SK === item.SK)
    throw new Error(`${item.PK} ${item.SK} names no id, and can be there once`)
  if (item.type === requests.name)
    return { ...cast, ...toItem(requests, v.parse(requests.schema, value(fromItem(requests, item)))) }
  if (item.type === contacts.name)
    return { ...cast, ...toItem(contacts, v.parse(contacts.schema, value(fromItem(contacts, item)))) }
  if (item.type === preparedParts.name)
    return { ...cast, ...toItem(preparedParts, v.parse(preparedParts.schema, value(fromItem(preparedParts, item)))) }
  if (item.type === deliveries.name) return deliveryUnder(v.parse(deliveries.schema, value(fromItem(deliveries, item))))
  // Whoever prepared it would have asked within this minute, which a client's first request starts with a write of its own.
  return item.windowStart === undefined ? cast : { ...cast, windowStart: Math.floor(Date.now() / minuteMs) }
}

/** Ids of deliveries follow from those of their events; a test's is named by whoever asked for it. */
function deliveryUnder(delivery: Delivery): Item {
  const { eventId, webhookId, eventType } = delivery
  const id = eventType === 'webhook.test' ? delivery.id : deliveryIdOf(eventId, webhookId)
  return toItem(deliveries, { ...delivery, id })
}

/** The secret of a subscription is sealed for its id. */
function resealed(item: Item, { back }: Renaming, key: Buffer | null): Item {
  if (item.type !== webhooks.name || key === null) return item
  const webhook = fromItem(webhooks, item)
  const secrets = webhook.secrets.map(({ sealed, validUntil }) => ({
    sealed: sealWebhookSecret(openWebhookSecret(sealed, back(webhook.id), key), webhook.id, key),
    validUntil,
  }))
  return { ...item, ...toItem(webhooks, { ...webhook, secrets }) }
}

/** Links name whoever did something, so that their hashes follow from the ids. */
function rechained(record: RequestRecord, later: readonly CommitSteps[]): Item[] {
  let { length, hash: prevHash } = emptyChain
  const linkedAgain = (steps: readonly Step[]) =>
    steps.map((step) => {
      const link = { ...step, prevHash }
      const hash = stepHash(link)
      prevHash = hash
      length = step.seq
      return { ...link, hash }
    })
  const opening = ownPartsOf(linkedAgain(openingSteps(record)))
  const parts = later
    .toSorted((a, b) => a.first - b.first)
    .flatMap((part) => {
      const [first, ...others] = linkedAgain(stepsOf(part))
      return first ? [toItem(commitSteps, commitStepsOf([first, ...others]))] : []
    })
  return [toItem(requests, { ...record, opening, chain: { length, hash: prevHash } }), ...parts]
}
