import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { CscAccount, type FakeCredential, keyAlgorithms } from './csc-account.ts'

export interface CscFake extends AsyncDisposable {
  /** Where the API is: the `baseUrl` of a connection. */
  readonly url: string
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly json?: unknown
  readonly html?: string
  readonly location?: string
}

type AccountOf = (clientId: string) => CscAccount

const problem = (status: number, error: string, error_description: string): Answer => ({
  status,
  json: { error, error_description },
})
const invalidRequest = (text: string) => problem(400, 'invalid_request', text)

const sha256 = '2.16.840.1.101.3.4.2.1'
const apiPath = '/csc/v2'

/**
 * A small server that behaves as a provider with the API of the Cloud Signature Consortium 2.0 does, as far as our adapter can see. A
 * client is known by any id; its secret is `secret-of-` and the id.
 */
export async function startCscFake(port = 0): Promise<CscFake> {
  const accounts = new Map<string, CscAccount>()
  const accountOf: AccountOf = (clientId) => {
    const account = accounts.get(clientId) ?? new CscAccount()
    accounts.set(clientId, account)
    return account
  }
  const everybody = () => [...accounts.values()]
  const server = createServer((request, response) => {
    answer(request, response, { accountOf, everybody }).catch((error: unknown) => {
      if (!response.headersSent) send(response, { status: 500, json: { error: String(error) } })
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  // A process of tests ends without closing it.
  server.unref()
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the fake has no port')
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${address.port}${apiPath}`, close, [Symbol.asyncDispose]: close }
}

interface Accounts {
  readonly accountOf: AccountOf
  readonly everybody: () => readonly CscAccount[]
}

async function answer(request: IncomingMessage, response: ServerResponse, accounts: Accounts): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const body = await buffer(request)
  const { pathname, searchParams } = new URL(url, 'http://fake')
  if (pathname.startsWith('/_fake/')) return send(response, administer(method, pathname, body, accounts.accountOf))
  if (pathname === '/oauth2/authorize') return send(response, page(method, searchParams, body, accounts.accountOf))
  if (pathname === `${apiPath}/info`) return send(response, info(request))
  if (pathname === '/oauth2/token') {
    const form = new URLSearchParams(body.toString())
    const account = accounts.accountOf(form.get('client_id') ?? '')
    return await withFaults(request, response, account, () => tokens(form, account))
  }
  // Calls of the API are of the client whose token they bring.
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const account = accounts.everybody().find((each) => each.knows(token)) ?? new CscAccount()
  await withFaults(request, response, account, () =>
    serve(account, token, pathname.slice(apiPath.length), JSON.parse(body.toString())),
  )
}

async function withFaults(
  request: IncomingMessage,
  response: ServerResponse,
  account: CscAccount,
  work: () => Promise<Answer> | Answer,
): Promise<void> {
  const fault = account.faultOf(`${request.method} ${request.url}`)
  if (fault === 'late') return
  if (fault === 'broken') return void request.socket.destroy()
  if (typeof fault === 'number') return send(response, problem(fault, 'fault', 'This was asked for.'))
  const answered = await work()
  if (fault === 'held') await account.codeRefused.promise
  if (fault === 'lost') return void request.socket.destroy()
  send(response, answered)
}

function info({ headers }: IncomingMessage): Answer {
  const json = {
    specs: '2.0.0.2',
    name: 'A fake provider',
    region: 'FR',
    lang: 'en-US',
    authType: ['oauth2code', 'oauth2client'],
    oauth2: `http://${headers.host}`,
    methods: ['credentials/list', 'credentials/info', 'signatures/signHash'],
    signAlgorithms: { algos: Object.values(keyAlgorithms) },
  }
  return { status: 200, json }
}

function tokens(form: URLSearchParams, account: CscAccount): Answer {
  const clientId = form.get('client_id') ?? ''
  if (account.refusesClient || form.get('client_secret') !== `secret-of-${clientId}`)
    return problem(401, 'invalid_client', 'The secret of the client is wrong.')
  const expires_in = 300
  if (form.get('grant_type') === 'client_credentials') {
    if (form.get('scope') !== 'service') return invalidRequest('Only the scope service is possible.')
    return { status: 200, json: { access_token: account.serviceToken(), token_type: 'Bearer', expires_in } }
  }
  if (form.get('grant_type') !== 'authorization_code') return invalidRequest('The grant type is unknown.')
  const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) => form.get(name) ?? '')
  const access_token = account.redeem(code ?? '', redirectUri ?? '', verifier ?? '')
  if (access_token === null) return problem(400, 'invalid_grant', 'The code cannot be used.')
  return { status: 200, json: { access_token, token_type: account.tokenType, expires_in } }
}

const listing = v.object({ userID: v.pipe(v.string(), v.minLength(1)), onlyValid: v.boolean() })
const credentialQuestion = v.object({ credentialID: v.string(), certificates: v.picklist(['chain', 'single', 'none']) })
const signing = v.object({
  credentialID: v.string(),
  SAD: v.optional(v.string()),
  hashes: v.pipe(v.array(v.pipe(v.string(), v.base64())), v.length(1)),
  hashAlgorithmOID: v.literal(sha256),
  signAlgo: v.picklist(Object.values(keyAlgorithms)),
  operationMode: v.literal('S'),
})

async function serve(account: CscAccount, token: string, path: string, json: unknown): Promise<Answer> {
  if (path === '/signatures/signHash') return await signHash(account, token, json)
  if (!account.isService(token)) return problem(401, 'invalid_token', 'A service token is needed.')
  if (path === '/credentials/list') {
    const input = v.safeParse(listing, json)
    if (!input.success) return invalidRequest(input.issues[0].message)
    const credentialIDs = account.credentialsOf(input.output.userID).map(({ id }) => id)
    return { status: 200, json: { credentialIDs } }
  }
  if (path !== '/credentials/info') return problem(404, 'not_found', 'There is no such method.')
  const input = v.safeParse(credentialQuestion, json)
  const credential = input.success ? account.credentials.get(input.output.credentialID) : undefined
  return credential ? { status: 200, json: shown(credential) } : invalidRequest('The credential is unknown.')
}

function shown({ holder, kind, scal, status }: FakeCredential) {
  const certificates = [holder.certificate, ...holder.issuers].map((der) => Buffer.from(der).toString('base64'))
  return {
    key: { status, algo: [keyAlgorithms[kind]], len: kind === 'rsa' ? 2048 : 256 },
    cert: { status: 'valid', certificates },
    auth: { mode: 'oauth2code' },
    SCAL: scal,
    multisign: 1,
  }
}

async function signHash(account: CscAccount, token: string, json: unknown): Promise<Answer> {
  const input = v.safeParse(signing, json)
  if (!input.success) return invalidRequest(input.issues[0].message)
  const { SAD, credentialID, hashes } = input.output
  const isSad = account.tokenType === 'SAD'
  if (isSad && !account.isService(token)) return problem(401, 'invalid_token', 'A service token is needed.')
  const signature = await account.sign((isSad ? SAD : token) ?? '', credentialID, hashes[0] ?? '')
  if (!signature) return problem(400, 'invalid_request', 'The SAD does not allow this signature.')
  return { status: 200, json: { signatures: [Buffer.from(signature).toString('base64')] } }
}

const question = v.object({
  response_type: v.literal('code'),
  client_id: v.pipe(v.string(), v.minLength(1)),
  redirect_uri: v.pipe(v.string(), v.url()),
  scope: v.literal('credential'),
  state: v.pipe(v.string(), v.minLength(20)),
  code_challenge: v.pipe(v.string(), v.length(43)),
  code_challenge_method: v.literal('S256'),
  credentialID: v.string(),
  numSignatures: v.literal('1'),
  hashes: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  hashAlgorithmOID: v.literal(sha256),
})

/** The page on which somebody allows a signature: it asks, and the answer sends the browser back. */
function page(method: string, query: URLSearchParams, body: Buffer, accountOf: AccountOf): Answer {
  const input = v.safeParse(question, Object.fromEntries(query))
  if (!input.success) return { status: 400, html: `<p>${input.issues[0].message}</p>` }
  const { client_id, redirect_uri, state, code_challenge, credentialID, hashes } = input.output
  const account = accountOf(client_id)
  const credential = account.credentials.get(credentialID)
  if (!credential) return { status: 400, html: '<p>This credential is unknown.</p>' }
  if (method === 'GET')
    return {
      status: 200,
      html: `<!doctype html><title>A fake provider</title><h1>A fake provider</h1><p>Sign as ${credential.userId}?</p>
<form method="post"><button name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></form>`,
    }
  const back = new URL(redirect_uri)
  back.searchParams.set('state', state)
  if (new URLSearchParams(body.toString()).get('answer') !== 'allow') back.searchParams.set('error', 'access_denied')
  else {
    const asked = { id: randomUUID(), redirectUri: redirect_uri, state, challenge: code_challenge }
    const hash = Buffer.from(hashes, 'base64url').toString('base64')
    back.searchParams.set('code', account.codeFor({ ...asked, credentialId: credentialID, hash }))
  }
  return { status: 303, location: back.href }
}

const administration = {
  fault: v.object({
    match: v.string(),
    times: v.number(),
    as: v.union([v.number(), v.picklist(['lost', 'broken', 'late', 'held'])]),
  }),
  mode: v.object({
    tokenType: v.optional(v.picklist(['SAD', 'Bearer'])),
    signsAnother: v.optional(v.boolean()),
    refusesClient: v.optional(v.boolean()),
    nameOfPeople: v.optional(v.string()),
  }),
}

/** Mishaps, by the id of the client: `/_fake/{clientId}/{what}`. */
function administer(method: string, pathname: string, body: Buffer, accountOf: AccountOf): Answer {
  const [, , clientId = '', what] = pathname.split('/')
  const account = accountOf(clientId)
  if (method === 'GET') return { status: 200, json: { signed: account.signed } }
  const json: unknown = JSON.parse(body.toString())
  if (what === 'fault') account.faults.push(v.parse(administration.fault, json))
  if (what === 'mode') {
    const { tokenType, signsAnother, refusesClient, nameOfPeople } = v.parse(administration.mode, json)
    if (nameOfPeople) account.nameOfPeople = nameOfPeople
    if (tokenType) account.tokenType = tokenType
    if (refusesClient !== undefined) account.refusesClient = refusesClient
    if (signsAnother !== undefined) account.signsAnother = signsAnother
  }
  return { status: 204 }
}

function send(response: ServerResponse, { status, json, html, location }: Answer): void {
  if (location !== undefined) return void response.writeHead(status, { Location: location }).end()
  if (html !== undefined)
    return void response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(json === undefined ? '' : JSON.stringify(json))
}
