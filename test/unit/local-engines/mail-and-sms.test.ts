import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2'
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailAndSms } from '../../../infra/local/engines/mail-and-sms.ts'

let directory: string
let engine: Awaited<ReturnType<typeof startMailAndSms>>
let ses: SESv2Client
let sns: SNSClient

async function start(): Promise<void> {
  engine = await startMailAndSms({ dataDirectory: directory })
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  ses = new SESv2Client({ endpoint: engine.endpoint, region: 'eu-west-3', credentials })
  sns = new SNSClient({ endpoint: engine.endpoint, region: 'eu-west-3', credentials })
}

async function stop(): Promise<void> {
  ses.destroy()
  sns.destroy()
  await engine.close()
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mail-'))
  await start()
})

afterEach(async () => {
  await stop()
  await rm(directory, { recursive: true })
})

const simple: SendEmailCommandInput = {
  FromEmailAddress: 'Sealpost <no-reply@sealpost.example>',
  Destination: { ToAddresses: ['Ann <ann@example.org>'], CcAddresses: ['cc@example.org'] },
  ReplyToAddresses: ['support@sealpost.example'],
  Content: {
    Simple: {
      Subject: { Data: 'Sign <Contrat d’été>' },
      Body: { Text: { Data: 'Your code: 123456' }, Html: { Data: '<h1>Bonjour</h1><script>alert(1)</script>' } },
      Headers: [{ Name: 'X-Campaign', Value: 'a"b' }],
      Attachments: [{ FileName: 'é.pdf', RawContent: Buffer.from('%PDF-1.7'), ContentType: 'application/pdf' }],
    },
  },
}

async function get(path: string): Promise<Response> {
  return fetch(new URL(path, engine.endpoint))
}

const listSchema = v.array(
  v.looseObject({
    to: v.array(v.string()),
    text: v.optional(v.string()),
    attachments: v.array(v.looseObject({ path: v.string() })),
  }),
)

async function listed(query = '') {
  return v.parse(listSchema, await (await get(`/messages.json${query}`)).json())
}

test('a simple mail is listed whole', async () => {
  const { MessageId } = await ses.send(new SendEmailCommand(simple))
  expect(await listed()).toMatchObject([
    {
      id: MessageId,
      kind: 'mail',
      from: 'Sealpost <no-reply@sealpost.example>',
      to: ['Ann <ann@example.org>'],
      cc: ['cc@example.org'],
      subject: 'Sign <Contrat d’été>',
      text: 'Your code: 123456',
      headers: [
        { name: 'Reply-To', value: 'support@sealpost.example' },
        { name: 'X-Campaign', value: 'a"b' },
      ],
      attachments: [{ name: 'é.pdf', contentType: 'application/pdf', sizeBytes: 8 }],
    },
  ])
})

test('a raw mail is read as MIME', async () => {
  const lines = [
    'From: Sealpost <no-reply@sealpost.example>',
    'To: "Ann, A." <ann@example.org>',
    'Subject: =?utf-8?B?w4l0w6k=?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'd=C3=A9j=C3=A0',
    '--b',
    'Content-Type: application/pdf; name="proof.pdf"',
    'Content-Disposition: attachment; filename="proof.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0xLjc=',
    '--b--',
    '',
  ]
  const Raw = { Data: Buffer.from(lines.join('\r\n')) }
  await ses.send(new SendEmailCommand({ Content: { Raw } }))
  const [mail] = await listed('?to=ann@example.org')
  expect(mail).toMatchObject({
    subject: 'Été',
    from: 'no-reply@sealpost.example',
    attachments: [{ name: 'proof.pdf' }],
  })
  expect(mail?.text?.trim()).toBe('déjà')
  const attachment = await get(mail?.attachments[0]?.path ?? '')
  expect(await attachment.text()).toBe('%PDF-1.7')
  expect(attachment.headers.get('content-disposition')).toContain('attachment')
})

test('an SMS is listed with its sender, and a number that is none is refused', async () => {
  const MessageAttributes = { 'AWS.SNS.SMS.SenderID': { DataType: 'String', StringValue: 'Sealpost' } }
  const Message = 'Code & 123 é'
  const { MessageId } = await sns.send(new PublishCommand({ PhoneNumber: '+33612345678', Message, MessageAttributes }))
  expect(await listed('?to=%2B33612345678')).toMatchObject([
    { id: MessageId, kind: 'sms', from: 'Sealpost', text: Message },
  ])
  const refused = sns.send(new PublishCommand({ PhoneNumber: '0612', Message }))
  await expect(refused).rejects.toMatchObject({ name: 'InvalidParameterException' })
})

test.each<[string, SendEmailCommandInput]>([
  ['no recipient', { ...simple, Destination: {} }],
  ['a recipient that is no address', { ...simple, Destination: { ToAddresses: ['ann'] } }],
  ['no sender', { ...simple, FromEmailAddress: undefined }],
  ['a template', { ...simple, Content: { Template: { TemplateName: 't' } } }],
])('a mail with %s is refused', async (_, input) => {
  await expect(ses.send(new SendEmailCommand(input))).rejects.toMatchObject({ name: 'BadRequestException' })
  expect(await listed()).toEqual([])
})

test('messages are newest first, narrowed by recipient, and outlive a restart, even one after a crash in a write', async () => {
  await ses.send(new SendEmailCommand(simple))
  await ses.send(new SendEmailCommand({ ...simple, Destination: { ToAddresses: ['bob@example.org'] } }))
  await stop()
  await appendFile(join(directory, 'messages.jsonl'), '{"id":"cut o')
  await start()
  expect((await listed()).map((message) => message.to)).toEqual([['bob@example.org'], ['Ann <ann@example.org>']])
  expect(await listed('?to=ANN@example.org')).toHaveLength(1)
  expect(await listed('?to=cc@example.org')).toHaveLength(1)
  expect(await listed('?to=nobody@example.org')).toEqual([])
  await ses.send(new SendEmailCommand(simple))
  await stop()
  await start()
  expect(await listed()).toHaveLength(3)
})

test('pages escape what they show and run no script, and the HTML of a mail is shut in', async () => {
  const { MessageId } = await ses.send(new SendEmailCommand(simple))
  for (const path of ['/', `/messages/${MessageId}`, '/?to=%22%3E%3Cscript%3E']) {
    const page = await get(path)
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/)
    expect(await page.text()).not.toMatch(/<script|<Contrat|style=/)
  }
  const html = await get(`/messages/${MessageId}/html`)
  expect(html.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  )
  expect(await html.text()).toContain('<h1>Bonjour</h1>')
  expect((await get('/messages/none')).status).toBe(404)
})
