import type { EmailDependencies } from '../../../shared/mail/email-dependencies.ts'
import type { MailContent } from '../../../shared/mail/mailer.ts'
import { type MailOrder, sendMail } from '../../../shared/mail/send-mail.ts'
import { plainBrand } from '../../../shared/pages/brand.ts'
import { macUnder, pageCode } from '../../../shared/personal-links/signing-secrets.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { nodeKey, organizationIn } from '../../../shared/store/entities.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { getItem, getItems } from '../../../shared/store/table.ts'
import { timeIn } from '../../../shared/store/test-mode.ts'
import { acceptanceDeadline } from '../model/acceptance-deadline.ts'
import { readItem } from '../model/change-item.ts'
import type { Item, ItemRef } from '../model/item.ts'
import { isFinal } from '../model/item-status.ts'
import { noticeNumberOf } from '../model/notice.ts'
import { type LinkTarget, purposeOf } from '../model/page-link.ts'
import { nameOf } from '../model/people.ts'
import { recipientProgresses, recipientProgressKey } from '../model/recipient-progress.ts'
import { composed } from './compose.ts'
import { linkTo } from './links.ts'
import { kindOf } from './mail-kinds.ts'
import { codeMessage, languagesOf, noticeMessage, reminderMessage } from './messages.ts'

type RecipientTarget = Extract<LinkTarget, { page: 'recipient' }>

/** The service names itself: the sender stays hidden until the mail is accepted. */
const brand = plainBrand()

interface LetterDue extends ItemRef {
  readonly notice: number
}

/** Mails the notice of an item, once however often its event comes. */
export async function writeNotice(dependencies: EmailDependencies, due: LetterDue, cause: string): Promise<void> {
  const item = await openItem(dependencies, due)
  if (!item) return
  await sendMail(dependencies, await orderOf(dependencies, item, 'notice', cause), async () =>
    withLink(dependencies, item, noticeMessage(factsOf(item, await timeIn(dependencies, item.orgId)))),
  )
}

/** Mails a reminder to a recipient who can still accept. */
export async function writeReminder(dependencies: EmailDependencies, due: LetterDue, cause: string): Promise<void> {
  const item = await openItem(dependencies, due)
  if (item?.status !== 'deposited') return
  await sendMail(dependencies, await orderOf(dependencies, item, 'reminder', cause), async () =>
    withLink(dependencies, item, reminderMessage(factsOf(item, await timeIn(dependencies, item.orgId)))),
  )
}

/** Mails the Nth code of a recipient. One that could not be entered any more is not sent. */
export async function writeCode(
  dependencies: EmailDependencies,
  due: LetterDue & { readonly codeNumber: number },
  cause: string,
): Promise<void> {
  const item = await readItem(dependencies.table, due)
  if (!item || noticeNumberOf(item) !== due.notice) return
  const found = await getItem(dependencies.table, recipientProgressKey(due))
  const code = found && fromItem(recipientProgresses, found).code
  if (!code || code.counter !== due.codeNumber || code.expiresAtMs === null) return
  if (dependencies.clock() >= code.expiresAtMs) return
  const purpose = purposeOf(targetOf(item))
  // Codes have limits of their own, by mailbox, and are of no use on the next day.
  await sendMail(dependencies, { ...orderOfItem(item, 'code', cause), budget: null }, async () => {
    const text = await pageCode(macUnder(dependencies.macKeys, code.key), purpose, code.counter, item.email)
    const languages = languagesOf(item.locale)
    return composed(codeMessage(text, languages), { livemode: item.livemode, brand, url: null, languages })
  })
}

/** The item, if this notice is its latest and it waits for its recipient. */
async function openItem({ table }: EmailDependencies, due: LetterDue): Promise<Item | null> {
  const item = await readItem(table, due)
  return item && !isFinal(item.status) && noticeNumberOf(item) === due.notice ? item : null
}

function targetOf(item: Item): RecipientTarget {
  return { page: 'recipient', mailId: item.mailId, itemId: item.id, notice: noticeNumberOf(item) }
}

async function withLink(
  dependencies: EmailDependencies,
  item: Item,
  says: Parameters<typeof composed>[0],
): Promise<MailContent> {
  const url = await linkTo(dependencies, targetOf(item), item)
  return composed(says, { livemode: item.livemode, brand, url, languages: languagesOf(item.locale) })
}

function orderOfItem(
  { orgId, livemode, mailId, id: recipientId, email: recipient }: Item,
  kind: 'notice' | 'reminder' | 'code',
  cause: string,
): Omit<MailOrder, 'budget'> {
  const reference = { orgId, livemode, resource: { type: 'registered_mail', id: mailId }, recipientId }
  return { cause, recipient, kind: kindOf[kind], reference }
}

/** E-mails to active members of the organization count against no budget. */
async function orderOf(
  { table }: EmailDependencies,
  item: Item,
  kind: 'notice' | 'reminder',
  cause: string,
): Promise<MailOrder> {
  const { orgId, email } = item
  const found = await getItems(table, [nodeKey(orgId), ...memberEmailKeys(orgId, [email])])
  const isMember = membersIn(found, orgId).has(email.toLowerCase())
  const budget = isMember ? null : organizationIn(found, orgId)
  return { ...orderOfItem(item, kind, cause), budget, isLegalNotice: item.livemode }
}

/** The period begins with the notice that is being written. If SES takes it after midnight, the recipient has a day more than it says. */
function factsOf(item: Item, nowMs: number) {
  const deadline = item.acceptanceDeadline ?? acceptanceDeadline(timestamp(nowMs))
  return { name: nameOf(item), deadline, languages: languagesOf(item.locale) }
}
