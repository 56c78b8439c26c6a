import { contactPartition } from '../../shared/contacts/contact.ts'
import { type ContactLink, contactLinks, linkContacts, linkStart } from '../../shared/contacts/contact-links.ts'
import { standingFor } from '../../shared/contacts/successor.ts'
import type { Platform } from '../../shared/platform.ts'
import { changeInJob } from '../../shared/signature/change-in-job.ts'
import type { RequestRecord } from '../../shared/signature/request.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { commit } from '../../shared/store/commit.ts'
import { oldestBetween } from '../../shared/store/table.ts'
import { Work } from '../../shared/store/work.ts'

/** A contact that is gone, and the one that took it over, which may be gone itself by now, or at any moment. */
export interface Gone {
  readonly contactId: string
  readonly mergedInto: string | null
}

const atOnce = 50

/** Requests keep the names that they copied: what changes is whom they name. */
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
  let successorId: string | null = null
  const moved = await changeInJob(
    platform,
    targetId,
    async (record) => {
      successorId = await standingFor(platform.table, mergedInto)
      return withoutContact(record, contactId, successorId)
    },
    (work) => linkContacts(work, { type, targetId }, [contactId], successorId === null ? [] : [successorId]),
  )
  if (!moved) await forget(platform, link)
}

/** Null where the request does not name the contact any more. */
function withoutContact(record: RequestRecord, contactId: string, successorId: string | null) {
  if (!record.signers.some((signer) => signer.contactId === contactId)) return null
  const signers = record.signers.map((signer) =>
    signer.contactId === contactId ? { ...signer, contactId: successorId } : signer,
  )
  return { after: { ...record, signers }, steps: [], events: [], tells: [] }
}

async function forget(platform: Platform, link: ContactLink): Promise<void> {
  const work = new Work({ ...platform, author: systemAuthor(link.contactId) })
  work.removePart(contactLinks.key(link))
  await commit(platform.table, work)
}
