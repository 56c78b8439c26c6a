import type { InternalEvent } from '../../../events/internal.ts'
import { sendAll } from '../../../shared/mail/send-all.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { commit } from '../../../shared/store/commit.ts'
import { nodeKey, organizationIn } from '../../../shared/store/entities.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { getItems } from '../../../shared/store/table.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Item } from '../model/item.ts'
import type { Mail } from '../model/mail.ts'
import { readMail } from '../model/mail-parts.ts'
import { nameOf } from '../model/people.ts'
import { composed } from './compose.ts'
import type { EmailDependencies } from './dependencies.ts'
import { linkTo } from './links.ts'
import { proofMessage } from './messages.ts'

type ProofIssued = Extract<InternalEvent, { type: 'registered_mail.proof_issued' }>['data']

/** What followers are told. The proof of content comes with that of the deposit, and is on the same page. */
const outcomes: Partial<Record<ProofIssued['kind'], { readonly fr: string; readonly en: string }>> = {
  deposit: { fr: 'Envoi déposé', en: 'Mail deposited' },
  delivery: { fr: 'Envoi accepté', en: 'Mail accepted' },
  refusal: { fr: 'Envoi refusé', en: 'Mail refused' },
  negligence: { fr: 'Envoi non réclamé', en: 'Mail not claimed' },
  bounce: { fr: 'Envoi non distribuable', en: 'Mail undeliverable' },
}

/** Mails the followers of a registered mail a link to its proofs, each of them once however often the event comes. */
export async function writeToFollowers(
  dependencies: EmailDependencies,
  { mailId, itemId, kind }: ProofIssued,
  cause: string,
): Promise<void> {
  const { table } = dependencies
  const outcome = outcomes[kind]
  const parts = outcome ? await readMail(table, mailId) : null
  const item = parts?.items.find(({ id }) => id === itemId)
  const followers = parts?.people.followers ?? []
  if (!outcome || !parts || !item || followers.length === 0) return
  const { mail } = parts
  const emails = [...new Set(followers.map(({ email }) => email.toLowerCase()))]
  const beside = await getItems(table, [nodeKey(mail.orgId), ...memberEmailKeys(mail.orgId, emails)])
  const organization = organizationIn(beside, mail.orgId)
  const members = membersIn(beside, mail.orgId)
  const { orgId, livemode } = mail
  const reference = { orgId, livemode, resource: { type: 'registered_mail', id: mailId }, recipientId: null }
  if (!livemode) await count(dependencies, mail, emails.length)
  await sendAll(
    emails.map((recipient) => () => {
      const budget = members.has(recipient) ? null : organization
      const order = { cause, recipient, kind: 'registered_mail_proof', reference, budget }
      return sendMail(dependencies, order, () =>
        contentFor(dependencies, { mail, item, outcome, brand: organization.name }),
      )
    }),
  )
}

interface Told {
  readonly mail: Mail
  readonly item: Item
  readonly outcome: { readonly fr: string; readonly en: string }
  readonly brand: string
}

async function contentFor(dependencies: EmailDependencies, { mail, item, outcome, brand }: Told) {
  const url = await linkTo(dependencies, { page: 'follower', mailId: mail.id, itemId: item.id }, mail)
  const sender = mail.sender ? nameOf(mail.sender) : brand
  const says = proofMessage({ subject: mail.subject ?? '', recipient: nameOf(item), sender, outcome })
  return composed(says, { livemode: mail.livemode, brand, url })
}

/** A message that comes again counts again: the cap may be reached early, never late. */
async function count(dependencies: EmailDependencies, { id, orgId }: Mail, emails: number): Promise<void> {
  const work = new UnitOfWork({ ...dependencies, author: systemAuthor(id) })
  countTestEmails(work, { testOrgId: orgId, emails, isAskedFor: false }, dependencies.clock())
  await commit(dependencies.table, work)
}
