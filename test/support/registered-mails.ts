import { busSources } from '../../events/internal.ts'
import { makeItems } from '../../functions/registered-mail/jobs/make-items.ts'
import { playItem } from '../../functions/registered-mail/jobs/play-item.ts'
import { submitItem } from '../../functions/registered-mail/jobs/submit-item.ts'
import { type SenderAccount, senderAccounts } from '../../functions/registered-mail/model/sender-account.ts'
import { put } from '../../infra/local/tenant.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { type Answer, call, demand } from './client.ts'
import { type BusEvent, busEventsWith } from './inspection.ts'
import { type Tenant, table } from './tenant.ts'
import { until } from './until.ts'

type Home = Pick<Tenant, 'entity' | 'token'>

export const mailsPath = '/v1/registered-mails'

/** The path of a mail, or of something below it. */
export function mailPath(id: string, rest = ''): string {
  return `${mailsPath}/${id}${rest}`
}

/** A recipient with an e-mail of their own. The suffix of its local part tells the simulated vendor what to play. */
export function recipient(suffix = '', fields: object = {}): Record<string, unknown> {
  const email = `${crypto.randomUUID()}${suffix}@example.com`
  return { kind: 'individual', firstName: 'Jane', lastName: 'Doe', email, ...fields }
}

export function draftInput({ entity }: Pick<Tenant, 'entity'>, fields: object = {}): object {
  return { entityId: entity.id, subject: 'Notice', contentHtml: '<p>Hello</p>', recipients: [recipient()], ...fields }
}

export async function postMail(of: Home, fields: object = {}): Promise<Answer> {
  return await call('POST', mailsPath, { token: of.token, json: draftInput(of, fields) })
}

/** A draft that is there. */
export async function draftOf(of: Home, fields: object = {}) {
  const answer = await postMail(of, fields)
  demand(answer, 201)
  return answer.body
}

export async function readMail(of: { readonly token: string }, id: string): Promise<Answer> {
  return await call('GET', mailPath(id), { token: of.token })
}

/** A verified sender account of the simulated vendor. */
export async function storedSender(
  of: Pick<Tenant, 'entity'>,
  fields: Partial<SenderAccount> = {},
): Promise<SenderAccount> {
  const { orgId, id: entityId, providerId, livemode } = of.entity
  const at = new Date().toISOString()
  return await put(table(), senderAccounts, {
    id: systemIds(),
    ...{ orgId, entityId, providerId, livemode },
    vendor: 'simulated',
    mode: 'create',
    label: 'Front office',
    kind: 'professional',
    civility: null,
    firstName: 'Ada',
    lastName: 'Lovelace',
    company: 'Analytical Engines',
    email: `ada-${systemIds()}@example.com`,
    phone: null,
    address: null,
    siret: null,
    vatNumber: null,
    status: 'verified',
    linked: true,
    hasOtpSecret: false,
    vendorAccountRef: null,
    verifiedAt: at,
    refreshedAt: null,
    createdBy: { type: 'api_key', id: 'key', name: 'Key' },
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...fields,
  })
}

/** A draft that can be sent. */
export async function readyOf(of: Home, fields: object = {}) {
  const { id: senderAccountId } = await storedSender(of)
  return await draftOf(of, { senderAccountId, ...fields })
}

export async function sendMail(of: { readonly token: string }, id: string, idempotencyKey = `key-${id}`) {
  return await call('POST', mailPath(id, '/send'), { token: of.token, json: { idempotencyKey } })
}

/** A mail that was sent, to recipients whose e-mails end in these suffixes. */
export async function sentTo(of: Home, suffixes: readonly string[] = [''], fields: object = {}) {
  const { id } = await readyOf(of, { recipients: suffixes.map((suffix) => recipient(suffix)), ...fields })
  const answer = await sendMail(of, id)
  demand(answer, 200)
  return answer.body
}

/** A mail once all its items have these statuses, in the order of the recipients. */
export async function mailWith(of: { readonly token: string }, id: string, statuses: readonly string[]) {
  return await until(`items ${statuses} of the mail ${id}`, async () => {
    const { body } = await readMail(of, id)
    const found = body.items.map(({ status }: { status: string }) => status)
    return found.join() === statuses.join() && body
  })
}

/** What jobs stand on, for tests in which no job comes by itself. */
const platform = () => ({ table: table(), clock: Date.now, ids: systemIds })

/** Makes the items of a sent mail and hands them to the simulated vendor, as its jobs do. */
export async function submitItems(mail: MailWithItems): Promise<void> {
  await makeItems(platform(), mail.id)
  for (const { id: itemId } of mail.items) await submitItem(platform(), { mailId: mail.id, itemId, attempt: 1 })
}

/** Plays the items of a submitted mail up to a status, without the waits of its queue. */
async function playItems(mail: MailWithItems, from: readonly string[]): Promise<void> {
  for (const status of from)
    for (const { id: itemId } of mail.items)
      await playItem(platform(), { mailId: mail.id, itemId, attempt: 1, from: status })
}

interface MailWithItems {
  readonly id: string
  readonly items: readonly { readonly id: string }[]
}

/** A sent mail whose items wait for a simulation. */
export async function depositedTo(of: Home, fields: object = {}, count = 1) {
  return await playedTo(of, Array<string>(count).fill(''), ['sending', 'sent'], fields)
}

/** A sent mail whose item failed before the vendor accepted it. */
export async function failedMail(of: Home) {
  return await playedTo(of, ['+fail'], ['sending'])
}

async function playedTo(of: Home, suffixes: readonly string[], from: readonly string[], fields: object = {}) {
  const mail = await sentTo(of, suffixes, fields)
  await submitItems(mail)
  await playItems(mail, from)
  const answer = await readMail(of, mail.id)
  demand(answer, 200)
  return answer.body
}

export function itemPath(mail: { readonly id: string; readonly items: readonly { id: string }[] }, rest = ''): string {
  return mailPath(mail.id, `/items/${mail.items[0]?.id}${rest}`)
}

/** Simulates something about the first item of a mail. */
export async function simulate(
  of: { readonly token: string },
  mail: { readonly id: string; readonly items: readonly { id: string }[] },
  rest: string,
  json: object,
): Promise<Answer> {
  return await call('POST', itemPath(mail, rest).replace('/v1', '/v1/test'), { token: of.token, json })
}

export async function progress(
  of: { readonly token: string },
  mail: { readonly id: string; readonly items: readonly { id: string }[] },
  to: string,
) {
  return await simulate(of, mail, '/progress', { to })
}

export async function listMails(of: Home, filters: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const query = new URLSearchParams({ entityId: of.entity.id, ...filters })
  return await call('GET', `${mailsPath}?${query}`, { token: of.token })
}

/** What subscribers are told about a mail: each event once, with its item and status. */
export async function eventsOfMail(id: string): Promise<BusEvent[]> {
  const events = (await busEventsWith('mailId', id)).filter(({ source }) => source === busSources.public)
  return [...new Map(events.map((event) => [event.detail.id, event])).values()]
}

/** Attaches a file to a draft, as a form does. */
export async function attach(
  of: { readonly token: string },
  id: string,
  bytes: Uint8Array,
  fileName = 'a.pdf',
): Promise<Answer> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), fileName)
  return await call('POST', mailPath(id, '/attachments'), { token: of.token, body })
}
