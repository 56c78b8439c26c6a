import { randomUUID } from 'node:crypto'
import { managerOf } from './api-keys.ts'
import { type Answer, call, demand } from './client.ts'
import { cloud } from './cloud.ts'
import { invoke, queued } from './inspection.ts'
import { draftOf, recipient, sendMail } from './registered-mails.ts'
import { senderEmail, senderOf, senderPath } from './sender-accounts.ts'
import type { Tenant } from './tenant.ts'
import { connectionsPath } from './vendors.ts'

export const otpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** A body that connects AR24 as a customer of the fake, its sandbox unless told. */
export function ar24Input(token: string, privateKey = `key-of-${token}`, environment = 'sandbox'): object {
  return { environment, credentials: { token, privateKey } }
}

export interface AtAr24 {
  /** Of the organization at the fake. */
  readonly token: string
  readonly webhookUrl: string
  /** Of a person who manages the connections. */
  readonly managerToken: string
}

/** Connects an organization to a customer of its own at the fake of AR24. */
export async function connectAr24(of: Tenant, settings: object = {}): Promise<AtAr24> {
  const token = `token-${randomUUID()}`
  const { token: managerToken } = await managerOf(of)
  const json = ar24Input(token, undefined, of.org.livemode ? 'live' : 'sandbox')
  const answer = await call('PUT', connectionsPath(of, '/ar24'), { token: managerToken, json })
  demand(answer, 200)
  await toAr24(token, 'settings', settings)
  return { token, webhookUrl: answer.body.webhookUrl, managerToken }
}

/** Has the fake do something: a person at AR24, or a mishap. */
export async function toAr24(
  token: string,
  what: 'fault' | 'settings' | 'user' | 'act',
  json: object | null,
): Promise<void> {
  const response = await fetch(`${fakeUrl()}/_fake/${token}/${what}`, { method: 'POST', body: JSON.stringify(json) })
  if (!response.ok) throw new Error(`the fake answered ${response.status}: ${await response.text()}`)
}

export async function stateOfAr24(token: string): Promise<Answer['body']> {
  return await (await fetch(`${fakeUrl()}/_fake/${token}/state`)).json()
}

function fakeUrl(): string {
  const { ar24Url } = cloud()
  if (!ar24Url) throw new Error('there is no fake of AR24')
  return ar24Url
}

export const address = { line1: '1 rue de Rivoli', postalCode: '75001', city: 'Paris', country: 'FR' }

/** An account at AR24 whose owner has confirmed it, and that can send qualified mail. */
export async function ar24Sender(of: Tenant, { token }: Pick<AtAr24, 'token'>) {
  const email = senderEmail()
  const { id } = await senderOf(of, { vendor: 'ar24', email, address })
  await toAr24(token, 'user', { email, confirmed: 1, otpSecret })
  demand(await call('POST', senderPath(id, '/refresh'), { token: of.token }), 200)
  const stored = await call('PUT', senderPath(id, '/otp-secret'), { token: of.token, json: { secret: otpSecret } })
  demand(stored, 204)
  return { id, email }
}

/** A draft through AR24 that can be sent. */
export async function ar24Draft(of: Tenant, at: AtAr24, fields: object = {}) {
  const { id: senderAccountId } = await ar24Sender(of, at)
  return await draftOf(of, { type: 'qualified', senderAccountId, recipients: [recipient()], ...fields })
}

/** A mail that was sent through AR24. */
export async function sentByAr24(of: Tenant, at: AtAr24, fields: object = {}) {
  const { id } = await ar24Draft(of, at, fields)
  const answer = await sendMail(of, id)
  demand(answer, 200)
  return answer.body
}

/** Runs the job of outside vendors once, as if its message came again. */
export async function settleItemAgain(mailId: string, itemId: string): Promise<unknown> {
  return await invoke('registered-mail-vendors', queued('registered_mail.vendor_due', { mailId, itemId }))
}
