import { randomUUID } from 'node:crypto'
import { chainOf } from '../../functions/signature/model/activity.ts'
import { type RequestRecord, requests } from '../../functions/signature/model/request.ts'
import { nothingPlanned } from '../../functions/signature/model/retention.ts'
import type { Step } from '../../functions/signature/model/step.ts'
import { contractPdf } from '../../infra/local/demo/contract.ts'
import { put } from '../../infra/local/tenant.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { getItem } from '../../shared/store/table.ts'
import { uploads } from '../../shared/store/uploads.ts'
import { alterRecord } from './alter-record.ts'
import { type Answer, type CallOptions, call, demand, persistently } from './client.ts'
import { storeUploaded } from './inspection.ts'
import { type Tenant, table } from './tenant.ts'
import { until } from './until.ts'

/** Whose token is used, for which entity. */
export type Sender = Pick<Tenant, 'entity' | 'token'>

/** What the body of a creation says; tests also send what it must not say. */
export type Draft = Record<string, unknown>

let made: Promise<Uint8Array> | undefined

/** A contract of three A4 pages. */
export function contract(): Promise<Uint8Array> {
  made ??= contractPdf()
  return made
}

/** A signer whom the simulated vendor plays as the e-mail's suffix says; without one, nobody plays them. */
export function signer(suffix = '', more: Draft = {}): Draft {
  return { firstName: 'Jane', lastName: 'Doe', email: `${randomUUID()}${suffix}@example.com`, ...more }
}

export function draftFor({ entity }: Pick<Tenant, 'entity'>, more: Draft = {}): Draft {
  return { entityId: entity.id, title: 'Service agreement', signers: [signer()], ...more }
}

export interface Upload {
  /** Null: no file part. */
  readonly file?: Uint8Array | null
  readonly fileName?: string
  /** The data part as it is, where it is not the JSON of the draft. */
  readonly data?: string
  readonly headers?: Record<string, string>
}

/** Creates a request as a client with a form does. */
export async function post(of: Sender, draft: Draft, upload: Upload = {}): Promise<Answer> {
  const form = new FormData()
  const file = upload.file === undefined ? await contract() : upload.file
  if (file) form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), upload.fileName ?? 'a.pdf')
  form.set('data', upload.data ?? JSON.stringify(draft))
  const headers = upload.headers ? { headers: upload.headers } : {}
  return await call('POST', '/v1/signature-requests', { token: of.token, body: form, ...headers })
}

/** A request that was created, as the API answered: for what comes after it. */
export async function create(of: Sender, more: Draft = {}, upload: Upload = {}): Promise<Answer['body']> {
  const draft = draftFor(of, more)
  // However often it has to be asked for, it is one request.
  const headers = { 'Idempotency-Key': randomUUID(), ...upload.headers }
  const answer = await persistently(() => post(of, draft, { ...upload, headers }))
  demand(answer, 201)
  return answer.body
}

/** Puts bytes where `POST /v1/uploads` says, and gives the id of the upload. */
export async function uploadOf(of: Pick<Tenant, 'token'>, bytes: Uint8Array, more: Draft = {}): Promise<string> {
  const declared = { fileName: 'a.pdf', contentType: 'application/pdf', size: bytes.length, ...more }
  const asking = { token: of.token, json: declared, headers: { 'Idempotency-Key': randomUUID() } }
  const made = await persistently(() => call('POST', '/v1/uploads', asking))
  demand(made, 201)
  const { url, headers, method } = made.body
  const stored = await fetch(url, { method, headers, body: new Uint8Array(bytes) })
  if (stored.status !== 200) throw new Error(`the upload was answered ${stored.status}`)
  return made.body.id
}

/** An upload one byte over 15 MiB, which no operation would have taken up: it is put where uploads are. */
export async function oversizedUpload({ key: { clientId } }: Pick<Tenant, 'key'>): Promise<string> {
  const [id, size] = [systemIds(), 15_728_641]
  await put(table(), uploads, {
    id,
    principalId: clientId,
    fileName: 'a.pdf',
    contentType: 'application/pdf',
    size,
    sha256: null,
    key: `${clientId}/${id}`,
    createdAt: new Date().toISOString(),
    usedAt: null,
    version: 1,
  })
  await storeUploaded(`${clientId}/${id}`, new Uint8Array(size))
  return id
}

/** Creates a request from an upload. */
export async function postUploaded(of: Sender, draft: Draft, uploadId: unknown): Promise<Answer> {
  return await call('POST', '/v1/signature-requests', { token: of.token, json: { ...draft, uploadId } })
}

