import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Message, SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2'
import { PublishCommand, type PublishCommandInput, SNSClient } from '@aws-sdk/client-sns'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailAndSms } from '../../../../infra/local/engines/mail-and-sms.ts'

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
      Subject: { Data: 'Sign <Contrat d’été>', Charset: 'UTF-8' },
      Body: { Text: { Data: 'Your code: 123456' }, Html: { Data: '<h1>Bonjour</h1><script>alert(1)</script>' } },
      Headers: [{ Name: 'X-Campaign', Value: 'a"b' }],
      Attachments: [{ FileName: 'é.pdf', RawContent: Buffer.from('%PDF-1.7'), ContentType: 'application/pdf' }],
    },
  },
}

function withSimple(more: Partial<Message>): SendEmailCommandInput {
  return { ...simple, Content: { Simple: { Subject: { Data: 'a' }, Body: {}, ...more } } }
}

async function get(path: string, headers = {}): Promise<Response> {
  return fetch(new URL(path, engine.endpoint), { headers })
}

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const listSchema = v.array(
  v.looseObject({
    at: v.string(),
    to: v.array(v.string()),
    text: v.optional(v.string()),
    attachments: v.array(v.looseObject({ path: v.string() })),
  }),
)

async function listed(query = '') {
  return v.parse(listSchema, await (await get(`/messages${query}`)).json())
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

test('an SMS is listed with its sender', async () => {
  const MessageAttributes = { 'AWS.SNS.SMS.SenderID': { DataType: 'String', StringValue: 'Sealpost' } }
  const Message = 'Code & 123 é'
  const { MessageId } = await sns.send(new PublishCommand({ PhoneNumber: '+33612345678', Message, MessageAttributes }))
  expect(await listed('?to=%2B33612345678')).toMatchObject([
    { id: MessageId, kind: 'sms', from: 'Sealpost', text: Message },
  ])
})

test.each<[string, SendEmailCommandInput]>([
  ['no recipient', { ...simple, Destination: {} }],
  ['a recipient that is no address', { ...simple, Destination: { ToAddresses: ['ann'] } }],
  ['more than 50 recipients', { ...simple, Destination: { ToAddresses: Array(51).fill('ann@example.org') } }],
  ['a name that is not encoded', { ...simple, Destination: { ToAddresses: ['Élise <elise@example.org>'] } }],
  ['a recipient with a line break', { ...simple, Destination: { ToAddresses: ['a@example.org\nBcc: b@example.org'] } }],
  ['a subject with a line break', withSimple({ Subject: { Data: 'a\r\nBcc: b@example.org' } })],
  ['a header with a line break', withSimple({ Headers: [{ Name: 'X-A', Value: 'a\r\nBcc: b@example.org' }] })],
  ['a tag that holds spaces', { ...simple, EmailTags: [{ Name: 'a', Value: 'b c' }] }],
  ['more than 40 MB', withSimple({ Body: { Text: { Data: 'a'.repeat(40 * 1024 * 1024) } } })],
  ['no sender', { ...simple, FromEmailAddress: undefined }],
  ['a template', { ...simple, Content: { Template: { TemplateName: 't' } } }],
])('a mail with %s is refused', async (_, input) => {
  await expect(ses.send(new SendEmailCommand(input))).rejects.toMatchObject({ name: 'BadRequestException' })
  expect(await listed()).toEqual([])
})

test.each<[string, PublishCommandInput]>([
  ['a number that is none', { PhoneNumber: '0612', Message: 'Code' }],
  ['nothing to say', { PhoneNumber: '+33612345678', Message: '' }],
  ['too much to say', { PhoneNumber: '+33612345678', Message: 'a'.repeat(1601) }],
  ['a sender of digits alone', sms('AWS.SNS.SMS.SenderID', '12345')],
  ['a sender that is too long', sms('AWS.SNS.SMS.SenderID', 'Sealpost Limited')],
  ['a type that there is not', sms('AWS.SNS.SMS.SMSType', 'Urgent')],
])('an SMS with %s is refused', async (_, input) => {
  await expect(sns.send(new PublishCommand(input))).rejects.toMatchObject({ name: 'InvalidParameterException' })
  expect(await listed()).toEqual([])
})

function sms(name: string, StringValue: string): PublishCommandInput {
  const MessageAttributes = { [name]: { DataType: 'String', StringValue } }
  return { PhoneNumber: '+33612345678', Message: 'Code', MessageAttributes }
}

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
    const page = await get(path, browser)
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/)
    expect(await page.text()).not.toMatch(/<script|<Contrat|style=/)
  }
  const html = await get(`/messages/${MessageId}/html`)
  expect(html.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  )
  expect(await html.text()).toContain('<h1>Bonjour</h1>')
  expect((await get('/messages/none', browser)).status).toBe(404)
})

test('one message is JSON for programs, with everything that the list has of it', async () => {
  const { MessageId } = await ses.send(new SendEmailCommand(simple))
  const one = await (await get(`/messages/${MessageId}`)).json()
  expect([one]).toEqual(await listed())
  expect((await get('/messages/none')).status).toBe(404)
})

test('the list is narrowed to what was sent since a time, that moment included', async () => {
  await ses.send(new SendEmailCommand(simple))
  const [first] = await listed()
  const atMs = Date.parse(String(first?.at))
  const since = (ms: number) => listed(`?since=${new Date(ms).toISOString()}`)
  expect(await since(atMs)).toHaveLength(1)
  expect(await since(atMs + 1)).toEqual([])
})

test('non-ASCII arrives as question marks where no charset says how to read it', async () => {
  const Content = { Simple: { Subject: { Data: 'Été' }, Body: { Text: { Data: 'é', Charset: 'UTF-8' } } } }
  await ses.send(new SendEmailCommand({ ...simple, Content }))
  expect(await listed()).toMatchObject([{ subject: '?t?', text: 'é' }])
})

test('names that are encoded are shown decoded', async () => {
  const FromEmailAddress = '=?UTF-8?B?w4l0w6k=?= <no-reply@sealpost.example>'
  await ses.send(new SendEmailCommand({ ...simple, FromEmailAddress }))
  expect(await listed()).toMatchObject([{ from: 'Été <no-reply@sealpost.example>' }])
})
