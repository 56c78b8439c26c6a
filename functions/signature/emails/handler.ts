import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { orPostpone } from '../../../shared/mail/or-postpone.ts'
import { workOff } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import { askSigners } from './ask-signers.ts'
import { hearOfMail, requestIdOfMail } from './hear-of-mail.ts'
import { inTurn } from './in-turn.ts'

const types = ['signature.signers_due', 'signature.letters_due', 'mail.delivery_changed'] as const

/** Writes to people about requests of the built-in vendor, and notes what becomes of the mail. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  const oneByOne = inTurn()
  return workOff(batch, types, async (type, data, eventId) => {
    switch (type) {
      case 'signature.signers_due':
        return await oneByOne(data.requestId, () => askSigners(platform(), data))
      case 'mail.delivery_changed': {
        const requestId = requestIdOfMail(data)
        return requestId === null ? undefined : await oneByOne(requestId, () => hearOfMail(platform(), requestId, data))
      }
      case 'signature.letters_due': {
        // What renders and sends is loaded by those alone who write.
        const [{ writeEmails }, { emailDependencies }] = await Promise.all([
          import('./write-emails.ts'),
          import('./dependencies.ts'),
        ])
        const dependencies = emailDependencies()
        const event = { id: eventId, type, data }
        return await orPostpone(dependencies, event, () => writeEmails(dependencies, data, eventId))
      }
    }
  })
}
