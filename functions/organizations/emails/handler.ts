import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workOff } from '../../../shared/platform/job.ts'

const types = [
  'member.invitation_due',
  'account.sign_in_code_due',
  'account.passkey_letter_due',
  'webhook.letter_due',
  'test_mode.letter_due',
] as const

/**
 * Writes to people who are invited to an organization, to those who sign in or change their passkeys, and to those who look after webhooks that
 * fail, or after a test organization that is purged.
 */
export function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, types, async (type, data, eventId) => {
    // What renders and sends is loaded with the first message.
    const { emailDependencies } = await import('../../../shared/mail/email-dependencies.ts')
    switch (type) {
      case 'member.invitation_due': {
        const [{ orPostpone }, { writeInvitation }] = await Promise.all([
          import('../../../shared/mail/or-postpone.ts'),
          import('./write-invitation.ts'),
        ])
        const dependencies = emailDependencies()
        const event = { id: eventId, type, data }
        return await orPostpone(dependencies, event, () => writeInvitation(dependencies, data, eventId))
      }
      case 'account.sign_in_code_due': {
        const { writeSignInCode } = await import('./write-sign-in-code.ts')
        return await writeSignInCode(emailDependencies(), data)
      }
      case 'account.passkey_letter_due': {
        const { writePasskeyEmail } = await import('./write-passkey-email.ts')
        return await writePasskeyEmail(emailDependencies(), data, eventId)
      }
      case 'webhook.letter_due': {
        const { writeWebhookEmail } = await import('./write-webhook-email.ts')
        return await writeWebhookEmail(emailDependencies(), data, eventId)
      }
      case 'test_mode.letter_due': {
        const { writeTestModeEmail } = await import('./write-test-mode-email.ts')
        return await writeTestModeEmail(emailDependencies(), data, eventId)
      }
    }
  })
}
