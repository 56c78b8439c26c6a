import * as v from 'valibot'
import { contacts } from '../../../functions/contacts/model/contact.ts'
import { stagedBatches } from '../../../functions/contacts/model/staged-batch.ts'
import { items as mailItems } from '../../../functions/registered-mail/model/item.ts'
import { mails } from '../../../functions/registered-mail/model/mail.ts'
import { sentFactsSha256 } from '../../../functions/registered-mail/model/sent-facts.ts'
import { stepHash as mailStepHash, steps as mailSteps } from '../../../functions/registered-mail/model/steps.ts'
import {
  type CommitSteps,
  commitSteps,
  commitStepsOf,
  stepsOf,
} from '../../../functions/signature/model/commit-steps.ts'
import { openingSteps, type RequestRecord, requests } from '../../../functions/signature/model/request.ts'
import { ownPartsOf, type Step, stepHash } from '../../../functions/signature/model/step.ts'
import { type Delivery, deliveries, deliveryIdOf } from '../../../functions/webhooks/model/delivery.ts'
import { webhooks } from '../../../functions/webhooks/model/webhook.ts'
import { openWebhookSecret, sealWebhookSecret } from '../../../functions/webhooks/model/webhook-secret.ts'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { emptyChain } from '../../../shared/platform/hash-chain.ts'
import type { KeyRing } from '../../../shared/platform/key-ring.ts'
import { fromItem, recordsOf, toItem } from '../../../shared/store/collection.ts'
import type { Item } from '../../../shared/store/table.ts'
import { relinked } from './audit-chains.ts'
import type { Renaming } from './renaming.ts'

/** Items under other ids, as those operations and jobs would have written them to whom it happened just now. */
export function cloneItems(items: readonly Item[], renaming: Renaming, webhookSecretKeys: KeyRing | null): Item[] {
  const clone = items
    .map((item) => cloneItem(item, renaming))
    .map((item) => resealed(item, renaming, webhookSecretKeys))
  const renamed = rechainedMails(relinked(clone))
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

function cloneItem(item: Item, { text, value }: Renaming): Item {
  const clone = Object.fromEntries(Object.entries(item).map(([name, held]) => [text(name), value(held)]))
  if (clone.PK === item.PK && clone.SK === item.SK)
    throw new Error(`${item.PK} ${item.SK} names no id, and can be there once`)
  if (item.type === requests.name)
    return { ...clone, ...toItem(requests, v.parse(requests.schema, value(fromItem(requests, item)))) }
  if (item.type === contacts.name)
    return { ...clone, ...toItem(contacts, v.parse(contacts.schema, value(fromItem(contacts, item)))) }
  if (item.type === stagedBatches.name)
    return { ...clone, ...toItem(stagedBatches, v.parse(stagedBatches.schema, value(fromItem(stagedBatches, item)))) }
  if (item.type === deliveries.name) return deliveryUnder(v.parse(deliveries.schema, value(fromItem(deliveries, item))))
  // Whoever prepared it would have asked within this minute, which a client's first request starts with a write of its own.
  return item.windowStart === undefined ? clone : { ...clone, windowStart: Math.floor(Date.now() / minuteMs) }
}

/** Ids of deliveries follow from those of their events; a test's is named by whoever asked for it. */
function deliveryUnder(delivery: Delivery): Item {
  const { eventId, webhookId, eventType } = delivery
  const id = eventType === 'webhook.test' ? delivery.id : deliveryIdOf(eventId, webhookId)
  return toItem(deliveries, { ...delivery, id })
}

/** The secret of a subscription is sealed for its id. */
function resealed(item: Item, { back }: Renaming, keys: KeyRing | null): Item {
  if (item.type !== webhooks.name || keys === null) return item
  const webhook = fromItem(webhooks, item)
  const secrets = webhook.secrets.map(({ sealed, validUntil }) => ({
    sealed: sealWebhookSecret(openWebhookSecret(sealed, back(webhook.id), keys), webhook.id, keys),
    validUntil,
  }))
  return { ...item, ...toItem(webhooks, { ...webhook, secrets }) }
}

/** What was sent holds ids in its addresses, so its hash is another one as well. */
function sentFactsOf(items: readonly Item[]): Map<string, string> {
  const sent = new Map(recordsOf(mails, items).map((mail) => [mail.id, mail]))
  return new Map(
    recordsOf(mailItems, items).flatMap((item) => {
      const mail = sent.get(item.mailId)
      return mail ? [[item.id, sentFactsSha256(mail, item)] as const] : []
    }),
  )
}

/** The same of the items of registered mail, each of which has a chain of its own. */
function rechainedMails(items: readonly Item[]): Item[] {
  const ends = new Map<string, { length: number; hash: string }>()
  const links = recordsOf(mailSteps, items).toSorted((a, b) => a.seq - b.seq)
  const sent = sentFactsOf(items)
  const again = links.map((step) => {
    const renewed = step.detail?.sentFactsSha256 === undefined ? {} : { sentFactsSha256: sent.get(step.itemId) }
    const detail = step.detail && { ...step.detail, ...renewed }
    const link = { ...step, detail, prevHash: ends.get(step.itemId)?.hash ?? emptyChain.hash }
    const hash = mailStepHash(link)
    ends.set(step.itemId, { length: step.seq, hash })
    return toItem(mailSteps, { ...link, hash })
  })
  const others = items
    .filter(({ type }) => type !== mailSteps.name)
    .map((item) => {
      const record = item.type === mailItems.name ? fromItem(mailItems, item) : null
      return record
        ? { ...item, ...toItem(mailItems, { ...record, chain: { ...record.chain, ...ends.get(record.id) } }) }
        : item
    })
  return [...others, ...again]
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
