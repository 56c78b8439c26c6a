import { creatorIn } from '../../../shared/auth/creator.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { emailBudgetKeys, emailBudgetRefusal } from '../../../shared/mail/email-budget.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { getItems } from '../../../shared/store/table.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import { addSender } from '../model/change-sender.ts'
import { emailTaken, type SenderAccount, senderEmails } from '../model/sender-account.ts'
import { senderAccountView, toSenderAccount } from '../model/sender-view.ts'
import { senderAccountInput } from './sender-input.ts'
import { contentCodes, judgedSender, vendorFor } from './sender-rules.ts'

export const createSenderAccount = operation({
  id: 'createSenderAccount',
  method: 'POST',
  path: '/v1/registered-mails/sender-accounts',
  tag: 'Sender accounts',
  summary: 'Create a sender account at a vendor, or link an existing one',
  description:
    'The vendor `native` mails its owner a link, by which they confirm their address with a code. It has no accounts of its own: `link` means the same as `create` there. The vendor `ar24` needs an `address` with `line1`, `postalCode` and `city`; for `link` it asks the owner of the account, and `refresh` reads the answer. If an answer with an Idempotency-Key is lost, repeating the request can return `idempotency_outcome_unknown`; list the accounts then.',
  access: {
    to: 'entity',
    named: 'body',
    permission: 'registered_mail.manage',
    feature: 'registered_mail',
    needsSettings: true,
  },
  body: json(senderAccountInput),
  responses: { 201: senderAccountView },
  errors: [
    ...contentCodes,
    'vendor_not_allowed',
    'vendor_unavailable',
    'sender_account_exists',
    'rate_limited',
    'test_mode_daily_email_cap',
    'vendor_error',
  ],
  preload: async ({ readItems, body: { entityId, email } }) =>
    await readItems([senderEmails.key({ entityId: entityId.toLowerCase(), email, senderId: '' })]),
  async handle({ entity, settings, body, preloaded, principal, table, work, clock, ids }) {
    const nowMs = clock()
    const content = await judgedSender(body)
    if (isRefusal(content)) return content
    const { orgId, providerId, livemode } = entity
    const vendor = vendorFor(body.vendor ?? null, { livemode, nowMs: work.nowMs }, settings)
    if (isRefusal(vendor)) return vendor
    if (recordsOf(senderEmails, preloaded).length > 0) return emailTaken
    const { sendsOwnEmails } = vendor.capabilities
    if (sendsOwnEmails) {
      const wanted = { orgId, strangers: [content.email] }
      const overBudget = emailBudgetRefusal(
        await getItems(table, emailBudgetKeys(wanted, work.nowMs)),
        wanted,
        work.nowMs,
      )
      if (overBudget) return overBudget
    }
    const id = ids(nowMs)
    const ask = content.mode === 'link' ? vendor.linkSender : vendor.createSender
    const state = await ask({ table, clock, ids }, { id, orgId, ...content })
    if (isRefusal(state)) return state
    const { jobs, ...standing } = state
    const account: SenderAccount = {
      id,
      orgId,
      entityId: entity.id,
      providerId,
      livemode,
      vendor: vendor.key,
      ...content,
      ...standing,
      hasOtpSecret: false,
      verifiedAt: standing.status === 'verified' ? timestamp(nowMs) : null,
      refreshedAt: null,
      createdBy: creatorIn(principal, orgId),
      createdAt: timestamp(nowMs),
      updatedAt: timestamp(nowMs),
      version: 1,
    }
    addSender(work, account, jobs)
    if (sendsOwnEmails && !livemode) countTestEmails(work, { testOrgId: orgId, emails: 1, isAskedFor: true })
    const headers = { ...etagOf(account), Location: `/v1/registered-mails/sender-accounts/${account.id}` }
    return reply(201, toSenderAccount(account, null), headers)
  },
})
