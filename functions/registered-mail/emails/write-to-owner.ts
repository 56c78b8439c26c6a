import type { EmailDependencies } from '../../../shared/mail/email-dependencies.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
import { brandIn, logosAt } from '../../../shared/pages/stored-brand.ts'
import { macUnder, pageCode } from '../../../shared/personal-links/signing-secrets.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, organizationIn } from '../../../shared/store/entities.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { getItems } from '../../../shared/store/table.ts'
import { purposeOf } from '../model/page-link.ts'
import { type SenderAccount, senderAccounts, senderKey } from '../model/sender-account.ts'
import { senderVerificationKey, senderVerifications } from '../model/sender-verification.ts'
import { composed } from './compose.ts'
import { linkTo } from './links.ts'
import { codeMessage, confirmationMessage, languagesOf } from './messages.ts'

/** The link to the page of a sender account's owner, or the Nth code that they requested there. */
interface VerificationDue {
  readonly senderId: string
  /** Null: the link. */
  readonly codeNumber: number | null
}

/** Writes to the owner of a sender account that is not confirmed yet, once however often the event comes. */
export async function writeToOwner(
  dependencies: EmailDependencies,
  { senderId, codeNumber }: VerificationDue,
  cause: string,
): Promise<void> {
  const { table, clock, macKeys } = dependencies
  const found = await getItems(table, [senderKey(senderId), senderVerificationKey(senderId)])
  const [account] = recordsOf(senderAccounts, found)
  if (account?.status !== 'pending') return
  const place = { orgId: account.orgId, entityId: account.orgId }
  const keys = [nodeKey(account.orgId), ...brandKeys(place), ...memberEmailKeys(account.orgId, [account.email])]
  const beside = await getItems(table, keys)
  const organization = organizationIn(beside, account.orgId)
  const brand = brandIn(beside, place, { organization: organization.name, logos: logosAt(dependencies.pageUrl) })
  const { orgId, livemode, email: recipient } = account
  // A reset of a test organization finds its e-mails by it.
  const reference = { orgId, livemode, resource: { type: 'sender_account', id: senderId }, recipientId: null }
  const target = { page: 'owner' as const, senderId }
  if (codeNumber === null) {
    const isMember = membersIn(beside, account.orgId).has(recipient.toLowerCase())
    const order = { cause, recipient, kind: 'sender_account_confirmation', reference }
    await sendMail(dependencies, { ...order, budget: isMember ? null : organization }, async () => {
      const says = confirmationMessage({ sender: nameOfSender(account), organization: organization.name })
      const url = await linkTo(dependencies, target, account)
      return composed(says, { livemode, brand, url })
    })
    return
  }
  const code = recordsOf(senderVerifications, found)[0]?.code
  if (code?.counter !== codeNumber || code.expiresAtMs === null || clock() >= code.expiresAtMs) return
  const order = { cause, recipient, kind: 'sender_account_code', reference, budget: null }
  await sendMail(dependencies, order, async () => {
    const text = await pageCode(macUnder(macKeys, code.key), purposeOf(target), codeNumber, recipient)
    return composed(codeMessage(text, languagesOf(null)), { livemode, brand, url: null })
  })
}

function nameOfSender({ company, firstName, lastName }: SenderAccount): string {
  return company ?? `${firstName} ${lastName}`
}
