import type { MailReference } from '../../events/mail-delivery.ts'
import { logError } from '../platform/log.ts'
import type { Platform } from '../store/platform.ts'
import { claimMail, releaseMail } from './claim.ts'
import type { MailNews } from './delivery.ts'
import { type Budgeted, countEmail } from './email-budget.ts'
import { idOfOccasion, type Mail, type Occasion } from './mail.ts'
import type { Handover, MailContent, Mailer } from './mailer.ts'
import { noteNews } from './note-news.ts'

export interface MailOrder extends Occasion {
  /** Null: nobody is told what becomes of the mail. */
  readonly reference: MailReference | null
  /** The organization whose budget the mail counts against. Null: it counts against none, as its recipient is a member. */
  readonly budget: Budgeted | null
  /** Whether it is a notice of live registered mail, which other e-mails to the address cannot hold up. */
  readonly isLegalNotice?: boolean
}

/**
 * Sends the one mail of an occasion, however often it is called for it. Content is asked for only by who really sends.
 *
 * SES knows no repeated call as one, so a mail is claimed before. A claim whose end is not known, since somebody broke down
 * or heard no answer, holds until SES's own event has come by which the mail is noted as sent, or until its lease is over
 * and no event came: then it is sent again. Until then this throws (`MailUnderway`), so that the caller's message comes
 * again. A refusal for good is noted as a bounce and throws nothing. A mail above the budgets of its day is not sent
 * either: this throws `EmailPostponed`, and whoever calls has to come again on the next day.
 */
export async function sendMail(
  dependencies: Platform & { readonly mailer: Mailer },
  order: MailOrder,
  render: () => MailContent | Promise<MailContent>,
): Promise<void> {
  const { recipient, kind, reference } = order
  const id = idOfOccasion(order)
  const start = { status: 'claimed', failure: null, sesMessageId: null } as const
  const { isMine, mail: claimed } = await claimMail(dependencies, { id, recipient, kind, reference, ...start })
  if (!isMine) return
  const mail = await countedOnce(dependencies, claimed, order)
  const content = await Promise.try(render).catch((error: unknown) => giveBack(dependencies, mail, error))
  const handover = await dependencies.mailer({ id, kind, recipient, content })
  if (handover.outcome === 'busy') return await giveBack(dependencies, mail, handover.error)
  if (handover.outcome === 'refused' && handover.error)
    await logError('a mail was refused', handover.error, { mailId: id, kind })
  try {
    await noteNews(dependencies, id, newsOf(handover), mail)
  } catch (error) {
    // Sent it is: to fail now could only send it twice. The event of SES says the same again.
    if (handover.outcome === 'refused') throw error
    await logError('a mail that was sent could not be noted', error, { mailId: id, kind })
  }
}

/** The mail, once the budgets have counted it. A try that broke down between counting and sending counts again. */
async function countedOnce(platform: Platform, mail: Mail, order: MailOrder): Promise<Mail> {
  const { recipient, budget, isLegalNotice = false } = order
  if (budget === null || mail.isCounted) return mail
  const email = { organization: budget, recipient, isLegalNotice }
  await countEmail(platform.table, email, platform.clock()).catch((error: unknown) => giveBack(platform, mail, error))
  return { ...mail, isCounted: true }
}

function newsOf(handover: Exclude<Handover, { outcome: 'busy' }>): MailNews {
  if (handover.outcome === 'taken') return { status: 'sent', sesMessageId: handover.sesMessageId }
  return { status: 'bounced', sesMessageId: null, reason: handover.reason, isPermanent: true }
}

/** Fails before anything was sent, and lets nobody wait for the end of the lease. */
async function giveBack(platform: Platform, mail: Mail, cause: unknown): Promise<never> {
  await releaseMail(platform, mail).catch((error) => logError('a mail stays claimed', error, { mailId: mail.id }))
  throw cause
}
