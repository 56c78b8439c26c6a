import { randomUUID } from 'node:crypto'
import { ServiceError } from './json-protocol.ts'
import type { Message } from './messages.ts'

/** https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
const longestText = 1600

/** What SNS Publish (AWS Query protocol) was asked to send to a phone number. */
export function smsOf(form: URLSearchParams, at: Date): Message {
  const to = form.get('PhoneNumber')
  const text = form.get('Message')
  if (form.get('Action') !== 'Publish' || to === null)
    throw new ServiceError('InvalidAction', 'Only Publish to a phone number is known here')
  if (!/^\+[1-9]\d{6,14}$/.test(to)) throw invalid(`PhoneNumber Reason: ${to} is not valid to publish to`)
  if (!text) throw invalid('Empty message')
  if ([...text].length > longestText) throw invalid('Message too long')
  const attributes = attributesOf(form)
  const senderId = attributes.get('AWS.SNS.SMS.SenderID')
  if (senderId !== undefined && !/^(?=.*[A-Za-z])[A-Za-z0-9]{1,11}$/.test(senderId)) throw invalid('SenderID')
  const type = attributes.get('AWS.SNS.SMS.SMSType') ?? 'Promotional'
  if (!['Promotional', 'Transactional'].includes(type)) throw invalid('SMSType')
  return {
    id: randomUUID(),
    at: at.toISOString(),
    kind: 'sms',
    from: senderId ?? 'SMS',
    to: [to],
    subject: '',
    text,
    cc: [],
    bcc: [],
    headers: [{ name: 'Type', value: type }],
    tags: [],
    attachments: [],
  }
}

/** `MessageAttributes.entry.1.Name=a&MessageAttributes.entry.1.Value.StringValue=b` */
function attributesOf(form: URLSearchParams): Map<string, string> {
  const names = [...form].filter(([key]) => /^MessageAttributes\.entry\.\d+\.Name$/.test(key))
  return new Map(names.map(([key, name]) => [name, form.get(key.replace(/Name$/, 'Value.StringValue')) ?? ''] as const))
}

const invalid = (about: string) => new ServiceError('InvalidParameter', `Invalid parameter: ${about}`)
