import type { Brand } from '../../../shared/pages/brand.ts'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
import { brandIn } from '../../../shared/pages/stored-brand.ts'
import { isProvedBy } from '../../../shared/personal-links/code-proof.ts'
import {
  type CodesOfRecipient,
  codesOfRecipientKey,
  codesOfRecipients,
  noCodesTo,
  recipientOf,
} from '../../../shared/personal-links/recipient-codes.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type EntityPlace, nodeKey, organizationIn } from '../../../shared/store/entities.ts'
import { getItems, type Item as StoredItem, type Table } from '../../../shared/store/table.ts'
import { type Item, itemKey, items } from '../model/item.ts'
import { isFinal } from '../model/item-status.ts'
import { type Mail, mailKey, mails } from '../model/mail.ts'
import { noticeNumberOf } from '../model/notice.ts'
import { type LinkTarget, purposeOf } from '../model/page-link.ts'
import {
  noProgress,
  type RecipientProgress,
  recipientProgresses,
  recipientProgressKey,
} from '../model/recipient-progress.ts'
import { nativeVendorKey } from '../vendors/native.ts'

/** What the recipient of a registered mail acts on. */
export interface RecipientGrant {
  readonly target: Extract<LinkTarget, { page: 'recipient' }>
  readonly mail: Mail
  readonly item: Item
  readonly progress: RecipientProgress
  readonly codesOfRecipient: CodesOfRecipient
  /** How the sender's organization shows itself; `logos` is where its logo is served. */
  readonly brandAt: (logos: string) => Brand
}

/** The item of a link; null: it is gone, or another address was notified since. */
export async function recipientGrant(table: Table, target: RecipientGrant['target']): Promise<RecipientGrant | null> {
  const { mailId, itemId, notice } = target
  const found = await getItems(table, [mailKey(mailId), itemKey({ mailId, itemId })])
  const [[mail], [item]] = [recordsOf(mails, found), recordsOf(items, found)]
  if (!mail || item?.vendor !== nativeVendorKey || noticeNumberOf(item) !== notice) return null
  // After the item, whose version guards it: what is read too late then meets a newer version.
  const recipient = recipientOf({ channel: 'email', to: item.email, countedFor: purposeOf(target) })
  const own = [recipientProgressKey(target), codesOfRecipientKey(recipient)]
  const beside = await getItems(table, [...own, nodeKey(mail.orgId), ...brandKeys(mail)])
  const [progress = noProgress(target)] = recordsOf(recipientProgresses, beside)
  const [codesOfRecipient = noCodesTo(recipient)] = recordsOf(codesOfRecipients, beside)
  return { target, mail, item, progress, codesOfRecipient, brandAt: brandOfMail(beside, mail) }
}

/** The brand of a mail's organization, among what was read. */
export function brandOfMail(items: readonly StoredItem[], mail: EntityPlace): (logos: string) => Brand {
  const organization = organizationIn(items, mail.orgId).name
  return (logos) => brandIn(items, mail, { organization, logos })
}

/** What the page is about at a moment. */
export type RecipientState = 'open' | 'delivered' | 'refused' | 'expired' | 'undelivered'

/** The period ends at its deadline, whether or not the job that notes it has run. */
export function stateAt(
  { item: { status, acceptanceDeadline } }: Pick<RecipientGrant, 'item'>,
  nowMs: number,
): RecipientState {
  if (status === 'delivered' || status === 'refused') return status
  if (status === 'neglected') return 'expired'
  if (isFinal(status)) return 'undelivered'
  return acceptanceDeadline !== null && nowMs > Date.parse(acceptanceDeadline) ? 'expired' : 'open'
}

/** Whether this browser has shown that it reads the mailbox. */
export function isProved({ progress }: RecipientGrant, sessionSha256: string, nowMs: number): boolean {
  return isProvedBy(progress.code, sessionSha256, nowMs)
}

/** Whether this browser may read the letter now. */
export function mayRead(grant: RecipientGrant, sessionSha256: string, nowMs: number): boolean {
  return stateAt(grant, nowMs) === 'delivered' && isProved(grant, sessionSha256, nowMs)
}
