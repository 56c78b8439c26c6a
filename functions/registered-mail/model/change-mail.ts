import { timestamp } from '../../../shared/platform/clock.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type Mail, type MailSender, mails } from './mail.ts'
import { type SenderAccount, senderUses } from './sender-account.ts'

/** Writes the next state of a mail. Its version and time of change are set here. */
export function changeMail(work: UnitOfWork, before: Mail, changed: Mail, nowMs: number): Mail {
  const after = { ...changed, updatedAt: timestamp(nowMs), version: before.version + 1 }
  work.update(mails, before, after)
  writeSenderUse(work, before, after)
  return after
}

/** A mail uses its sender account until it is canceled or all its items are final. */
export function writeSenderUse(work: UnitOfWork, before: Mail | null, after: Mail | null): void {
  const [old, current] = [usedBy(before), usedBy(after)]
  const mailId = after?.id ?? before?.id
  if (old === current || mailId === undefined) return
  if (old !== null) work.removePart(senderUses.key({ senderId: old, mailId }))
  if (current !== null) work.putPart(senderUses, { senderId: current, mailId })
}

function usedBy(mail: Mail | null): string | null {
  return mail === null || mail.canceledAt !== null || mail.completedAt !== null ? null : (mail.sender?.id ?? null)
}

/** A sender account as mails show it. */
export function mailSenderOf(account: SenderAccount): MailSender {
  const { id, label, kind, firstName, lastName, company, email, vendor, verifiedAt } = account
  return { id, label, kind, firstName, lastName, company, email, vendor, verifiedAt }
}
