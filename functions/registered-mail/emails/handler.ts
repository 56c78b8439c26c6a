import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { orPostpone } from '../../../shared/mail/or-postpone.ts'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { hearOfMail, isOfItem } from './hear-of-mail.ts'

const types = [
  'registered_mail.notice_due',
  'registered_mail.reminder_due',
  'registered_mail.code_due',
  'registered_mail.proof_issued',
  'sender_account.verification_due',
  'mail.delivery_changed',
] as const

/** Writes to recipients, followers and owners of sender accounts, and notes what becomes of the notices. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, types, async (type, data, eventId) => {
    if (type === 'mail.delivery_changed') return isOfItem(data) ? await hearOfMail(platform(), data) : undefined
    // What renders and sends is loaded by those alone who write.
    const [{ emailDependencies }, toRecipient, { writeToOwner }] = await Promise.all([
      import('../../../shared/mail/email-dependencies.ts'),
      import('./write-to-recipient.ts'),
      import('./write-to-owner.ts'),
    ])
    const dependencies = emailDependencies()
    switch (type) {
      case 'registered_mail.code_due':
        return await toRecipient.writeCode(dependencies, data, eventId)
      case 'registered_mail.notice_due':
        return await orPostpone(dependencies, { id: eventId, type, data }, () =>
          toRecipient.writeNotice(dependencies, data, eventId),
        )
      case 'registered_mail.reminder_due':
        return await orPostpone(dependencies, { id: eventId, type, data }, () =>
          toRecipient.writeReminder(dependencies, data, eventId),
        )
      case 'registered_mail.proof_issued': {
        const { writeToFollowers } = await import('./write-to-followers.ts')
        return await orPostpone(dependencies, { id: eventId, type, data }, () =>
          writeToFollowers(dependencies, data, eventId),
        )
      }
      case 'sender_account.verification_due':
        return await orPostpone(dependencies, { id: eventId, type, data }, () =>
          writeToOwner(dependencies, data, eventId),
        )
    }
  })
}
