import type { InternalEvent } from '../../../events/internal.ts'
import type { EmailDependencies } from '../../../shared/mail/email-dependencies.ts'
import { sendAll } from '../../../shared/mail/send-all.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import type { Brand } from '../../../shared/pages/brand.ts'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
import { brandIn, logosAt } from '../../../shared/pages/stored-brand.ts'
import { nodeKey, organizationIn } from '../../../shared/store/entities.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { getItems } from '../../../shared/store/table.ts'
import type { Item } from '../model/item.ts'
import type { Mail } from '../model/mail.ts'
import { readMail } from '../model/mail-parts.ts'
import { addressHash } from '../model/page-link.ts'
import { followerEmails, nameOf } from '../model/people.ts'
import { composed } from './compose.ts'
import { linkTo } from './links.ts'
import { proofMessage } from './messages.ts'

type ProofIssued = Extract<InternalEvent, { type: 'registered_mail.proof_issued' }>['data']

/** Followers get an e-mail for the outcome of an item only. Their page has the earlier proofs too. */
const outcomes: Partial<Record<ProofIssued['kind'], { readonly fr: string; readonly en: string }>> = {
  delivery: { fr: 'Envoi accepté', en: 'Mail accepted' },
  refusal: { fr: 'Envoi refusé', en: 'Mail refused' },
  negligence: { fr: 'Envoi non réclamé', en: 'Mail not claimed' },
  bounce: { fr: 'Envoi non distribuable', en: 'Mail undeliverable' },
}

/**
 * Mails the followers of a registered mail a link to its proofs, each of them once however often the event comes. Recipients are left
 * out, whatever their address was when the mail was sent: the e-mail says what they see only after they accepted.
 */
export async function writeToFollowers(
  dependencies: EmailDependencies,
  { mailId, itemId, kind }: ProofIssued,
  cause: string,
): Promise<void> {
  const { table } = dependencies
  const outcome = outcomes[kind]
  const parts = outcome ? await readMail(table, mailId) : null
  const item = parts?.items.find(({ id }) => id === itemId)
  if (!outcome || !parts || !item) return
  const { mail } = parts
  const recipients = new Set(parts.items.map(({ email }) => email.toLowerCase()))
  const emails = followerEmails(parts.people).filter((email) => !recipients.has(email))
  if (emails.length === 0) return
  const keys = [nodeKey(mail.orgId), ...brandKeys(mail), ...memberEmailKeys(mail.orgId, emails)]
  const beside = await getItems(table, keys)
  const organization = organizationIn(beside, mail.orgId)
  const brand = brandIn(beside, mail, { organization: organization.name, logos: logosAt(dependencies.pageUrl) })
  const members = membersIn(beside, mail.orgId)
  const { orgId, livemode } = mail
  const reference = { orgId, livemode, resource: { type: 'registered_mail', id: mailId }, recipientId: null }
  await sendAll(
    emails.map((recipient) => () => {
      const budget = members.has(recipient) ? null : organization
      const order = { cause, recipient, kind: 'registered_mail_proof', reference, budget }
      return sendMail(dependencies, order, () => contentFor(dependencies, { mail, item, outcome, brand, recipient }))
    }),
  )
}

interface Told {
  readonly mail: Mail
  readonly item: Item
  readonly outcome: { readonly fr: string; readonly en: string }
  readonly brand: Brand
  readonly recipient: string
}

async function contentFor(dependencies: EmailDependencies, { mail, item, outcome, brand, recipient }: Told) {
  const target = { page: 'follower' as const, mailId: mail.id, itemId: item.id, follower: addressHash(recipient) }
  const url = await linkTo(dependencies, target, mail)
  const sender = mail.sender ? nameOf(mail.sender) : brand.name
  const says = proofMessage({ subject: mail.subject ?? '', number: item.id, recipient: nameOf(item), sender, outcome })
  return composed(says, { livemode: mail.livemode, brand, url })
}
