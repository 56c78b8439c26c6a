import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import { applyItemChange } from '../model/change-item.ts'
import { retried } from '../model/item-transitions.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { mailView, toMail } from '../model/mail-view.ts'
import { isUsable, senderAccounts, senderKey, useSenderAccount } from '../model/sender-account.ts'
import { vendorNamed } from '../vendors/vendors.ts'
import { auditOf } from './audit.ts'
import { callerCause, itemNamed, withItem } from './named-item.ts'

export const retryRegisteredMailItem = operation({
  id: 'retryRegisteredMailItem',
  method: 'POST',
  path: '/v1/registered-mails/{mailId}/items/{itemId}/retry',
  tag: 'Registered mail',
  summary: 'Hand a failed item to its vendor again',
  description:
    'Only items with `retryable: true`, which failed before the vendor accepted them. Not counted against the quota again. The sender account must still be verified.',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
  },
  responses: { 200: mailView },
  errors: [
    'registered_mail_item_not_found',
    'registered_mail_item_not_retryable',
    'invalid_sender_account',
    'sender_account_not_verified',
    'test_mode_daily_email_cap',
  ],
  async handle({ resource, path, principal, origin, table, work, clock, ids }) {
    const { mail } = resource
    const named = itemNamed(resource, path.itemId)
    if (isRefusal(named)) return named
    const nowMs = clock()
    const cause = callerCause({ principal, orgId: mail.orgId, origin, nowMs })
    const change = named.item && retried(named.item, cause)
    if (!named.item || !change)
      return refuse('registered_mail_item_not_retryable', 'Only an item with retryable: true can be retried.')
    const found = mail.senderAccountId === null ? null : await getItem(table, senderKey(mail.senderAccountId))
    const account = found && fromItem(senderAccounts, found)
    if (!account) return refuse('invalid_sender_account', 'The sender account was deleted.')
    if (!isUsable(account)) return refuse('sender_account_not_verified', 'The sender account is not verified.')
    useSenderAccount(work, account, nowMs)
    if (vendorNamed(named.item.vendor)?.capabilities.sendsOwnEmails && !mail.livemode)
      countTestEmails(work, { testOrgId: mail.orgId, emails: 1, isAskedFor: true })
    const next = applyItemChange(work, named.item, change, { nowMs, ids })
    work.audit(auditOf(mail, 'registered_mail.item_retried', [{ field: 'itemId', from: null, to: next.id }]))
    return reply(200, toMail(withItem(resource, next), { principalId: principal.id }), etagOf(mail))
  },
})
