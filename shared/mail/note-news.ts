import type { Platform } from '../platform.ts'
import { systemAuthor } from '../store/audit.ts'
import { fromItem } from '../store/collection.ts'
import { commit } from '../store/commit.ts'
import { getItem, type Table } from '../store/table.ts'
import { Work } from '../store/work.ts'
import { afterNews, type MailNews } from './delivery.ts'
import { type Mail, mailKey, mails } from './mail.ts'

/** How often it is decided anew when somebody else wrote first. */
const maxTries = 5

export async function mailOf(table: Table, id: string): Promise<Mail | null> {
  const item = await getItem(table, mailKey(id))
  return item ? fromItem(mails, item) : null
}

/**
 * Notes what became of a mail, and tells it in the same commit. What is noted already, or is no news any more, changes
 * nothing. `known` is the mail as the caller last saw it. A mail that is forgotten needs no note.
 */
export async function noteNews(platform: Platform, id: string, news: MailNews, known?: Mail): Promise<void> {
  let mail = known ?? (await mailOf(platform.table, id))
  for (let round = 0; round < maxTries; round++) {
    const next = mail && afterNews(mail, news, platform.clock())
    if (!mail || !next) return
    const work = new Work({ ...platform, author: systemAuthor(id) })
    work.update(mails, mail, next)
    tell(work, next)
    if ((await commit(platform.table, work)) === 'committed') return
    mail = await mailOf(platform.table, id)
  }
  throw new Error(`the mail ${id} kept changing`)
}

function tell(work: Work, { id, kind, reference, status, failure, changedAt, version }: Mail): void {
  if (reference === null || status === 'claimed') return
  work.tell(
    {
      type: 'mail.delivery_changed',
      data: { mailId: id, kind, reference, status, failure: failure?.reason ?? null, at: changedAt, version },
    },
    reference,
  )
}
