import type { Principal } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { Origin } from '../../../shared/http/operation.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import type { Item } from '../model/item.ts'
import type { Cause } from '../model/item-transitions.ts'
import type { MailParts } from '../model/mail-parts.ts'

/** An item of a mail. Null: it does not exist before the mail is sent and the job has made it. */
export function itemNamed(
  { items, people }: MailParts,
  itemId: string,
): { readonly item: Item | null } | Refusal<'registered_mail_item_not_found'> {
  const id = itemId.toLowerCase()
  const item = items.find((each) => each.id === id)
  if (item) return { item }
  return people.recipients.some((recipient) => recipient.id === id)
    ? { item: null }
    : refuse('registered_mail_item_not_found', 'The mail has no item with this id.')
}

/** The mail with the next state of one of its items. */
export function withItem<Parts extends MailParts>(parts: Parts, changed: Item): Parts {
  return { ...parts, items: parts.items.map((item) => (item.id === changed.id ? changed : item)) }
}

export const notSubmitted = refuse(
  'registered_mail_item_not_submitted',
  'The vendor has not accepted this item, so it knows nothing about it.',
)

/** The caller of an operation as the cause of what it does to an item. */
export function callerCause({
  principal,
  orgId,
  origin,
  nowMs,
}: {
  readonly principal: Principal
  readonly orgId: string
  readonly origin: Origin
  readonly nowMs: number
}): Cause {
  return { nowMs, actor: actorIn(principal, orgId), ip: origin.ip, userAgent: origin.userAgent }
}
