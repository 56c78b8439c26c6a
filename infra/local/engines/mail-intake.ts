import { randomUUID } from 'node:crypto'
import PostalMime, { type Address, addressParser, type Email } from 'postal-mime'
import * as v from 'valibot'
import { ServiceError } from './json-protocol.ts'
import { refuseMail } from './mail-refusals.ts'
import type { Message } from './messages.ts'

const addresses = v.optional(v.array(v.string()), [])
const content = v.object({ Data: v.string(), Charset: v.optional(v.string()) })
const named = v.object({ Name: v.string(), Value: v.string() })
const attachment = v.object({ FileName: v.string(), RawContent: v.string(), ContentType: v.optional(v.string()) })

const simpleSchema = v.object({
  Subject: content,
  Body: v.object({ Text: v.optional(content), Html: v.optional(content) }),
  Headers: v.optional(v.array(named), []),
  Attachments: v.optional(v.array(attachment), []),
})
type Simple = v.InferOutput<typeof simpleSchema>

const sendEmailSchema = v.object({
  FromEmailAddress: v.optional(v.string()),
  Destination: v.optional(v.object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses })),
  ReplyToAddresses: addresses,
  EmailTags: v.optional(v.array(named), []),
  ConfigurationSetName: v.optional(v.string()),
  Content: v.object({ Simple: v.optional(simpleSchema), Raw: v.optional(v.object({ Data: v.string() })) }),
})

/** A mail that was taken, and the configuration set that it names. */
export type AcceptedMail = { message: Message; configurationSet: string | undefined }

/**
 * What SES v2 SendEmail was asked to send: a simple or a raw message; templates are refused. `identities` are the verified
 * domains and addresses; undefined: whoever sends is.
 */
export async function mailOf(input: unknown, at: Date, identities?: readonly string[]): Promise<AcceptedMail> {
  const parsed = v.safeParse(sendEmailSchema, input)
  if (!parsed.success) throw new ServiceError('BadRequestException', v.summarize(parsed.issues))
  const { Destination, ConfigurationSetName, EmailTags } = parsed.output
  const to = Destination?.ToAddresses ?? []
  const envelope = {
    id: randomUUID(),
    at: at.toISOString(),
    kind: 'mail' as const,
    to,
    cc: Destination?.CcAddresses ?? [],
    bcc: Destination?.BccAddresses ?? [],
    tags: EmailTags.map(namedValue),
  }
  const message = { ...envelope, ...(await emailContent(parsed.output, envelope)) }
  refuseMail(message, parsed.output.Content, identities)
  const { from, to: shownTo, cc, bcc } = message
  return {
    message: { ...message, from: decoded(from), to: shownTo.map(decoded), cc: cc.map(decoded), bcc: bcc.map(decoded) },
    configurationSet: ConfigurationSetName,
  }
}

type Input = v.InferOutput<typeof sendEmailSchema>
type Envelope = Pick<Message, 'to' | 'cc' | 'bcc'>

async function emailContent({ FromEmailAddress, ReplyToAddresses, Content }: Input, envelope: Envelope) {
  if (Content.Simple) return { from: FromEmailAddress ?? '', ...ofSimple(Content.Simple, ReplyToAddresses) }
  if (!Content.Raw) throw new ServiceError('BadRequestException', 'Only simple and raw content is known here')
  const email = await PostalMime.parse(Buffer.from(Content.Raw.Data, 'base64'), { attachmentEncoding: 'base64' })
  const from = FromEmailAddress ?? addressesOf(email.from)[0] ?? ''
  const isAddressed = envelope.to.length + envelope.cc.length + envelope.bcc.length > 0
  const own = { to: addressesOf(email.to), cc: addressesOf(email.cc), bcc: addressesOf(email.bcc) }
  return { from, ...ofRaw(email), ...(isAddressed ? {} : own) }
}

function ofSimple({ Subject, Body, Headers, Attachments }: Simple, replyTo: readonly string[]) {
  return {
    subject: textOf(Subject),
    text: Body.Text && textOf(Body.Text),
    html: Body.Html && textOf(Body.Html),
    headers: [...replyTo.map((value) => ({ name: 'Reply-To', value })), ...Headers.map(namedValue)],
    attachments: Attachments.map(({ FileName, RawContent, ContentType }) => ({
      name: FileName,
      contentType: ContentType ?? 'application/octet-stream',
      base64: RawContent,
    })),
  }
}

/** Where no charset is told it is ASCII, and what ASCII does not know arrives as a question mark. */
function textOf({ Data, Charset = 'ascii' }: v.InferOutput<typeof content>): string {
  return /^utf-?8$/i.test(Charset) ? Data : Data.replace(/[^\p{ASCII}]/gu, '?')
}

const namedValue = ({ Name, Value }: v.InferOutput<typeof named>) => ({ name: Name, value: Value })

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

/** An address as a person reads it, its name decoded. */
function decoded(text: string): string {
  const [{ name, address = '' } = { name: '' }] = addressParser(text)
  return name === '' ? address : `${name} <${address}>`
}
