import { systemAuthor } from '../store/audit.ts'
import { fromItem } from '../store/collection.ts'
import { commit } from '../store/commit.ts'
import { withOptimisticRetry } from '../store/optimistic-retry.ts'
import type { Platform } from '../store/platform.ts'
import { getItem, type Table } from '../store/table.ts'
import { UnitOfWork } from '../store/unit-of-work.ts'
import { afterNews, type MailNews } from './delivery.ts'
import { type Mail, mailKey, mails } from './mail.ts'

const maxTries = 5

export async function mailOf(table: Table, id: string): Promise<Mail | null> {
  const item = await getItem(table, mailKey(id))
  return item ? fromItem(mails, item) : null
}

/**
 * Notes what became of an e-mail and tells it in the same commit. News that is noted already or outdated changes nothing, nor
 * does news of an e-mail that is no longer stored. `known` is the e-mail as the caller last read it.
 */
export async function noteNews(platform: Platform, id: string, news: MailNews, known?: Mail): Promise<void> {
  const outcome = await withOptimisticRetry({ maxTries }, async ({ isFirst }) => {
    const mail = isFirst && known ? known : await mailOf(platform.table, id)
    const next = mail && afterNews(mail, news, platform.clock())
    if (!mail || !next) return 'unchanged'
    const work = new UnitOfWork({ ...platform, author: systemAuthor(id) })
    work.update(mails, mail, next)
    enqueueNews(work, next)
    return await commit(platform.table, work)
  })
  if (outcome === 'stale') throw new Error(`the mail ${id} kept changing`)
}

function enqueueNews(work: UnitOfWork, { id, kind, reference, status, failure, changedAt, version }: Mail): void {
  if (reference === null || status === 'claimed') return
  work.enqueue(
    {
      type: 'mail.delivery_changed',
      data: { mailId: id, kind, reference, status, failure: failure?.reason ?? null, at: changedAt, version },
    },
    reference,
  )
}
