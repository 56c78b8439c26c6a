import type { MailFailure } from '../../events/mail-delivery.ts'
import { timestamp } from '../platform/clock.ts'
import type { Mail } from './mail.ts'

/** What became of a mail, as SES tells it or its answer shows. `sesMessageId` is null where SES never took it. */
export type MailNews = {
  readonly sesMessageId: string | null
  /** What the recipient's mail server answered, where SES tells it. */
  readonly serverAnswer?: string | null
} & (
  | { readonly status: 'sent' | 'delivered' | 'complained' }
  | { readonly status: 'bounced'; readonly reason: MailFailure; readonly isPermanent: boolean }
)

/**
 * SES tells things in any order, and more than once. So a mail only ever goes up these steps: a delivery is news after a
 * temporary bounce, which may be somebody's absence note, and none after a permanent one; a complaint says most.
 */
function stepOf(status: Mail['status'], isPermanent: boolean): number {
  if (status === 'bounced') return isPermanent ? 4 : 2
  return { claimed: 0, sent: 1, delivered: 3, complained: 5 }[status]
}

/** The mail after the news; null when that is no news. */
export function afterNews(mail: Mail, news: MailNews, nowMs: number): Mail | null {
  const failure = news.status === 'bounced' ? { reason: news.reason, isPermanent: news.isPermanent } : null
  const before = stepOf(mail.status, mail.failure?.isPermanent ?? false)
  if (stepOf(news.status, failure?.isPermanent ?? false) <= before) return null
  return {
    ...mail,
    status: news.status,
    failure,
    claim: null,
    sesMessageId: mail.sesMessageId ?? news.sesMessageId,
    serverAnswer: news.serverAnswer ?? null,
    changedAt: timestamp(nowMs),
    version: mail.version + 1,
  }
}
