import { randomUUID } from 'node:crypto'
import { preparedSignatureKey, preparedSignatures } from '../../functions/signature/model/prepared-signature.ts'
import { unsignedOf } from '../../functions/signature/signing-page/remote-signature/prepare-signature.ts'
import { cscKeys } from '../../functions/signature/vendors/csc/csc-keys.ts'
import { put } from '../../infra/local/tenant.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { getItem } from '../../shared/store/table.ts'
import { type CscFake, startCscFake } from '../fakes/csc-fake.ts'
import { managerOf } from './api-keys.ts'
import { type Answer, call, demand } from './client.ts'
import { cloud } from './cloud.ts'
import { create, type Draft, signer } from './signature.ts'
import { agree, type Browser, open, visit } from './signing.ts'
import { type Tenant, table } from './tenant.ts'
import { connectionsPath } from './vendors.ts'

type Request = Answer['body']

export interface AtCsc {
  readonly clientId: string
  /** Of a person who manages the connections. */
  readonly managerToken: string
}

/** A body that connects the sandbox of a provider. */
export async function cscInput(clientId: string, clientSecret = `secret-of-${clientId}`) {
  return { environment: 'sandbox', credentials: { baseUrl: await cscUrl(), clientId, clientSecret } }
}

/** Connects an organization to the fake of a provider, as a client of its own. */
export async function connectCsc(of: Tenant): Promise<AtCsc> {
  const clientId = `client-${randomUUID()}`
  const { token } = await managerOf(of)
  const environment = of.org.livemode ? 'live' : 'sandbox'
  const json = { ...(await cscInput(clientId)), environment }
  demand(await call('PUT', connectionsPath(of, '/csc'), { token, json }), 200)
  return { clientId, managerToken: token }
}

/** Has the fake do something. */
export async function toCsc(clientId: string, what: 'fault' | 'mode', json: object): Promise<void> {
  const url = new URL(`/_fake/${clientId}/${what}`, await cscUrl())
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(json) })
  if (!response.ok) throw new Error(`the fake answered ${response.status}: ${await response.text()}`)
}

/** Each hash that the provider signed for a client. */
export async function signedByCsc(clientId: string): Promise<string[]> {
  const state: Answer['body'] = await (await fetch(new URL(`/_fake/${clientId}/state`, await cscUrl()))).json()
  return state.signed
}

let fake: Promise<CscFake> | undefined

/** Where the fake of the cloud is. A cloud without one has a fake of this process: connections name their provider. */
async function cscUrl(): Promise<string> {
  const { cscUrl: known } = cloud()
  if (known !== undefined) return known
  fake ??= startCscFake()
  return (await fake).url
}

/** A signer who signs with a key at the provider. */
export function cscSigner(suffix = '', more: Draft = {}): Draft {
  const field = { type: 'signature', page: 1, x: 60.4, y: 640, width: 200, height: 70 }
  return signer(suffix, { authMethod: 'vendor_identity', fields: [field], ...more })
}

export function cscDraft(more: Draft = {}): Draft {
  return { vendor: 'csc', eidasLevel: 'qes', signers: [cscSigner()], ...more }
}

export async function cscRequest(of: Tenant, more: Draft = {}): Promise<Request> {
  return await create(of, cscDraft(more))
}

/** The signer's browser, where the document is open and the signer agreed. */
export async function agreedAt(request: Request, index = 0): Promise<Browser> {
  const browser = await visit(request, index)
  await open(browser)
  await agree(browser)
  return browser
}

export function startAt(browser: Browser, request: Request): Promise<Answer> {
  return browser.post('/vendor-authorization', { documentSha256: request.document.sha256 })
}

/** What the browser brings back from the provider's page. */
export interface Returned {
  readonly code: string | null
  readonly state: string | null
  readonly error: string | null
}

/** The person answers on the provider's page. */
export async function answerAt(url: string, answer: 'allow' | 'deny' = 'allow'): Promise<Returned> {
  const shown = await fetch(url)
  if (!shown.ok) throw new Error(`the page of the provider answered ${shown.status}: ${await shown.text()}`)
  const body = new URLSearchParams({ answer })
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const { searchParams } = new URL(response.headers.get('location') ?? '')
  const [code, state, error] = ['code', 'state', 'error'].map((name) => searchParams.get(name))
  return { code: code ?? null, state: state ?? null, error: error ?? null }
}

/** From "Continue" to what the browser brings back. */
export async function allowed(browser: Browser, request: Request): Promise<Returned> {
  const started = await startAt(browser, request)
  demand(started, 200)
  return await answerAt(started.body.url)
}

export function finish(browser: Browser, { code, state }: Pick<Returned, 'code' | 'state'>): Promise<Answer> {
  return browser.post('/vendor-signature', { code, state })
}

/** Opens, agrees, allows the signature at the provider, and signs. */
export async function signAtCsc(request: Request, index = 0): Promise<Answer> {
  const browser = await agreedAt(request, index)
  return await finish(browser, await allowed(browser, request))
}

/** Puts another certificate in place of the one that the signature was prepared with. */
export async function withCertificate(request: Request, certificate: Uint8Array, index = 0): Promise<void> {
  const prepared = await preparedAt(request, index)
  const chain = [Buffer.from(certificate).toString('base64')]
  await put(table(), preparedSignatures, { ...prepared, credential: { ...prepared.credential, chain } })
}

async function preparedAt(request: Request, index: number) {
  const item = await getItem(table(), preparedSignatureKey(request.id, request.signers[index].id))
  if (!item) throw new Error('nothing was started')
  return fromItem(preparedSignatures, item)
}

/** Has the provider make the signature, and keeps it beside the request, as after a try that broke down then. */
export async function signedBefore(at: AtCsc, request: Request, { code, state }: Returned, index = 0): Promise<void> {
  if (code === null || state === null) throw new Error('nothing was allowed')
  const prepared = await preparedAt(request, index)
  const { credentials } = await cscInput(at.clientId)
  const connection = { environment: 'sandbox' as const, credentials, webhookToken: '' }
  const { credential, codeVerifier, redirectUri } = prepared
  const unsigned = unsignedOf(prepared)
  const authorization = { credential, sha256: unsigned.sha256, code, state, codeVerifier, redirectUri }
  process.env.LOCAL_WEBHOOK_RECEIVERS = 'allowed'
  const signature = await cscKeys.sign(connection, authorization, AbortSignal.timeout(60_000))
  await put(table(), preparedSignatures, { ...prepared, signature: Buffer.from(signature).toString('base64') })
}

/** Where the page of the fake is. */
export async function cscOrigin(): Promise<string> {
  return new URL(await cscUrl()).origin
}
