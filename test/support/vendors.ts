import { randomUUID } from 'node:crypto'
import { managerOf } from './api-keys.ts'
import { type Answer, call, demand } from './client.ts'
import { cloud } from './cloud.ts'
import { invoke, queued } from './inspection.ts'
import { type Draft, signer } from './signature.ts'
import type { Tenant } from './tenant.ts'

export const connectionsPath = ({ org }: Pick<Tenant, 'org'>, rest = '') =>
  `/v1/orgs/${org.id}/vendor-connections${rest}`

export interface Connected {
  readonly apiKey: string
  readonly secret: string
  readonly webhookUrl: string
  /** Of a person who manages the connections. */
  readonly managerToken: string
}

/** A body that connects Yousign, its sandbox unless told. */
export function yousignInput(apiKey: string, webhookSecret: string = randomUUID(), environment = 'sandbox') {
  return { environment, credentials: { apiKey, webhookSecret } }
}

/** Connects an organization to a customer of its own at the fake of Yousign, which then sends webhooks. */
export async function connectYousign(
  of: Tenant,
  delivery: 'once' | 'twice' | 'lost' = 'once',
  manager: string | null = null,
): Promise<Connected> {
  const [apiKey, secret] = [`key-${randomUUID()}`, randomUUID()]
  const token = manager ?? (await managerOf(of)).token
  const json = yousignInput(apiKey, secret, of.org.livemode ? 'live' : 'sandbox')
  const answer = await call('PUT', connectionsPath(of, '/yousign'), { token, json })
  demand(answer, 200)
  const { webhookUrl } = answer.body
  await atFake(apiKey, 'webhook', { url: webhookUrl, secret, delivery })
  return { apiKey, secret, webhookUrl, managerToken: token }
}

/** Has the fake do something: a person on its page, or a mishap. */
export async function atFake(
  apiKey: string,
  what: 'webhook' | 'fault' | 'act' | 'resave' | 'give' | 'release' | 'alter',
  json: object,
): Promise<void> {
  const response = await fetch(`${fakeUrl()}/_fake/${apiKey}/${what}`, { method: 'POST', body: JSON.stringify(json) })
  if (!response.ok) throw new Error(`the fake answered ${response.status}: ${await response.text()}`)
}

export async function stateAtFake(apiKey: string): Promise<Answer['body']> {
  return await (await fetch(`${fakeUrl()}/_fake/${apiKey}/state`)).json()
}

/** A call of Yousign's own API, as somebody with the key makes it beside us. */
export async function callFake(apiKey: string, path: string, body: object | FormData): Promise<Answer['body']> {
  const isForm = body instanceof FormData
  const response = await fetch(`${fakeUrl()}/v3${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, ...(!isForm && { 'Content-Type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`the fake answered ${response.status}: ${await response.text()}`)
  return await response.json()
}

function fakeUrl(): string {
  const { yousignUrl } = cloud()
  if (!yousignUrl) throw new Error('there is no fake of Yousign')
  return yousignUrl
}

const field = { type: 'signature', page: 1, x: 60.4, y: 640, width: 200, height: 70 }

/** A signer whom Yousign can ask. */
export function vendorSigner(suffix = '', more: Draft = {}): Draft & { email: string } {
  const made = signer(suffix, { authMethod: 'sms_otp', phone: '+33612345678', fields: [field], ...more })
  return { ...made, email: String(made.email) }
}

export function vendorDraft(more: Draft = {}): Draft {
  return { vendor: 'yousign', eidasLevel: 'aes', signers: [vendorSigner()], ...more }
}

/** Runs the job of outside vendors once, as if its message came again. */
export async function settleAgain(requestId: string): Promise<unknown> {
  return await invoke('signature-vendors', queued('signature.vendor_due', { requestId }))
}
