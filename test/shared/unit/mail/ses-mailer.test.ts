import { SESv2Client } from '@aws-sdk/client-sesv2'
import { expect, test, vi } from 'vitest'
import { sesMailer } from '../../../../shared/mail/ses-mailer.ts'

const from = 'Sealpost <no-reply@example.com>'

async function handoverAfter(message: string) {
  const client = new SESv2Client({ region: 'eu-west-3' })
  const error = Object.assign(new Error(message), { name: 'MessageRejected', $metadata: { httpStatusCode: 400 } })
  vi.spyOn(client, 'send').mockImplementation(() => Promise.reject(error))
  const content = { subject: 'A', html: '<p>a</p>', text: 'a' }
  const mail = { id: 'mail', kind: 'signature_invitation', recipient: 'ann@example.com', content } as const
  return (await sesMailer({ client, from, configurationSet: 'set' })(mail)).outcome
}

test('mail that SES rejects is refused for good', async () => {
  expect(await handoverAfter('Email message length is more than 41943040 bytes long')).toBe('refused')
})

test('what SES rejects since the domain or the account is not verified yet is to be tried again', async () => {
  const notYet =
    'Email address is not verified. The following identities failed the check in region EU-WEST-3: no-reply@example.com'
  expect(await handoverAfter(notYet)).toBe('busy')
})
