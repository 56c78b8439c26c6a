import * as v from 'valibot'
import type { Envelope } from '../../../events/envelope.ts'
import type { Creator } from '../../../shared/auth/creator.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { getItem, getItems, type Table } from '../../../shared/store/table.ts'
import { itemKey, items } from '../../registered-mail/model/item.ts'
import { mailKey, mails } from '../../registered-mail/model/mail.ts'
import { type RequestRecord, requestKey, requests } from '../../signature/model/request.ts'
import type { AutomaticRule } from '../model/automatic-mark.ts'
import type { TaskLink } from '../model/task.ts'

/** The events that create tasks, where an entity wants it. */
const ruleOfEvent = {
  'signature.declined': 'signature_declined',
  'signature.expired': 'signature_expired',
  'registered_mail.failed': 'registered_mail_failed',
  'registered_mail.neglected': 'registered_mail_neglected',
  'registered_mail.recipient_update_requested': 'recipient_update_requested',
} as const satisfies Record<string, AutomaticRule>
type EventType = keyof typeof ruleOfEvent

/** What an event asks a task for. */
export interface Cause {
  readonly rule: AutomaticRule
  /** There is one task for each of these and rule: a request, a recipient's share of a mail, or a correction. */
  readonly resourceId: string
  /** Reads what the task is about; null: it is gone. */
  readonly read: (table: Table) => Promise<AutomaticResource | null>
}

/** What a task is about that creates itself. */
export interface AutomaticResource {
  readonly orgId: string
  readonly entityId: string
  readonly providerId: string
  readonly livemode: boolean
  readonly createdBy: Creator
  readonly link: TaskLink
  readonly contactIds: readonly string[]
}

const ofRequest = v.looseObject({ requestId: uuid })
const ofItem = v.looseObject({ mailId: uuid, itemId: uuid, updateId: v.optional(uuid) })

/** Null: the event creates no task. */
export function causeIn({ type, data }: Pick<Envelope, 'type' | 'data'>): Cause | null {
  if (!isEventType(type)) return null
  const rule = ruleOfEvent[type]
  if (type === 'signature.declined' || type === 'signature.expired') {
    const { requestId } = v.parse(ofRequest, data)
    return { rule, resourceId: requestId, read: (table) => readRequest(table, requestId, rule) }
  }
  const { mailId, itemId, updateId } = v.parse(ofItem, data)
  return { rule, resourceId: updateId ?? itemId, read: (table) => readItem(table, { mailId, itemId }) }
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(ruleOfEvent, type)
}

async function readRequest(table: Table, requestId: string, rule: AutomaticRule): Promise<AutomaticResource | null> {
  const item = await getItem(table, requestKey(requestId))
  if (!item) return null
  const request = fromItem(requests, item)
  const { orgId, entityId, providerId, livemode, createdBy } = request
  return {
    ...{ orgId, entityId, providerId, livemode, createdBy },
    link: { type: 'signature_request', id: requestId },
    contactIds: contactIdsOf(request, rule),
  }
}

/** The contact of the signer who declined, or of those who had not signed. */
function contactIdsOf({ signers, decline }: RequestRecord, rule: AutomaticRule): string[] {
  const meant = signers.filter(({ id, signedAt }) =>
    rule === 'signature_declined' ? id === decline?.signerId : signedAt === null,
  )
  return [...new Set(meant.flatMap(({ contactId }) => contactId ?? []))]
}

/** The task links the contact of the recipient: a mail has up to 50, and each fails or corrects for themselves. */
async function readItem(
  table: Table,
  ref: { readonly mailId: string; readonly itemId: string },
): Promise<AutomaticResource | null> {
  const found = await getItems(table, [mailKey(ref.mailId), itemKey(ref)])
  const [[mail], [item]] = [recordsOf(mails, found), recordsOf(items, found)]
  if (!mail || !item) return null
  const { orgId, entityId, providerId, livemode, createdBy } = mail
  return {
    ...{ orgId, entityId, providerId, livemode, createdBy },
    link: { type: 'registered_mail', id: mail.id },
    contactIds: item.contactId === null ? [] : [item.contactId],
  }
}
