import { systemAuthor } from '../../../shared/store/audit.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { oldestBetween } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { replaceContact as replaceInMail } from '../../registered-mail/model/replace-contact.ts'
import { changeInJob } from '../../signature/model/change-in-job.ts'
import type { RequestRecord, Signer } from '../../signature/model/request.ts'
import { replaceContact as replaceInTask } from '../../tasks/model/replace-contact.ts'
import { type Contact, contactPartition, keeperOf } from '../model/contact.ts'
import { type ContactLink, contactLinks, linkContacts, linkStart } from '../model/contact-links.ts'
import { standingFor } from '../model/successor.ts'

/** A deleted contact, and the one that it was merged into, which may be deleted too, at any moment. */
export interface Gone {
  readonly contactId: string
  readonly mergedInto: string | null
}

const atOnce = 50

/** How a contact is replaced in resources other than signature requests, whose chain of steps has a job of its own. */
const replacementIn: Partial<Record<ContactLink['type'], typeof replaceInTask>> = {
  task: replaceInTask,
  registered_mail: replaceInMail,
}

/** Requests keep the copied names; only the reference changes. Tasks link the other contact. */
export async function moveLinks(platform: Platform, gone: Gone): Promise<void> {
  for (;;) {
    const range = { from: linkStart, to: `${linkStart}~` }
    const items = await oldestBetween(platform.table, contactPartition(gone.contactId), range, atOnce)
    if (items.length === 0) return
    for (const link of recordsOf(contactLinks, items)) await moveLink(platform, gone, link)
  }
}

async function moveLink(platform: Platform, gone: Gone, link: ContactLink): Promise<void> {
  const { contactId, mergedInto } = gone
  const { type, targetId } = link
  const replace = replacementIn[type]
  if (replace) {
    const isMoved = await replace(platform, targetId, contactId, () => standingFor(platform.table, mergedInto))
    if (!isMoved) await forget(platform, link)
    return
  }
  let successor: Contact | null = null
  const moved = await changeInJob(
    platform,
    targetId,
    async (record) => {
      successor = await standingFor(platform.table, mergedInto)
      return naming(record, contactId, successor)
    },
    (work) => {
      const known = new Map(successor === null ? [] : [[successor.id, successor]])
      linkContacts(work, { type, targetId }, { before: [contactId], after: [...known.keys()] }, known)
    },
  )
  if (!moved) await forget(platform, link)
}

/** The request with one contact replaced by another, or by none; null if nothing changes. */
function naming(record: RequestRecord, contactId: string, successor: Contact | null) {
  const named = { contactId: successor?.id ?? null, contactKeptBy: successor && keeperOf(successor) }
  const isSame = (signer: Signer) =>
    signer.contactId !== contactId || (named.contactId === contactId && signer.contactKeptBy === named.contactKeptBy)
  if (record.signers.every(isSame)) return null
  const signers = record.signers.map((signer) => (signer.contactId === contactId ? { ...signer, ...named } : signer))
  return { after: { ...record, signers }, steps: [], events: [], jobs: [] }
}

/** Updates the references to a contact that was shared or made private: a private one's id is shown to its creator only. */
export async function noteKeeper(platform: Platform, contactId: string): Promise<void> {
  const partition = contactPartition(contactId)
  for (let from = linkStart; ; ) {
    const items = await oldestBetween(platform.table, partition, { from, to: `${linkStart}~` }, atOnce)
    const last = items.at(-1)
    if (!last) return
    for (const link of recordsOf(contactLinks, items)) await noteKeeperIn(platform, link)
    from = `${last.SK} `
  }
}

async function noteKeeperIn(platform: Platform, { type, targetId, contactId }: ContactLink): Promise<void> {
  const current = () => standingFor(platform.table, contactId)
  const replace = replacementIn[type]
  if (replace) {
    await replace(platform, targetId, contactId, current)
    return
  }
  await changeInJob(platform, targetId, async (record) => {
    const contact = await current()
    return contact?.id === contactId ? naming(record, contactId, contact) : null
  })
}

async function forget(platform: Platform, link: ContactLink): Promise<void> {
  const work = new UnitOfWork({ ...platform, author: systemAuthor(link.contactId) })
  work.removePart(contactLinks.key(link))
  await commit(platform.table, work)
}
