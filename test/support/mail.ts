import { randomUUID } from 'node:crypto'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SNSClient } from '@aws-sdk/client-sns'
import * as v from 'valibot'
import { mailDeliverySchema } from '../../events/mail-delivery.ts'
import type { Mailer } from '../../shared/mail/mailer.ts'
import type { MailOrder } from '../../shared/mail/send-mail.ts'
import { sesMailer } from '../../shared/mail/ses-mailer.ts'
import { snsTextSender } from '../../shared/mail/sns-text-sender.ts'
import type { TextSender } from '../../shared/mail/text-message.ts'
import { systemClock } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import type { Platform } from '../../shared/store/platform.ts'
import { busLog } from './bus-log.ts'
import { type CloudInUse, cloud } from './cloud.ts'
import { type Tenant, table } from './tenant.ts'

type MailDependencies = Platform & { readonly mailer: Mailer; readonly textSender: TextSender }
const grounds = new Map<CloudInUse, MailDependencies>()

/** What a function of the running local cloud has that sends mail and SMS. */
export function mailDependencies(): MailDependencies {
  const made = grounds.get(cloud()) ?? newDependencies()
  grounds.set(cloud(), made)
  return made
}

const local = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

function newDependencies(): MailDependencies {
  const sns = new SNSClient({ ...local, endpoint: cloud().endpoints.sms })
  return {
    table: table(),
    clock: systemClock,
    ids: systemIds,
    mailer: mailerOf('Sealpost <no-reply@sealpost.example>'),
    textSender: snsTextSender({ client: sns, senderId: 'Sealpost' }),
  }
}

export function mailerOf(from: string): Mailer {
  const { endpoints, resources } = cloud()
  const client = new SESv2Client({ ...local, endpoint: endpoints.email })
  return sesMailer({ client, from, configurationSet: resources.MailConfigurationSetName ?? '' })
}

/** A mail about a thing of a tenant that there need not be. */
export function mailOrder({ org }: Pick<Tenant, 'org'>, recipient: string): MailOrder {
  const resource = { type: 'signature_request', id: randomUUID() }
  const reference = { orgId: org.id, livemode: org.livemode, resource, recipientId: randomUUID() }
  return { cause: randomUUID(), recipient, kind: 'test', reference, budget: null }
}

const messagesSchema = v.array(
  v.looseObject({
    id: v.string(),
    kind: v.string(),
    from: v.string(),
    to: v.array(v.string()),
    subject: v.string(),
    text: v.optional(v.string()),
    html: v.optional(v.string()),
  }),
)

/** What the inbox has for a recipient, newest first. */
export async function inboxOf(recipient: string, since = new Date(0)) {
  const query = new URLSearchParams({ to: recipient, since: since.toISOString() })
  return v.parse(messagesSchema, await (await fetch(`${cloud().inboxUrl}/messages?${query}`)).json())
}

const toldSchema = v.object({ data: mailDeliverySchema })

type MailNews = v.InferOutput<typeof mailDeliverySchema>

/** What the jobs of the service were told of a mail, in the order in which it came to the bus. */
export async function toldOfMail(mailId: string): Promise<MailNews[]> {
  return await newsOfMail((data) => data.mailId === mailId)
}

export async function newsOfMail(isMeant: (data: MailNews) => boolean): Promise<MailNews[]> {
  return (await busLog())
    .filter((event) => event['detail-type'] === 'mail.delivery_changed')
    .map(({ detail }) => v.parse(toldSchema, detail).data)
    .filter(isMeant)
}
