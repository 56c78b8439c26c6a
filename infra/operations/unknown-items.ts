import * as v from 'valibot'
import { auditOf } from '../../functions/registered-mail/api/audit.ts'
import { applyItemChange, readItem } from '../../functions/registered-mail/model/change-item.ts'
import { type Item, submissionReference } from '../../functions/registered-mail/model/item.ts'
import { type ItemChange, stepOf } from '../../functions/registered-mail/model/item-transitions.ts'
import { readMail } from '../../functions/registered-mail/model/mail-parts.ts'
import { system } from '../../functions/registered-mail/model/step-actor.ts'
import { readMark, submissionMarkKey } from '../../functions/registered-mail/model/submission-mark.ts'
import { markLeaseMs } from '../../functions/registered-mail/vendors/ar24/mark-lease.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { systemIds, uuid } from '../../shared/platform/ids.ts'
import type { Table } from '../../shared/store/table.ts'
import type { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { commitCommand } from './commit-command.ts'
import { CommandRefusal } from './refusal.ts'

/** An item by the options of the command. */
export const itemInput = v.object({ mail: uuid, item: uuid })
export const sentItemInput = v.object({
  ...itemInput.entries,
  'vendor-id': v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,100}$/, 'the id that the vendor gave to the mail.')),
})
type ItemInput = v.InferOutput<typeof itemInput>

/** The vendor has the item, as its support or its website says. From now on it is read there. */
export async function tellSent(table: Table, input: v.InferOutput<typeof sentItemInput>, nowMs: number) {
  const vendorItemId = input['vendor-id']
  return await settleUnknown(table, input, { nowMs, outcome: `sent as ${vendorItemId}`, canCorrect: true }, (item) => {
    const { vendor, attempt } = item
    const detail = { vendor, vendorItemId, attempt, toldBy: 'operator' }
    return {
      after: { ...item, vendorItemId, submittedAt: timestamp(nowMs) },
      steps: [stepOf('submitted', { nowMs, actor: system, ip: null, userAgent: null }, detail)],
      events: [],
      jobs: [vendorDue(item)],
    }
  })
}

/** The vendor does not have the item: it is handed over again, as the same attempt. */
export async function tellNotSent(table: Table, input: ItemInput, nowMs: number) {
  return await settleUnknown(table, input, { nowMs, outcome: 'not sent, submitted again' }, (item, work) => {
    work.removePart(submissionMarkKey(item))
    return { after: item, steps: [], events: [], jobs: [vendorDue(item)] }
  })
}

const vendorDue = ({ mailId, id: itemId }: Item) => ({
  type: 'registered_mail.vendor_due' as const,
  data: { mailId, itemId },
})

async function settleUnknown(
  table: Table,
  { mail: mailId, item: itemId }: ItemInput,
  {
    nowMs,
    outcome,
    canCorrect = false,
  }: { readonly nowMs: number; readonly outcome: string; readonly canCorrect?: boolean },
  decide: (item: Item, work: UnitOfWork) => ItemChange,
) {
  return await commitCommand(table, 'operator', async (work) => {
    const [item, parts] = await Promise.all([readItem(table, { mailId, itemId }), readMail(table, mailId)])
    if (!item || !parts) throw new CommandRefusal(`There is no item ${itemId} of a mail ${mailId}.`)
    await demandUnknown(table, item, { nowMs, canCorrect })
    const reference = submissionReference(item)
    const next = applyItemChange(work, item, decide(item, work), { nowMs, ids: systemIds })
    const change = { field: `items.${itemId}.outcome`, from: item.vendorItemId ?? 'unknown', to: outcome }
    work.audit(auditOf(parts.mail, 'registered_mail.item_settled', [change]))
    const { vendor, status, vendorItemId } = next
    return { mailId, itemId, orgId: item.orgId, vendor, reference, status, vendorItemId, outcome }
  })
}

/** Only where the service itself cannot tell, and no job may still be at it. */
async function demandUnknown(
  table: Table,
  item: Item,
  { nowMs, canCorrect }: { readonly nowMs: number; readonly canCorrect: boolean },
): Promise<void> {
  const mark = await readMark({ table }, item)
  // A wrong id can be corrected as long as the vendor has reported nothing.
  if (item.status !== 'sending' || (item.submittedAt !== null && !canCorrect) || !mark)
    throw new CommandRefusal(`Nothing is unknown about this item: it is ${item.status}.`)
  const waitMs = mark.atMs + markLeaseMs - nowMs
  if (waitMs > 0)
    throw new CommandRefusal(
      `A job may still be handing the item over. Try again in ${Math.ceil(waitMs / 60_000)} min.`,
    )
}
