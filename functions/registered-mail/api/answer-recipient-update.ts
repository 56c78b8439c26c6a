import * as v from 'valibot'
import { creatorIn } from '../../../shared/auth/creator.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { emailBudgetKeys, emailBudgetRefusal } from '../../../shared/mail/email-budget.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import { applyItemChange } from '../model/change-item.ts'
import { isAccepted } from '../model/item-transitions.ts'
import type { Mail } from '../model/mail.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { itemView, toItem } from '../model/mail-view.ts'
import { updateAnswered } from '../model/recipient-updates.ts'
import { vendorNamed } from '../vendors/vendors.ts'
import { auditOf } from './audit.ts'
import { callerCause, itemNamed, notSubmitted } from './named-item.ts'

export const answerRecipientUpdate = operation({
  id: 'answerRecipientUpdate',
  method: 'POST',
  path: '/v1/registered-mails/{mailId}/items/{itemId}/recipient-updates/{updateId}',
  tag: 'Registered mail',
  summary: 'Accept or reject a correction that a recipient asked for',
  description:
    'Accepting changes the item and tells the vendor; the previous values stay in the timeline. A new e-mail gets a new notice, and the time to accept starts anew.',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
  },
  body: json(v.object({ accept: v.boolean() })),
  responses: { 200: itemView },
  errors: [
    'registered_mail_item_not_found',
    'registered_mail_item_not_submitted',
    'recipient_update_not_found',
    'recipient_update_already_answered',
    'vendor_error',
    'rate_limited',
    'test_mode_daily_email_cap',
  ],
  async handle({ resource, path, body, principal, origin, table, work, clock, ids }) {
    const { mail } = resource
    const named = itemNamed(resource, path.itemId)
    if (isRefusal(named)) return named
    const { item } = named
    const vendor = item && isAccepted(item) ? vendorNamed(item.vendor) : null
    if (!item || !vendor) return notSubmitted
    const update = item.recipientUpdates.find(({ id }) => id === path.updateId.toLowerCase())
    if (!update) return refuse('recipient_update_not_found', 'The item has no correction with this id.')
    if (update.status !== 'pending')
      return refuse('recipient_update_already_answered', `The correction is ${update.status} already.`)
    const { accept } = body
    const nowMs = clock()
    const newAddress = accept && vendor.capabilities.sendsOwnEmails ? update.email : null
    const overBudget = newAddress && (await noticeRefusal(table, mail, newAddress, work.nowMs))
    if (overBudget) return overBudget
    const outcome = await vendor.answerRecipientUpdate({ table, clock, ids }, item, { update, accept })
    if (isRefusal(outcome)) return outcome
    const by = creatorIn(principal, mail.orgId)
    const cause = callerCause({ principal, orgId: mail.orgId, origin, nowMs })
    const change = updateAnswered(item, update, { accept, by, ...outcome }, cause)
    const next = applyItemChange(work, item, change, { nowMs, ids })
    const answered = { field: 'recipientUpdate', from: null, to: `${update.id}: ${accept ? 'accepted' : 'rejected'}` }
    if (newAddress !== null && !mail.livemode)
      countTestEmails(work, { testOrgId: mail.orgId, emails: 1, isAskedFor: true })
    work.audit(auditOf(mail, 'registered_mail.recipient_update_answered', [answered]))
    return reply(200, toItem(next, { principalId: principal.id }))
  },
})

/** Refuses the notice to a new address that today's budgets have no room for. Members count against none. */
async function noticeRefusal(
  table: Table,
  { orgId, livemode }: Mail,
  email: string,
  nowMs: number,
): Promise<Refusal<'rate_limited'> | null> {
  const wanted = { orgId, strangers: [email], legallyNotified: livemode ? [email] : [] }
  const found = await getItems(table, [...emailBudgetKeys(wanted, nowMs), ...memberEmailKeys(orgId, [email])])
  return membersIn(found, orgId).has(email.toLowerCase()) ? null : emailBudgetRefusal(found, wanted, nowMs)
}
