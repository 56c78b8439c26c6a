import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../shared/job.ts'

/** Writes to people who are invited to an organization, and to those who sign in. */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['member.invitation_due', 'account.sign_in_code_due'], async (type, data, eventId) => {
    // What renders and sends is loaded with the first message.
    const { letterGround } = await import('./ground.ts')
    if (type === 'member.invitation_due') {
      const { writeInvitation } = await import('./write-invitation.ts')
      return await writeInvitation(letterGround(), data, eventId)
    }
    const { writeSignInCode } = await import('./write-sign-in-code.ts')
    await writeSignInCode(letterGround(), data)
  })
}