export const verifyPath = '/v1/signature-documents/verify'

/** Asks for the signatures of a PDF, as a form. */
export function verification(of: Pick<Tenant, 'token'>, pdf: Uint8Array): { path: string; options: CallOptions } {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'signed.pdf')
  return { path: verifyPath, options: { token: of.token, body: form } }
}

export async function verify(of: Pick<Tenant, 'token'>, pdf: Uint8Array): Promise<Answer> {
  const { path, options } = verification(of, pdf)
  return await call('POST', path, options)
}

export const pathOf = (id: string) => `/v1/signature-requests/${id}`

export async function read(of: Pick<Tenant, 'token'>, id: string): Promise<Answer['body']> {
  const answer = await call('GET', pathOf(id), { token: of.token })
  demand(answer, 200)
  return answer.body
}

export type VendorAction = 'open' | 'sign' | 'decline' | 'bounce' | 'fail'

/** Plays what a signer does, by their place among the signers. */
export async function act(
  of: Pick<Tenant, 'token'>,
  request: Answer['body'],
  index: number,
  action: VendorAction,
  more = {},
) {
  const path = `/v1/test/signature-requests/${request.id}/signers/${request.signers[index].id}/actions`
  return await call('POST', path, { token: of.token, json: { action, ...more } })
}

/** Waits for a request to be as a test wants it. */
export async function settled(
  of: Pick<Tenant, 'token'>,
  id: string,
  what: string,
  is: (request: Answer['body']) => boolean,
): Promise<Answer['body']> {
  return await until(`a request that is ${what}`, async () => {
    const request = await read(of, id)
    return is(request) ? request : null
  })
}

export async function sealed(of: Pick<Tenant, 'token'>, id: string): Promise<Answer['body']> {
  return await settled(of, id, 'sealed', ({ document }) => document.sealStatus === 'sealed')
}

/**
 * Cancels a request, and tries again after `concurrent_update`, as a client would. The jobs of a new request, such as its invitations, may
 * write it at the same time.
 */
export async function cancelRequest(of: Pick<Tenant, 'token'>, id: string): Promise<void> {
  const answer = await until('the cancellation', async () => {
    const tried = await call('POST', `${pathOf(id)}/cancel`, { token: of.token, json: {} })
    return codeOf(tried) !== 'concurrent_update' && tried
  })
  demand(answer, 200)
}

/** A completed request, sealed. */
export async function completed(of: Sender, more: Draft = {}): Promise<Answer['body']> {
  const request = await create(of, more)
  for (const index of request.signers.keys()) demand(await act(of, request, index, 'sign'), 200)
  return await sealed(of, request.id)
}

/** The request as it stands in the table. */
export async function storedRequest(id: string): Promise<RequestRecord> {
  const item = await getItem(table(), { PK: `SIGREQ#${id}`, SK: 'REQUEST' })
  if (!item) throw new Error(`there is no request ${id}`)
  return fromItem(requests, item)
}

/** The links of a request's chain as they stand in the table. */
export async function storedChain(id: string): Promise<Step[]> {
  return await chainOf(table(), await storedRequest(id))
}

/** Puts a request into a state that no operation can bring about now, such as one whose expiry has passed. */
export async function alter(id: string, change: (record: RequestRecord) => Partial<RequestRecord>): Promise<void> {
  await alterRecord(requests, () => storedRequest(id), change)
}

/** As a request is once all its signers were asked. */
export function asked({ signers, sentAt }: RequestRecord): Partial<RequestRecord> {
  return { signers: signers.map((signer) => ({ ...signer, status: 'notified' as const, notifiedAt: sentAt })) }
}

/** As an ended request is once its files were archived. */
export function archivedNow({ updatedAt }: RequestRecord): Partial<RequestRecord> {
  const end = { status: 'canceled' as const, endedAt: updatedAt, dueAt: null }
  return { ...end, retention: { ...nothingPlanned, state: 'archived', archivedAt: updatedAt } }
}

export const past = '2026-01-01T00:00:00.000Z'

/** A request whose time is over, before any sweep has looked at it; `dueAt` alone decides when one will. */
export async function overdue(of: Sender, more: Draft = {}, dueAt: string | null = null): Promise<Answer['body']> {
  const request = await create(of, more)
  await alter(request.id, () => ({ expiresAt: past, dueAt }))
  return request
}

export function codeOf(answer: Pick<Answer, 'status' | 'body'>): string {
  return answer.body?.error?.code ?? String(answer.status)
}
