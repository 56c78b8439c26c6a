import { acceptanceDeadline } from '../../functions/registered-mail/model/acceptance-deadline.ts'
import { attachmentKey } from '../../functions/registered-mail/model/attachment-key.ts'
import { readItem } from '../../functions/registered-mail/model/change-item.ts'
import { letterHash } from '../../functions/registered-mail/model/content.ts'
import { type Item, itemKey, items, newItem } from '../../functions/registered-mail/model/item.ts'
import { isFinal } from '../../functions/registered-mail/model/item-status.ts'
import { mails } from '../../functions/registered-mail/model/mail.ts'
import { readMail as storedMail } from '../../functions/registered-mail/model/mail-parts.ts'
import { noticeNumberOf } from '../../functions/registered-mail/model/notice.ts'
import type { LinkTarget } from '../../functions/registered-mail/model/page-link.ts'
import { recipientProgresses, recipientProgressKey } from '../../functions/registered-mail/model/recipient-progress.ts'
import { system } from '../../functions/registered-mail/model/step-actor.ts'
import {
  linkedSteps,
  type Step,
  type StepDraft,
  steps,
  stepsStart,
} from '../../functions/registered-mail/model/steps.ts'
import { put } from '../../infra/local/tenant.ts'
import type { SignerCode } from '../../shared/personal-links/code-proof.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { emptyChain } from '../../shared/platform/hash-chain.ts'
import { fromItem, recordsOf } from '../../shared/store/collection.ts'
import { sha256Of } from '../../shared/store/documents.ts'
import { getItem, queryPartition } from '../../shared/store/table.ts'
import { alterRecord } from './alter-record.ts'
import { call, demand } from './client.ts'
import { storeDocument } from './inspection.ts'
import { codeOf, pageForm, pagePathOf } from './page-links.ts'
import { draftOf, recipient } from './registered-mails.ts'
import { type Tenant, table } from './tenant.ts'

type Home = Pick<Tenant, 'entity' | 'token'>

/** A mail that our own vendor sent a moment ago, as its jobs leave it; gives its only item. */
export async function notifiedItem(of: Home, fields: Partial<Item> = {}, draft: object = {}): Promise<Item> {
  const email = `jane-${crypto.randomUUID()}@example.com`
  const { id } = await draftOf(of, { reference: 'R-7', recipients: [recipient('', { email })], ...draft })
  const found = await storedMail(table(), id)
  const [first] = found?.people.recipients ?? []
  if (!found || !first) throw new Error('a draft with a recipient was made')
  const sentAt = timestamp(Date.now())
  const mail = { ...found.mail, contentSha256: letterHash(found.html) }
  const sender = {
    id: crypto.randomUUID(),
    label: 'Head office',
    kind: 'professional',
    firstName: 'Ada',
    lastName: 'Martin',
    company: 'Acme Homes',
    email: 'office@example.com',
    vendor: 'native',
    verifiedAt: sentAt,
  }
  const actor = { type: 'api_key' as const, id: 'key', name: 'Key' }
  const send = { keyHash: 'key', sentAt, sentBy: mail.createdBy, actor, ip: null, userAgent: null }
  await put(table(), mails, {
    ...mail,
    vendor: 'native',
    sender,
    send,
    status: 'in_progress',
    version: mail.version + 1,
  })
  const notifiedAt = fields.notifiedAt ?? sentAt
  const noticed: Item = {
    ...newItem(mail, first, { position: 0, vendor: 'native', sentAt }),
    status: 'deposited',
    submittedAt: sentAt,
    notifiedAt,
    depositedAt: notifiedAt,
    acceptanceDeadline: acceptanceDeadline(notifiedAt),
    version: 2,
    ...fields,
  }
  const { mailId, id: itemId } = noticed
  const appendTo = { mailId, itemId, chain: emptyChain }
  const linked = linkedSteps(appendTo, stepsUntil(noticed), {
    nowMs: Date.parse(sentAt),
    ids: () => crypto.randomUUID(),
  })
  const item = { ...noticed, chain: linked.chain }
  await Promise.all([put(table(), items, item), ...linked.steps.map((step) => put(table(), steps, step))])
  return item
}

