import type { InternalEvent } from '../../../events/internal.ts'
import { mailOf } from '../../../shared/mail/note-news.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { changeInJob } from '../model/change-in-job.ts'
import { mailTold } from '../model/signing-transitions.ts'
import { system } from '../model/transitions.ts'

export type MailDelivery = Extract<InternalEvent, { type: 'mail.delivery_changed' }>['data']

/** The request that a mail is about; null where it is about something else. */
export function requestIdOfMail({ reference: { resource } }: MailDelivery): string | null {
  return resource.type === 'signature_request' ? resource.id : null
}

/**
 * Notes with a signer what became of a mail to them. Mail to an address that was corrected since tells nothing of the signer,
 * and mail to others is nobody's of the request.
 */
export async function hearOfMail(platform: Platform, requestId: string, told: MailDelivery): Promise<void> {
  const signerId = told.reference.recipientId
  const mail = signerId === null ? null : await mailOf(platform.table, told.mailId)
  if (!mail) return
  const recipient = mail.recipient.toLowerCase()
  await changeInJob(platform, requestId, (record, nowMs) => {
    const signer = record.signers.find(({ id }) => id === signerId)
    if (signer?.email.toLowerCase() !== recipient) return null
    const news = { ...told, wasTaken: mail.sesMessageId !== null }
    return mailTold(record, signer, news, { nowMs, actor: system, ip: null, userAgent: null })
  })
}
