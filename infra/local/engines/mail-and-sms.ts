import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Host, type HostRequest, type HostResponse, startHttpHost } from './http-host.ts'
import { inboxResponse } from './inbox.ts'
import { ServiceError } from './json-protocol.ts'
import { type Message, mailOf, messageSchema, smsOf } from './message-intake.ts'

export type MailAndSmsOptions = {
  /** Where messages are kept; without it they are in memory. */
  dataDirectory?: string
  onMessage?(message: Message): void
  port?: number
}

/**
 * Takes what SES v2 (SendEmail) and SNS (Publish to a phone number) would send, sends nothing, and shows it as an inbox at `GET /`.
 * `GET /messages.json?to=ADDRESS` lists the messages, newest first.
 */
export async function startMailAndSms({ dataDirectory, onMessage, port }: MailAndSmsOptions = {}): Promise<Host> {
  const path = dataDirectory === undefined ? undefined : join(dataDirectory, 'messages.jsonl')
  if (dataDirectory !== undefined) await mkdir(dataDirectory, { recursive: true })
  const messages = await keptMessages(path)
  const stylesheet = await readFile(new URL('inbox.css', import.meta.url), 'utf8')

  async function keep(message: Message): Promise<string> {
    if (path !== undefined) await appendFile(path, `${JSON.stringify(message)}\n`, { mode: 0o600 })
    messages.unshift(message)
    onMessage?.(message)
    return message.id
  }

  return startHttpHost(async (request) => {
    const { method, url } = request
    if (method === 'GET' || method === 'HEAD') return inboxResponse(url, messages, stylesheet)
    if (method === 'POST' && url.pathname === '/v2/email/outbound-emails') return sendEmail(request, keep)
    if (method === 'POST' && url.pathname === '/') return publish(request, keep)
    return {
      status: 405,
      headers: { 'content-type': 'text/plain' },
      body: 'Only SES SendEmail and SNS Publish are known here',
    }
  }, port)
}

/** A last line that a crash cut off is cut off whole, so that the next one begins afresh. */
async function keptMessages(path: string | undefined): Promise<Message[]> {
  const file = path !== undefined && existsSync(path) ? await readFile(path) : Buffer.alloc(0)
  const whole = file.subarray(0, file.lastIndexOf('\n') + 1)
  if (path !== undefined && whole.length < file.length) await truncate(path, whole.length)
  const lines = whole.toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => v.parse(messageSchema, JSON.parse(line))).reverse()
}

async function sendEmail({ body }: HostRequest, keep: (message: Message) => Promise<string>): Promise<HostResponse> {
  const headers = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() }
  try {
    const MessageId = await keep(await mailOf(JSON.parse(body.toString('utf8')), new Date()))
    return { status: 200, headers, body: JSON.stringify({ MessageId }) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const typed = { ...headers, 'x-amzn-errortype': error.type }
    return { status: error.status, headers: typed, body: JSON.stringify({ message: error.message }) }
  }
}

async function publish({ body }: HostRequest, keep: (message: Message) => Promise<string>): Promise<HostResponse> {
  const headers = { 'content-type': 'text/xml' }
  const requestId = `<RequestId>${randomUUID()}</RequestId>`
  try {
    const id = await keep(smsOf(new URLSearchParams(body.toString('utf8')), new Date()))
    const result = `<PublishResult><MessageId>${id}</MessageId></PublishResult><ResponseMetadata>${requestId}</ResponseMetadata>`
    return {
      status: 200,
      headers,
      body: `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">${result}</PublishResponse>`,
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const about = `<Error><Type>Sender</Type><Code>${error.type}</Code><Message>${error.message}</Message></Error>`
    return { status: error.status, headers, body: `<ErrorResponse>${about}${requestId}</ErrorResponse>` }
  }
}
