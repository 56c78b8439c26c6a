import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Host, type HostRequest, type HostResponse, startHttpHost } from './http-host.ts'
import { inboxResponse } from './inbox.ts'
import { escaped } from './inbox-pages.ts'
import { ServiceError } from './json-protocol.ts'
import { mailOf } from './mail-intake.ts'
import { type Messages, openMessages } from './messages.ts'
import { type ConfigurationSet, configurationSetOf, type SesEvent, sesEventsOf } from './ses-events.ts'
import { smsOf } from './sms-intake.ts'

export type MailAndSmsOptions = {
  /** Where messages are kept; without it they are in memory. */
  dataDirectory?: string
  /** The domains and addresses that may send; undefined: all. */
  identities?: readonly string[]
  configurationSets?: readonly ConfigurationSet[]
  /** Puts what SES tells of a mail on the account's default bus. */
  publish?(event: SesEvent): void
  region?: string
  accountId?: string
  port?: number
}

/**
 * Takes what SES v2 (SendEmail) and SNS (Publish to a phone number) would send, sends nothing, and shows it as an inbox at `GET /`.
 * `GET /messages?to=ADDRESS&since=TIME` lists the messages as JSON, newest first, and `GET /messages/ID` gives one.
 */
export async function startMailAndSms(options: MailAndSmsOptions = {}): Promise<Host> {
  const messages = await openMessages(options.dataDirectory)
  const stylesheet = await inboxStyle()
  return startHttpHost(async (request) => {
    const { method, url } = request
    if (method === 'GET' || method === 'HEAD') return inboxResponse(request, messages.all(), stylesheet)
    if (method === 'POST' && url.pathname === '/v2/email/outbound-emails')
      return answerMail(() => sendEmail(request, messages, options))
    if (method === 'POST' && url.pathname === '/') return publish(request, messages)
    return {
      status: 405,
      headers: { 'content-type': 'text/plain' },
      body: 'Only SES SendEmail and SNS Publish are known here',
    }
  }, options.port)
}

/** The look of all pages, with the inbox's own layout. */
async function inboxStyle(): Promise<string> {
  const sheets = ['../../../shared/pages/tokens.css', '../../../shared/pages/base.css', 'inbox.css']
  const texts = await Promise.all(sheets.map((sheet) => readFile(new URL(sheet, import.meta.url), 'utf8')))
  return texts.join('\n')
}

async function sendEmail({ body }: HostRequest, messages: Messages, options: MailAndSmsOptions): Promise<object> {
  const { region = 'us-east-1', accountId = '000000000000', configurationSets = [] } = options
  const arnOf = (resource: string) => `arn:aws:ses:${region}:${accountId}:${resource}`
  const account = { configurationSets, accountId, arnOf }
  const { message, configurationSet } = await mailOf(inputOf(body), new Date(), options.identities)
  const set = configurationSetOf(configurationSet, account)
  await messages.add(message)
  for (const event of set ? sesEventsOf(message, set, account) : []) options.publish?.(event)
  return { MessageId: message.id }
}

function inputOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new ServiceError('SerializationException', 'the body is not JSON')
  }
}

async function answerMail(send: () => Promise<object>): Promise<HostResponse> {
  const headers = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() }
  try {
    return { status: 200, headers, body: JSON.stringify(await send()) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const typed = { ...headers, 'x-amzn-errortype': error.type }
    return { status: error.status, headers: typed, body: JSON.stringify({ message: error.message }) }
  }
}

async function publish({ body }: HostRequest, messages: Messages): Promise<HostResponse> {
  const headers = { 'content-type': 'text/xml' }
  const requestId = `<RequestId>${randomUUID()}</RequestId>`
  try {
    const message = smsOf(new URLSearchParams(body.toString('utf8')), new Date())
    await messages.add(message)
    const result = `<PublishResult><MessageId>${message.id}</MessageId></PublishResult><ResponseMetadata>${requestId}</ResponseMetadata>`
    return {
      status: 200,
      headers,
      body: `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">${result}</PublishResponse>`,
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const about = `<Error><Type>Sender</Type><Code>${error.type}</Code><Message>${escaped(error.message)}</Message></Error>`
    return { status: error.status, headers, body: `<ErrorResponse>${about}${requestId}</ErrorResponse>` }
  }
}
