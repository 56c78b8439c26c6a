import { systemClock } from '../../../../shared/platform/clock.ts'
import { environment } from '../../../../shared/platform/environment.ts'
import { fromItem } from '../../../../shared/store/collection.ts'
import { readDocument } from '../../../../shared/store/documents.ts'
import type { Platform } from '../../../../shared/store/platform.ts'
import { getItem } from '../../../../shared/store/table.ts'
import {
  ConnectionRefused,
  type OpenConnection,
  VendorRefused,
  withConnection,
} from '../../../../shared/store/vendor-calls.ts'
import { attachmentKey } from '../../model/attachment-key.ts'
import { isLetter } from '../../model/content.ts'
import type { Item } from '../../model/item.ts'
import { type MailParts, readMail } from '../../model/mail-parts.ts'
import { type SenderAccount, senderAccounts, senderKey } from '../../model/sender-account.ts'
import { markSubmission, readMark, removeMark } from '../../model/submission-mark.ts'
import type { Submission } from '../registered-mail-vendor.ts'
import { type Ar24Access, Ar24Busy, Ar24Refused } from './ar24-client.ts'
import { ar24Facts } from './ar24-facts.ts'
import { findMail, isFile, postAttachment, postMail } from './ar24-mails.ts'
import { otpHashOf } from './ar24-otp.ts'
import type { Ar24Mail } from './ar24-record.ts'
import { markLeaseMs } from './mark-lease.ts'

export const ar24VendorKey = 'ar24'

export function accessTo(connection: OpenConnection, timeoutMs: number): Ar24Access {
  return { connection, clock: systemClock, signal: AbortSignal.timeout(timeoutMs) }
}

/** Runs calls for an item's organization. */
export async function atAr24<Result>(
  platform: Platform,
  { orgId }: { readonly orgId: string },
  timeoutMs: number,
  call: (access: Ar24Access) => Promise<Result>,
): Promise<Result> {
  // The clock of a test organization may be ahead of AR24's.
  const real = { ...platform, clock: systemClock }
  return await withConnection(real, { orgId, vendor: ar24VendorKey }, (connection) =>
    call(accessTo(connection, timeoutMs)),
  )
}

/**
 * Sends an item. AR24 would send it twice if it were asked twice, so the attempt is marked before the call. The mark goes only where
 * AR24 said that it did nothing.
 */
export async function sendItem(platform: Platform, item: Item, reference: string): Promise<Submission> {
  const { parts, account } = await partsOf(platform, item)
  const { vendorAccountRef: userId } = account
  if (userId === null) throw new VendorRefused('The sender account is not known at AR24: refresh it.')
  const { html, mail } = parts
  if (!isLetter(html, mail.contentSha256)) throw new Error('the letter is not the one that was sent')
  return await atAr24(platform, item, ar24Facts.prepareTimeoutMs, async (access) => {
    const attachmentIds: string[] = []
    for (const file of await filesOf(parts)) attachmentIds.push(await postAttachment(access, userId, file))
    const otpHash = item.type === 'qualified' ? await otpHashOf(platform, access, account.id, userId) : null
    const webhookUrl = webhookUrlOf(access.connection, item)
    const toSend = {
      item,
      reference,
      userId,
      subject: mail.subject ?? '',
      html: html ?? '',
      attachmentIds,
      otpHash,
      webhookUrl,
    }
    const sending = accessTo(access.connection, ar24Facts.sendTimeoutMs)
    return submissionOf(await marked(platform, item, () => postMail(sending, toSend)))
  })
}

async function marked(platform: Platform, item: Item, send: () => Promise<Ar24Mail>): Promise<Ar24Mail> {
  await markSubmission(platform, item, systemClock())
  try {
    return await send()
  } catch (error) {
    const didNothing = [Ar24Busy, Ar24Refused, ConnectionRefused].some((each) => error instanceof each)
    if (didNothing) await removeMark(platform, item)
    throw error
  }
}

/**
 * The submission of a marked attempt, as far as AR24 tells. Null: it was never sent. `unknown`: nobody can say. Throws while the job
 * that marked it may still run.
 */
export async function findItem(
  platform: Platform,
  item: Item,
  reference: string,
): Promise<Submission | 'unknown' | null> {
  const mark = await readMark(platform, item)
  if (!mark) return null
  if (systemClock() < mark.atMs + markLeaseMs) throw new Error('another job may be handing the item over')
  const userId = (await accountOf(platform, item))?.vendorAccountRef
  if (!userId) return 'unknown'
  const search = { userId, reference, sinceMs: mark.atMs - markLeaseMs }
  try {
    const found = await atAr24(platform, item, ar24Facts.prepareTimeoutMs, (access) => findMail(access, search))
    return found ? submissionOf(found) : 'unknown'
  } catch (error) {
    // A refusal to tell is no refusal of the item.
    if (error instanceof VendorRefused) return 'unknown'
    throw error
  }
}

function submissionOf({ id }: Ar24Mail): Submission {
  return { vendorItemId: id, jobs: [] }
}

interface Parts {
  readonly parts: MailParts
  readonly account: SenderAccount
}

async function partsOf({ table }: Platform, { mailId }: Item): Promise<Parts> {
  const parts = await readMail(table, mailId)
  const senderId = parts?.mail.senderAccountId
  const found = senderId && (await getItem(table, senderKey(senderId)))
  if (!parts || !found) throw new VendorRefused('The mail or its sender account is gone.')
  return { parts, account: fromItem(senderAccounts, found) }
}

async function accountOf(platform: Platform, item: Item): Promise<SenderAccount | null> {
  return await partsOf(platform, item).then(
    ({ account }) => account,
    (error: unknown) => {
      if (error instanceof VendorRefused) return null
      throw error
    },
  )
}

/** The attachments, as the files that were uploaded. */
async function filesOf({ mail }: MailParts): Promise<File[]> {
  const files: File[] = []
  for (const attachment of mail.attachments) {
    const bytes = await readDocument(attachmentKey(mail, attachment))
    if (!isFile(bytes, attachment.sha256)) throw new Error(`the attachment ${attachment.id} has another SHA-256`)
    files.push(new File([new Uint8Array(bytes)], attachment.fileName, { type: 'application/pdf' }))
  }
  return files
}

/** Where AR24 sends the webhooks of an item. The address names the item, so that none has to be searched for. */
function webhookUrlOf({ webhookToken }: OpenConnection, { mailId, id }: Item): string {
  const query = new URLSearchParams({ mail: mailId, item: id })
  return `${environment('API_URL')}/vendor-webhooks/${ar24VendorKey}/${webhookToken}?${query}`
}
