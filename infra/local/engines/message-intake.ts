import { randomUUID } from 'node:crypto'
import PostalMime, { type Address, type Email } from 'postal-mime'
import * as v from 'valibot'
import { ServiceError } from './json-protocol.ts'

export const messageSchema = v.object({
  id: v.string(),
  at: v.string(),
  kind: v.picklist(['mail', 'sms']),
  from: v.string(),
  to: v.array(v.string()),
  cc: v.array(v.string()),
  bcc: v.array(v.string()),
  subject: v.string(),
  text: v.optional(v.string()),
  html: v.optional(v.string()),
  headers: v.array(v.object({ name: v.string(), value: v.string() })),
  attachments: v.array(v.object({ name: v.string(), contentType: v.string(), base64: v.string() })),
})
/** A mail or SMS as the inbox keeps it; times are ISO 8601. */
export type Message = v.InferOutput<typeof messageSchema>

const addresses = v.optional(v.array(v.string()), [])
const content = v.object({ Data: v.string() })
const header = v.object({ Name: v.string(), Value: v.string() })
const attachment = v.object({ FileName: v.string(), RawContent: v.string(), ContentType: v.optional(v.string()) })

const simpleSchema = v.object({
  Subject: content,
  Body: v.object({ Text: v.optional(content), Html: v.optional(content) }),
  Headers: v.optional(v.array(header), []),
  Attachments: v.optional(v.array(attachment), []),
})

const sendEmailSchema = v.object({
  FromEmailAddress: v.optional(v.string()),
  Destination: v.optional(v.object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses })),
  ReplyToAddresses: addresses,
  Content: v.object({ Simple: v.optional(simpleSchema), Raw: v.optional(v.object({ Data: v.string() })) }),
})

/** What SES v2 SendEmail was asked to send: a simple or a raw message; templates are refused. */
export async function mailOf(input: unknown, at: Date): Promise<Message> {
  const parsed = v.safeParse(sendEmailSchema, input)
  if (!parsed.success) throw new ServiceError('BadRequestException', v.summarize(parsed.issues))
  const { FromEmailAddress, Destination, ReplyToAddresses, Content } = parsed.output
  const to = Destination?.ToAddresses ?? []
  const destination = { to, cc: Destination?.CcAddresses ?? [], bcc: Destination?.BccAddresses ?? [] }
  const envelope = { id: randomUUID(), at: at.toISOString(), kind: 'mail', ...destination } as const
  const replyTo = ReplyToAddresses.map((value) => ({ name: 'Reply-To', value }))
  let message: Message
  if (Content.Simple) {
    const { Subject, Body, Headers, Attachments } = Content.Simple
    const headers = [...replyTo, ...Headers.map(({ Name, Value }) => ({ name: Name, value: Value }))]
    const bodies = { subject: Subject.Data, text: Body.Text?.Data, html: Body.Html?.Data }
    message = {
      ...envelope,
      from: FromEmailAddress ?? '',
      ...bodies,
      headers,
      attachments: Attachments.map(simpleAttachment),
    }
  } else if (Content.Raw) {
    const email = await PostalMime.parse(Buffer.from(Content.Raw.Data, 'base64'), { attachmentEncoding: 'base64' })
    message = { ...envelope, ...ofRaw(email), from: FromEmailAddress ?? addressesOf(email.from)[0] ?? '' }
    const isAddressed = to.length + destination.cc.length + destination.bcc.length > 0
    if (!isAddressed)
      message = { ...message, to: addressesOf(email.to), cc: addressesOf(email.cc), bcc: addressesOf(email.bcc) }
  } else {
    throw new ServiceError('BadRequestException', 'Only simple and raw content is known here')
  }
  refuseUndeliverable(message)
  return message
}

function refuseUndeliverable({ from, to, cc, bcc }: Message): void {
  const recipients = [...to, ...cc, ...bcc]
  if (recipients.length < 1 || recipients.length > 50)
    throw new ServiceError('BadRequestException', 'A mail has 1 to 50 recipients')
  const wrong = [from, ...recipients].find((address) => !/^[^\s@]+@[^\s@]+$/.test(bareAddress(address)))
  if (wrong !== undefined) throw new ServiceError('BadRequestException', `Illegal address: ${wrong}`)
}

/** `Ann <ann@example.org>` → `ann@example.org` */
export function bareAddress(address: string): string {
  return /<([^<>]*)>\s*$/.exec(address)?.[1] ?? address.trim()
}

function simpleAttachment({ FileName, RawContent, ContentType }: v.InferOutput<typeof attachment>) {
  return { name: FileName, contentType: ContentType ?? 'application/octet-stream', base64: RawContent }
}

function ofRaw({ subject = '', text, html, headers, attachments }: Email) {
  return {
    subject,
    text,
    html,
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? 'unnamed',
      contentType: mimeType,
      base64: String(content),
    })),
  }
}

function addressesOf(value: Address | Address[] | undefined): string[] {
  return [value ?? []].flat().flatMap(({ address, group }) => (address ? [address] : addressesOf(group)))
}

/** What SNS Publish (AWS Query protocol) was asked to send to a phone number. */
export function smsOf(form: URLSearchParams, at: Date): Message {
  const to = form.get('PhoneNumber')
  const text = form.get('Message')
  if (form.get('Action') !== 'Publish' || to === null) {
    throw new ServiceError('InvalidAction', 'Only Publish to a phone number is known here')
  }
  if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new ServiceError('InvalidParameter', 'Invalid parameter: PhoneNumber')
  if (!text) throw new ServiceError('InvalidParameter', 'Invalid parameter: Empty message')
  const senderEntry = [...form].find(([name, value]) => name.endsWith('.Name') && value === 'AWS.SNS.SMS.SenderID')
  const from = form.get(senderEntry?.[0].replace(/Name$/, 'Value.StringValue') ?? '') ?? 'SMS'
  const empty = { cc: [], bcc: [], headers: [], attachments: [] }
  return { id: randomUUID(), at: at.toISOString(), kind: 'sms', from, to: [to], subject: '', text, ...empty }
}
