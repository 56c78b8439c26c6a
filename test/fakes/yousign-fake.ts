import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { type FakeRequest, YousignAccount } from './yousign-account.ts'

export interface YousignFake extends AsyncDisposable {
  /** Without `/v3`. */
  readonly url: string
  close(): Promise<void>
}

type Answer = { status: number; json?: unknown; pdf?: Uint8Array }

const problem = (status: number, type: string, detail: string): Answer => ({ status, json: { type, detail } })

const creation = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  external_id: v.string(),
  delivery_mode: v.picklist(['email', 'none']),
  ordered_signers: v.boolean(),
  signers_allowed_to_decline: v.boolean(),
  expiration_date: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/)),
  timezone: v.string(),
})

const signerInput = v.object({
  info: v.object({
    first_name: v.pipe(v.string(), v.minLength(1)),
    last_name: v.pipe(v.string(), v.minLength(1)),
    email: v.pipe(v.string(), v.email()),
    phone_number: v.nullable(v.pipe(v.string(), v.regex(/^\+\d{6,15}$/))),
    locale: v.pipe(v.string(), v.length(2)),
  }),
  signature_level: v.picklist([
    'electronic_signature',
    'advanced_electronic_signature',
    'qualified_electronic_signature',
  ]),
  signature_authentication_mode: v.nullable(v.picklist(['no_otp', 'otp_email', 'otp_sms'])),
  fields: v.pipe(
    v.array(
      v.object({
        document_id: v.string(),
        type: v.literal('signature'),
        page: v.pipe(v.number(), v.integer(), v.minValue(1)),
        x: v.pipe(v.number(), v.integer()),
        y: v.pipe(v.number(), v.integer()),
        width: v.pipe(v.number(), v.integer()),
        height: v.pipe(v.number(), v.integer()),
      }),
    ),
    v.minLength(1),
  ),
})

