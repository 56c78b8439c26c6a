import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../shared/job.ts'

const types = ['member.invitation_due', 'account.sign_in_code_due', 'webhook.letter_due'] as const

/**
 * Writes to people who are invited to an organization, to those who sign in, and to those who look after webhooks that
 * fail.
 */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, types, async (type, data, eventId) => {
    // What renders and sends is loaded with the first message.
    const { letterGround } = await import('./ground.ts')
    switch (type) {
      case 'member.invitation_due': {
        const { writeInvitation } = await import('./write-invitation.ts')
        return await writeInvitation(letterGround(), data, eventId)
      }
      case 'account.sign_in_code_due': {
        const { writeSignInCode } = await import('./write-sign-in-code.ts')
        return await writeSignInCode(letterGround(), data)
      }
      case 'webhook.letter_due': {
        const { writeWebhookLetter } = await import('./write-webhook-letter.ts')
        return await writeWebhookLetter(letterGround(), data, eventId)
      }
    }
  })
}
