import { hash } from 'node:crypto'
import * as v from 'valibot'
import { creatorIn } from '../../../shared/auth/creator.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { type Origin, operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import { type EmailsWanted, emailBudgetKeys, emailBudgetRefusal } from '../../../shared/mail/email-budget.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { countAgainstQuota, counterKey, fullQuota, quotaScopes, quotasIn } from '../../../shared/store/quota.ts'
import { getItems } from '../../../shared/store/table.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import { noteActivity } from '../model/activity.ts'
import { changeMail, mailSenderOf } from '../model/change-mail.ts'
import { letterHash } from '../model/content.ts'
import type { Mail } from '../model/mail.ts'
import { type MailParts, registeredMails } from '../model/mail-parts.ts'
import { mailView, toMail } from '../model/mail-view.ts'
import { followerEmails } from '../model/people.ts'
import { type SenderAccount, senderAccounts, senderKey, useSenderAccount } from '../model/sender-account.ts'
import { vendorNamed } from '../vendors/vendors.ts'
import { auditOf } from './audit.ts'
import { canceledRefusal } from './draft-state.ts'
import { maxFollowers, maxRecipients, sendRefusal, sendRuleCodes } from './send-rules.ts'

const metric = 'registered_mail_items'

const sendInput = v.object({
  idempotencyKey: v.pipe(
    v.string(),
    v.minLength(8),
    v.maxLength(128),
    v.description('Names this send for good: the same key again answers the current state, and nothing is sent twice.'),
  ),
})

export const sendRegisteredMail = operation({
  id: 'sendRegisteredMail',
  method: 'POST',
  path: '/v1/registered-mails/{mailId}/send',
  tag: 'Registered mail',
  summary: 'Send a draft to its recipients',
  description:
    'Checks all business rules, then hands each recipient’s item to the vendor of the sender account. Each item counts against the quota of registered mail.',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
    needsSettings: true,
  },
  changesItsResource: true,
  body: json(sendInput),
  responses: { 200: mailView },
  errors: [
    'registered_mail_canceled',
    'registered_mail_already_sent',
    ...sendRuleCodes,
    'quota_exceeded',
    'rate_limited',
    'vendor_error',
    'test_mode_daily_email_cap',
  ],
  async handle({ resource, settings, body, table, work, principal, origin, clock }) {
    const { mail, people } = resource
    const nowMs = clock()
    const viewer = { principalId: principal.id }
    const keyHash = hash('sha256', body.idempotencyKey, 'hex')
    if (mail.canceledAt !== null) return canceledRefusal
    if (mail.send?.keyHash === keyHash) return reply(200, toMail(resource, viewer), etagOf(mail))
    if (mail.send !== null)
      return refuse('registered_mail_already_sent', 'The mail was sent with another idempotencyKey.')

    const scopes = quotaScopes(metric, mail, settings)
    const emails = people.recipients.flatMap(({ email }) => email ?? [])
    const followers = followerEmails(people)
    const followersChecked = followers.slice(0, maxFollowers)
    const found = await getItems(table, [
      ...(mail.senderAccountId === null ? [] : [senderKey(mail.senderAccountId)]),
      ...scopes.map((scope) => counterKey(metric, scope, work.nowMs)),
      ...emailBudgetKeys(wantedBy(mail, emails.slice(0, maxRecipients)), work.nowMs),
      ...memberEmailKeys(mail.orgId, followersChecked),
    ])
    const account = recordsOf(senderAccounts, found).find(({ entityId }) => entityId === mail.entityId) ?? null
    const refusal = sendRefusal({
      parts: resource,
      settings: settings.registeredMail,
      connections: settings.vendorConnections,
      nowMs: work.nowMs,
      account,
    })
    if (refusal) return refusal
    const vendor = account && vendorNamed(account.vendor)
    if (!account || !vendor) throw new Error('the rules let a mail without a sender account pass')
    const full = fullQuota(quotasIn(found, metric, scopes, work.nowMs), emails.length)
    if (full) return full
    const members = membersIn(found, mail.orgId)
    const notified = vendor.capabilities.sendsOwnEmails ? emails : []
    const outsiders = followers.filter((email) => !members.has(email))
    // Followers hear once of each item: how it ended. Where they get too much in a day, theirs wait, and no notice does.
    const wanted = { ...wantedBy(mail, notified), emails: notified.length + outsiders.length * emails.length }
    const overBudget = emailBudgetRefusal(found, wanted, work.nowMs)
    if (overBudget) return overBudget
    const refused = await vendor.accepts({ recipients: emails.map((email) => ({ email })) })
    if (refused) return refused

    for (const scope of scopes) countAgainstQuota(work, metric, scope, emails.length)
    const mailed = notified.length + followers.length * emails.length
    if (mailed > 0 && !mail.livemode) countTestEmails(work, { testOrgId: mail.orgId, emails: mailed, isAskedFor: true })
    useSenderAccount(work, account, nowMs)
    const sent = changeMail(work, mail, claimed(resource, account, { keyHash, principal, origin, nowMs }), nowMs)
    work.enqueue({ type: 'registered_mail.send_due', data: { mailId: mail.id } }, mail)
    noteActivity(work, mail.id, 'send_requested', { actor: actorIn(principal, mail.orgId), ip: origin.ip })
    work.audit(auditOf(sent, 'registered_mail.sent'))
    return reply(200, toMail({ ...resource, mail: sent }, viewer), etagOf(sent))
  },
})

/** The notices that the mail causes. */
function wantedBy({ orgId, livemode }: Mail, recipients: readonly string[]): EmailsWanted {
  return { orgId, strangers: recipients, legallyNotified: livemode ? recipients : [] }
}

interface Claiming {
  readonly keyHash: string
  readonly principal: Principal
  readonly origin: Origin
  readonly nowMs: number
}

/** The mail as it is sent: from now on its letter, its people and its sender are fixed. */
function claimed(
  { mail, html }: MailParts,
  account: SenderAccount,
  { keyHash, principal, origin: { ip, userAgent }, nowMs }: Claiming,
): Mail {
  return {
    ...mail,
    status: 'sending',
    vendor: account.vendor,
    sender: mailSenderOf(account),
    contentSha256: letterHash(html),
    listed: mail.listed.map((recipient) => ({ ...recipient, status: 'sending' as const })),
    send: {
      keyHash,
      sentAt: timestamp(nowMs),
      sentBy: creatorIn(principal, mail.orgId),
      actor: actorIn(principal, mail.orgId),
      ip,
      userAgent,
    },
  }
}