/** A small server that behaves as Yousign's API v3 does, as far as our adapter can see. It keeps everything in memory. */
export async function startYousignFake(port = 0): Promise<YousignFake> {
  const accounts = new Map<string, YousignAccount>()
  const accountOf = (key: string) => {
    const account = accounts.get(key) ?? new YousignAccount()
    accounts.set(key, account)
    return account
  }
  const server = createServer((request, response) => {
    answer(request, response, accountOf).catch((error: unknown) => {
      if (!response.headersSent) send(response, { status: 500, json: { detail: String(error) } })
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the fake has no port')
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${address.port}`, close, [Symbol.asyncDispose]: close }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  accountOf: (key: string) => YousignAccount,
): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const body = await buffer(request)
  if (url.startsWith('/_fake/')) return send(response, await administer(method, url, body, accountOf))
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!key || key.startsWith('wrong')) return send(response, problem(401, 'unauthorized', 'The API key is not valid.'))
  const account = accountOf(key)
  const fault = account.faultOf(`${method} ${url}`)
  if (fault === 'broken') return void request.socket.destroy()
  if (typeof fault === 'number') return send(response, problem(fault, 'fault', 'This was asked for.'))
  const contentType = request.headers['content-type'] ?? ''
  const answered = await serve(account, { method, url: url.replace(/^\/v3/, ''), body, contentType })
  if (fault === 'lost') return void request.socket.destroy()
  if (fault === 'held') await account.hold()
  send(response, answered)
}

interface Call {
  readonly method: string
  readonly url: string
  readonly body: Buffer
  readonly contentType: string
}

async function serve(account: YousignAccount, call: Call): Promise<Answer> {
  const { pathname, searchParams } = new URL(call.url, 'http://fake')
  const [, collection, id, part, partId, action] = pathname.split('/')
  if (collection !== 'signature_requests') return problem(404, 'not_found', 'There is no such route.')
  if (id === undefined) return call.method === 'POST' ? create(account, call) : list(account, searchParams)
  const request = account.requests.get(id)
  if (!request) return problem(404, 'not_found', 'There is no such signature request.')
  if (part === undefined) return remove(account, request, call)
  if (part === 'documents' && call.method === 'GET' && partId === 'download') return signedDocument(account, request)
  if (part === 'documents') return await documents(request, call)
  if (part === 'signers') return signers(request, call, { signerId: partId, action })
  if (part === 'activate') return activate(account, request)
  if (part === 'audit_trails' && partId === 'download') return auditTrail(request)
  if (part === 'cancel') return cancel(request)
  return problem(404, 'not_found', 'There is no such route.')
}

const shown = ({ id, external_id, status, name }: FakeRequest) => ({ id, external_id, status, name })

function create(account: YousignAccount, { body }: Call): Answer {
  const input = v.safeParse(creation, JSON.parse(body.toString()))
  if (!input.success) return problem(400, 'validation', input.issues[0].message)
  const request: FakeRequest = { id: randomUUID(), ...input.output, signers: [], documents: [], status: 'draft' }
  account.requests.set(request.id, request)
  return { status: 201, json: shown(request) }
}

function list({ requests }: YousignAccount, query: URLSearchParams): Answer {
  const externalId = query.get('external_id')
  const found = [...requests.values()].filter(({ external_id }) => externalId === null || external_id === externalId)
  return { status: 200, json: { meta: { next_cursor: null }, data: found.map(shown) } }
}

function remove({ requests }: YousignAccount, request: FakeRequest, { method }: Call): Answer {
  if (method === 'GET') return { status: 200, json: shown(request) }
  if (request.status !== 'draft') return problem(403, 'not_draft', 'Only drafts can be deleted.')
  requests.delete(request.id)
  return { status: 204 }
}

function signedDocument({ given }: YousignAccount, { external_id, documents: [document] }: FakeRequest): Answer {
  const pdf = given.get(external_id) ?? document?.bytes
  return pdf ? { status: 200, pdf } : problem(404, 'not_found', 'There is no document.')
}

async function documents(request: FakeRequest, { body, contentType }: Call): Promise<Answer> {
  if (request.status !== 'draft') return problem(400, 'not_draft', 'The request was sent already.')
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData()
  const file = form.get('file')
  if (!(file instanceof File) || form.get('nature') !== 'signable_document')
    return problem(400, 'validation', 'A file and its nature are needed.')
  const document = { id: randomUUID(), bytes: new Uint8Array(await file.arrayBuffer()) }
  request.documents.push(document)
  return { status: 201, json: { id: document.id, nature: 'signable_document' } }
}

function signers(
  request: FakeRequest,
  { method, body }: Call,
  { signerId, action }: { readonly signerId: string | undefined; readonly action: string | undefined },
): Answer {
  if (signerId !== undefined && action === 'send_reminder') {
    const signer = request.signers.find(({ id }) => id === signerId)
    if (!signer) return problem(404, 'not_found', 'There is no such signer.')
    signer.reminders++
    return { status: 201 }
  }
  if (method === 'GET') return { status: 200, json: request.signers }
  const input = v.safeParse(signerInput, JSON.parse(body.toString()))
  if (!input.success) return problem(400, 'validation', input.issues[0].message)
  if (/\+refused@/.test(input.output.info.email)) return problem(400, 'validation', 'This e-mail cannot be used.')
  if (input.output.signature_authentication_mode === 'otp_sms' && input.output.info.phone_number === null)
    return problem(400, 'validation', 'A phone number is needed.')
  const signer = { id: randomUUID(), ...input.output, status: 'initiated' as const, reminders: 0, signed_at: null }
  request.signers.push(signer)
  return { status: 201, json: signer }
}

function activate(account: YousignAccount, request: FakeRequest): Answer {
  if (request.status !== 'draft') return problem(400, 'not_draft', 'The request was sent already.')
  if (request.documents.length === 0 || request.signers.length === 0)
    return problem(400, 'incomplete', 'A document and a signer are needed.')
  account.activate(request)
  return { status: 201, json: shown(request) }
}

/** A PDF that tells who signed. */
function auditTrail({ status, signers }: FakeRequest): Answer {
  if (status !== 'done') return problem(403, 'not_done', 'There is no audit trail before everybody signed.')
  const names = signers.map(({ info }) => info.email).join(', ')
  return { status: 200, pdf: Buffer.from(`%PDF-1.7\n% audit trail of ${names}\n%%EOF\n`) }
}

function cancel(request: FakeRequest): Answer {
  if (request.status !== 'ongoing') return problem(403, 'not_ongoing', 'Only ongoing requests can be canceled.')
  request.status = 'canceled'
  return { status: 201, json: shown(request) }
}

const administration = {
  webhook: v.object({ url: v.string(), secret: v.string(), delivery: v.picklist(['once', 'twice', 'lost']) }),
  fault: v.object({
    match: v.string(),
    times: v.number(),
    as: v.union([v.number(), v.picklist(['lost', 'broken', 'held'])]),
  }),
  release: v.object({}),
  alter: v.object({
    externalId: v.string(),
    signer: v.partial(v.omit(signerInput, ['fields'])),
  }),
  resave: v.object({ as: v.picklist(['rewritten', 'other']) }),
  give: v.object({ externalId: v.string(), pdf: v.pipe(v.string(), v.base64()) }),
  act: v.object({ externalId: v.string(), email: v.string(), action: v.picklist(['open', 'sign', 'decline']) }),
}

/** What people and mishaps do, by the API key of the customer: `/_fake/{key}/{what}`. */
async function administer(
  method: string,
  url: string,
  body: Buffer,
  accountOf: (key: string) => YousignAccount,
): Promise<Answer> {
  const [, , key = '', what] = url.split('/')
  const account = accountOf(key)
  if (method === 'GET') {
    const requests = [...account.requests.values()].map(({ documents: _, ...request }) => request)
    return { status: 200, json: { requests, activations: account.activations, held: account.held.length } }
  }
  const json: unknown = JSON.parse(body.toString())
  if (what === 'webhook') account.webhook = v.parse(administration.webhook, json)
  if (what === 'fault') account.addFault(v.parse(administration.fault, json))
  if (what === 'resave') account.resave = v.parse(administration.resave, json).as
  if (what === 'give') {
    const { externalId, pdf } = v.parse(administration.give, json)
    account.given.set(externalId, Buffer.from(pdf, 'base64'))
  }
  if (what === 'release') account.release()
  const requestOf = (externalId: string) =>
    [...account.requests.values()].find(({ external_id }) => external_id === externalId)
  if (what === 'alter') {
    const { externalId, signer } = v.parse(administration.alter, json)
    Object.assign(requestOf(externalId)?.signers[0] ?? {}, signer)
  }
  if (what === 'act') {
    const { externalId, email, action } = v.parse(administration.act, json)
    const request = requestOf(externalId)
    if (!request) return problem(404, 'not_found', 'There is no such request.')
    await account.act(request, email, action)
  }
  return { status: 204 }
}

function send(response: ServerResponse, { status, json, pdf }: Answer): void {
  if (pdf) {
    response.writeHead(status, { 'Content-Type': 'application/pdf' }).end(pdf)
    return
  }
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(json === undefined ? '' : JSON.stringify(json))
}
