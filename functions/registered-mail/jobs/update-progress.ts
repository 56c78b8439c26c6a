import { isDeepStrictEqual } from 'node:util'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { commit } from '../../../shared/store/commit.ts'
import { withOptimisticRetry } from '../../../shared/store/optimistic-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { timeIn } from '../../../shared/store/test-mode.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { aggregatedStatus, completedAtOf } from '../model/aggregated-status.ts'
import { changeMail } from '../model/change-mail.ts'
import type { Mail } from '../model/mail.ts'
import { type MailParts, readMail } from '../model/mail-parts.ts'

const retries = { maxTries: 8 }

/** Updates each mail once: for messages that came together, whose items all changed before. */
export function progressOnce(platform: Platform): (mailId: string) => Promise<void> {
  const updates = new Map<string, Promise<void>>()
  return (mailId) => {
    const update = updates.get(mailId) ?? updateProgress(platform, mailId)
    updates.set(mailId, update)
    return update
  }
}

/**
 * Stores with a mail what its items make of it, for lists and filters. Each of many messages at the same moment finds the state of
 * all items, so that most of them find nothing to write.
 */
async function updateProgress(platform: Platform, mailId: string): Promise<void> {
  const outcome = await withOptimisticRetry(retries, async () => {
    const parts = await readMail(platform.table, mailId)
    const changed = parts && derived(parts)
    if (!parts || !changed || isDeepStrictEqual(changed, parts.mail)) return null
    const work = new UnitOfWork({ ...platform, author: systemAuthor(mailId) })
    changeMail(work, parts.mail, changed, await timeIn(platform, parts.mail.orgId))
    const committed = await commit(platform.table, work)
    if (isRefusal(committed)) throw new Error(`a job was refused: ${committed.refused}`)
    return committed === 'stale' ? 'stale' : null
  })
  if (outcome === 'stale') throw new Error(`the mail ${mailId} kept changing`)
}

/** The mail as its items make it; null for drafts. */
function derived({ mail, items }: MailParts): Mail | null {
  if (mail.send === null) return null
  const existing = new Map(items.map((item) => [item.id, item]))
  const listed = mail.listed.map((recipient) => {
    const item = existing.get(recipient.id)
    if (!item) return recipient
    const { firstName, lastName, company, email, status } = item
    return { ...recipient, firstName, lastName, company, email, status }
  })
  const statuses = listed.map(({ status }) => status)
  const ends = listed.map(({ id, status }) => ({ status, endedAt: existing.get(id)?.endedAt ?? null }))
  return {
    ...mail,
    listed,
    status: aggregatedStatus({ isCanceled: false, isSent: true }, statuses),
    completedAt: completedAtOf(ends),
  }
}