/** The steps of an item up to its state: a proof must not contradict them. */
function stepsUntil(item: Item): StepDraft[] {
  const { mailId, id: itemId, attempt, firstName, lastName, company, email } = item
  const reports = [
    ['sent', item.notifiedAt],
    ['deposited', item.depositedAt],
    ...(isFinal(item.status) ? [[item.status, item.endedAt] as const] : []),
  ] as const
  return [
    { type: 'queued', actor: system, detail: { mailId, itemId, attempt, firstName, lastName, company, email } },
    ...reports.flatMap(([type, reportedAt]) => (reportedAt ? [{ type, actor: system, detail: { reportedAt } }] : [])),
  ]
}

export function targetOf(item: Item): Extract<LinkTarget, { page: 'recipient' }> {
  return { page: 'recipient', mailId: item.mailId, itemId: item.id, notice: noticeNumberOf(item) }
}

/** The page of the recipient of an item. */
export async function recipientPathOf(item: Item): Promise<string> {
  return await pagePathOf(targetOf(item), item)
}

export async function storedItem({ mailId, id: itemId }: Pick<Item, 'mailId' | 'id'>): Promise<Item> {
  const item = await readItem(table(), { mailId, itemId })
  if (!item) throw new Error('there is no such item')
  return item
}

/** Puts an item into a state of another time: no test waits. */
export async function alterItem(item: Pick<Item, 'mailId' | 'id'>, fields: Partial<Item>): Promise<Item> {
  return await alterRecord(
    items,
    () => storedItem(item),
    () => fields,
  )
}

export async function stepsOfItem({ mailId, id }: Pick<Item, 'mailId' | 'id'>): Promise<Step[]> {
  return recordsOf(steps, await queryPartition(table(), itemKey({ mailId, itemId: id }).PK, stepsStart(id)))
}

/** The code that was sent last to a recipient. */
export async function recipientCodeOf(item: Item): Promise<string> {
  const found = await getItem(table(), recipientProgressKey(targetOf(item)))
  if (!found) throw new Error('the recipient has requested no code')
  return await codeOf(targetOf(item), fromItem(recipientProgresses, found).code, item.email)
}

/** Puts the codes of a recipient into a state of another time. */
export async function alterRecipientCode(item: Item, fields: Partial<SignerCode>): Promise<void> {
  const found = await getItem(table(), recipientProgressKey(targetOf(item)))
  if (!found) throw new Error('the recipient has requested no code')
  const progress = fromItem(recipientProgresses, found)
  await put(table(), recipientProgresses, { ...progress, code: { ...progress.code, ...fields } })
}

/** The cookie of a browser in which a recipient has confirmed their mailbox. */
export async function confirmedBrowser(item: Item, path: string): Promise<string> {
  const sent = await pageForm(path, 'send-code')
  demand(await call('POST', path, sent), 200)
  const cookie = sent.headers?.Cookie ?? ''
  const entered = await pageForm(path, 'prove-code', { code: await recipientCodeOf(item) }, cookie)
  demand(await call('POST', path, entered), 200)
  return cookie
}

const proofText = 'a sealed PDF'

/** Stores the proofs that a recipient can download, as the job that seals them does. */
export async function storeProofs(item: Pick<Item, 'mailId' | 'id' | 'orgId'>): Promise<Item> {
  const bytes = Buffer.from(proofText)
  const proofOf = async (kind: string) => {
    const key = `proofs/test/${item.orgId}/${item.mailId}/${item.id}/${kind}-1.pdf`
    await storeDocument(key, bytes)
    return { key, size: bytes.length, sha256: sha256Of(bytes), issuedAt: timestamp(Date.now()) }
  }
  const { proofs } = await storedItem(item)
  const [content, delivery] = [await proofOf('content'), await proofOf('delivery')]
  return await alterItem(item, { proofs: { ...proofs, content, delivery } })
}

/** Attaches a file to a mail that was sent already. Gives its id. */
export async function storeAttachment({ mailId }: Pick<Item, 'mailId'>): Promise<string> {
  const found = await storedMail(table(), mailId)
  if (!found) throw new Error('there is no such mail')
  const mail = { ...found.mail, contentSha256: letterHash(found.html) }
  const [id, bytes] = [crypto.randomUUID(), Buffer.from('an attached PDF')]
  const sha256 = sha256Of(bytes)
  const createdAt = timestamp(Date.now())
  const attachment = { id, fileName: 'Lease.pdf', size: bytes.length, pageCount: 1, sha256, createdAt }
  await storeDocument(attachmentKey(mail, attachment), bytes)
  await put(table(), mails, { ...mail, attachments: [attachment], version: mail.version + 1 })
  return id
}
