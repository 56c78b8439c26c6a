import { createCipheriv, createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { signatureOf, timeOfParis } from '../../functions/registered-mail/vendors/ar24/ar24-crypto.ts'
import { Ar24Account, type FakeMail, type FakeUser, states } from './ar24-account.ts'

export interface Ar24Fake extends AsyncDisposable {
  /** Without `/api`. */
  readonly url: string
  close(): Promise<void>
}

type Result = { readonly result: unknown } | { readonly slug: string; readonly message: string }
type Fields = Readonly<Record<string, string>>

const failed = (slug: string, message: string): Result => ({ slug, message })
const dateValidMs = 10 * 60_000

/** A small server that behaves as AR24's API does, as far as our adapter can see. It keeps everything in memory. */
export async function startAr24Fake(port = 0, clock: () => number = () => Date.now()): Promise<Ar24Fake> {
  const accounts = new Map<string, Ar24Account>()
  const accountOf = (token: string) => {
    const account = accounts.get(token) ?? new Ar24Account(clock)
    accounts.set(token, account)
    return account
  }
  const server = createServer((request, response) => {
    answer(request, response, { accountOf, clock }).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500).end(String(error))
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

interface Fake {
  readonly accountOf: (token: string) => Ar24Account
  readonly clock: () => number
}

async function answer(request: IncomingMessage, response: ServerResponse, fake: Fake): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const body = await buffer(request)
  const base = `http://${request.headers.host}`
  const { pathname, searchParams } = new URL(url, base)
  if (pathname.startsWith('/_fake/')) return await administer(response, { method, pathname, body }, fake)
  if (pathname.startsWith('/get/')) return sendProof(response, { pathname, searchParams }, fake)
  const fields = method === 'GET' ? Object.fromEntries(searchParams) : await fieldsIn(body, request)
  const { token = '', date = '' } = fields
  const account = fake.accountOf(token)
  const fault = account.faultOf(`${method} ${pathname}`)
  if (fault === 'broken') return void request.socket.destroy()
  if (typeof fault === 'number') return void response.writeHead(fault).end()
  if (fault === 'maintenance') return send(response, { status: 'maintenance' })
  if (fault === 'too_many_requests') return send(response, { status: 'ERROR', slug: fault, message: 'Slow down.' })
  const refused = refusalOf(fields, String(request.headers.signature), fake.clock())
  const call = { method, path: pathname.replace(/^\/api/, '').replace(/\/$/, ''), fields, base }
  const result = refused ?? serve(account, call, fake.clock())
  if (fault === 'lost') return void request.socket.destroy()
  if (fault === 'garbage') return void response.end('<html>')
  if ('slug' in result) return send(response, { status: 'ERROR', ...result })
  const whole = { status: 'SUCCESS', result: result.result }
  const encrypt = (value: unknown) => encrypted(JSON.stringify(value), date, `key-of-${token}`)
  if (account.encrypts === 'whole') return void response.end(encrypt(whole))
  send(response, { status: 'SUCCESS', result: encrypt(result.result) })
}

/** Files become fields with their names and sizes. */
async function fieldsIn(body: Buffer, { headers }: IncomingMessage): Promise<Record<string, string>> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw new Error('AR24 takes form data')
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData()
  const entries = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : describe(value)])
  return Object.fromEntries(entries)
}

const describe = ({ name, size }: File) => JSON.stringify({ name, size })

function refusalOf({ token = '', date = '' }: Fields, signature: string, nowMs: number): Result | null {
  if (token === '' || token.startsWith('wrong')) return failed('invalid_token', 'The token is not valid.')
  const dateMs = timeOfParis(date)
  if (dateMs === null || Math.abs(nowMs - dateMs) > dateValidMs)
    return failed('date_expired', 'The date is not valid any more.')
  if (signature !== signatureOf(date, `key-of-${token}`))
    return failed('invalid_signature', 'The signature is not valid.')
  return null
}

const hex = (text: string) => createHash('sha256').update(text).digest('hex')

function encrypted(text: string, date: string, privateKey: string): string {
  const iv = hex(hex(privateKey)).slice(0, 16)
  const cipher = createCipheriv('aes-256-cbc', hex(date + privateKey).slice(0, 32), iv)
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')
}

interface Call {
  readonly method: string
  readonly path: string
  readonly fields: Fields
  readonly base: string
}

function serve(account: Ar24Account, call: Call, nowMs: number): Result {
  switch (`${call.method} ${call.path}`) {
    case 'GET /user/list':
      return { result: account.users.filter(({ access }) => access === 'granted').map(shownUser) }
    case 'GET /user':
      return showUser(account, call.fields)
    case 'POST /user':
      return createUser(account, call.fields)
    case 'POST /user/request_access':
      return requestAccess(account, call.fields)
    case 'POST /user/auth_otp':
      return authenticate(account, call.fields)
    case 'POST /attachment':
      return attach(account, call.fields)
    case 'POST /mail':
      return sendMail(account, call, nowMs)
    case 'GET /mail':
      return showMail(account, call)
    case 'GET /user/mail':
      return listMails(account, call)
    default:
      return failed('not_found', 'There is no such route.')
  }
}

const shownUser = ({ id, email, confirmed, fields }: FakeUser) => ({ ...fields, id, email, confirmed })
const noUser = failed('user_not_exist', 'There is no such user.')

function usable(account: Ar24Account, fields: Fields): FakeUser | null {
  const user = account.userOf(fields)
  return user?.access === 'granted' ? user : null
}

function showUser(account: Ar24Account, fields: Fields): Result {
  const user = usable(account, fields)
  return user ? { result: shownUser(user) } : noUser
}

const required = ['firstname', 'lastname', 'email', 'gender', 'statut', 'address1', 'city', 'zipcode', 'country']

function createUser(account: Ar24Account, fields: Fields): Result {
  const missing = required.find((name) => !fields[name])
  if (missing) return failed('missing_field', `${missing} is missing.`)
  if (fields.statut === 'professionnel' && !fields.company) return failed('missing_field', 'company is missing.')
  if (account.userOf(fields)) return failed('email_exists', 'There is an account with this e-mail.')
  return { result: shownUser(account.addUser(withoutCredentials(fields))) }
}

function requestAccess(account: Ar24Account, fields: Fields): Result {
  const user = account.userOf(fields)
  if (!user) return noUser
  if (user.access === 'none') user.access = 'asked'
  return { result: { id: user.id } }
}

function authenticate(account: Ar24Account, fields: Fields): Result {
  const user = usable(account, fields)
  if (!user) return noUser
  const authenticated = account.authenticate(user, fields.otp ?? '')
  return authenticated ? { result: authenticated } : failed('invalid_otp', 'The one-time password is not valid.')
}

function attach(account: Ar24Account, fields: Fields): Result {
  if (!usable(account, fields)) return noUser
  if (!fields.file) return failed('missing_file', 'A file is needed.')
  const id = account.nextId()
  account.files.set(id, JSON.parse(fields.file))
  return { result: { file_id: id } }
}

function sendMail(account: Ar24Account, { fields }: Call, nowMs: number): Result {
  const user = usable(account, fields)
  if (!user) return noUser
  if (user.confirmed === 0) return failed('user_not_confirmed', 'The sender has not confirmed their account.')
  if (!v.is(v.pipe(v.string(), v.email()), fields.to_email)) return failed('invalid_email', 'to_email is not valid.')
  if (/\+refused@/.test(fields.to_email ?? '')) return failed('recipient_refused', 'This recipient cannot be used.')
  if (fields.dest_statut === 'professionnel' && !fields.to_company)
    return failed('missing_field', 'to_company is missing.')
  const files = Object.entries(fields).filter(([name]) => name.startsWith('attachment['))
  if (files.some(([, id]) => !account.files.has(Number(id)))) return failed('unknown_file', 'There is no such file.')
  const untilMs = account.otpHashes.get(fields.auth_otp_hash ?? '') ?? 0
  if (fields.eidas === '1' && untilMs < nowMs) return failed('otp_required', 'A valid auth_otp_hash is needed.')
  return { result: { id: account.send(withoutCredentials(fields)).id, status: 'waiting' } }
}

function withoutCredentials({ token: _, date: __, ...fields }: Fields): Fields {
  return fields
}

function showMail(account: Ar24Account, call: Call): Result {
  const mail = account.mails.find(({ id }) => String(id) === call.fields.id)
  return mail ? { result: shownMail(mail, account, call) } : failed('mail_not_found', 'There is no such mail.')
}

function listMails(account: Ar24Account, call: Call): Result {
  if (!account.lists) return failed('not_found', 'There is no such route.')
  const own = account.mails.filter(({ fields }) => fields.id_user === call.fields.id_user)
  const start = Number(call.fields.start ?? 0)
  const shown = own.slice(start, start + Number(call.fields.max ?? 10))
  return { result: shown.map((mail) => shownMail(mail, account, call)) }
}

/** Everything is there from the moment on that it is true, as in the documentation. */
function shownMail(mail: FakeMail, account: Ar24Account, { base, fields: { token = '' } }: Call): object {
  const { id, status, date, fields, times } = mail
  const host = account.proofs === 'elsewhere' ? 'http://127.0.0.1:9' : base
  const urlOf = (kind: string) => `${host}/get/${kind}?token=${token}.${mail.secret}`
  const proof = (state: keyof FakeMail['times']) => (times[state] ? urlOf(`proof/${state}-${id}`) : '')
  const isSent = status !== 'waiting' && status !== 'send_fail'
  return {
    ...fields,
    id,
    type: 'lre',
    status,
    date,
    is_eidas: fields.eidas === '1' ? 1 : 0,
    send_fail: status === 'send_fail' ? 1 : 0,
    proof_dp_url: proof('dp'),
    proof_ev_url: proof('ev'),
    ts_ev_date: times.ev ?? '',
    proof_ar_url: proof('ar'),
    view_date: times.ar ?? '',
    proof_rf_url: proof('rf'),
    refused_date: times.rf ?? '',
    proof_ng_url: proof('ng'),
    negligence_date: times.ng ?? '',
    proof_bc_url: proof('bc'),
    bounced_date: times.bc ?? '',
    pdf_content: isSent ? urlOf(`content/${id}`) : '',
  }
}

/** Proofs need no signature: their addresses have a token. */
function sendProof(
  response: ServerResponse,
  { pathname, searchParams }: { readonly pathname: string; readonly searchParams: URLSearchParams },
  { accountOf }: Fake,
): void {
  const [token = '', secret] = (searchParams.get('token') ?? '').split('.')
  const account = accountOf(token)
  const mail = account.mails.find((each) => pathname.endsWith(String(each.id)) && each.secret === secret)
  if (!mail) return void response.writeHead(404).end()
  const end = account.proofs === 'cut' ? '' : '%%EOF\n'
  const text = `%PDF-1.7\n% ${pathname.split('/').slice(2).join('/')} for ${mail.fields.to_email}\n${end}`
  response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(text)
}

const administration = {
  fault: v.object({
    match: v.string(),
    times: v.number(),
    as: v.union([v.number(), v.picklist(['lost', 'broken', 'maintenance', 'too_many_requests', 'garbage'])]),
  }),
  settings: v.partial(
    v.object({
      encrypts: v.picklist(['whole', 'result']),
      lists: v.boolean(),
      delivery: v.picklist(['once', 'twice', 'lost']),
      proofs: v.picklist(['whole', 'cut', 'elsewhere']),
    }),
  ),
  /** An account that somebody else made, or what its owner does. */
  user: v.object({
    email: v.string(),
    exists: v.optional(v.literal(true)),
    confirmed: v.optional(v.picklist([0, 1])),
    access: v.optional(v.picklist(['granted', 'none'])),
    otpSecret: v.optional(v.string()),
  }),
  /** By the reference of ours, or by whom the mail is to. */
  act: v.object({ to: v.string(), state: v.picklist(states) }),
}

/** What people and mishaps do, by the token of the customer: `/_fake/{token}/{what}`. */
async function administer(
  response: ServerResponse,
  { method, pathname, body }: { readonly method: string; readonly pathname: string; readonly body: Buffer },
  { accountOf }: Fake,
): Promise<void> {
  const [, , token = '', what] = pathname.split('/')
  const account = accountOf(token)
  if (method === 'GET') {
    const files = [...account.files.values()]
    return send(response, { users: account.users, mails: account.mails, files, otpHashes: account.otpHashes.size })
  }
  const json: unknown = JSON.parse(body.toString())
  // Null: nothing goes wrong any more.
  if (what === 'fault') account.faults.splice(0, json === null ? account.faults.length : 0)
  if (what === 'fault' && json !== null) account.faults.push(v.parse(administration.fault, json))
  if (what === 'settings') Object.assign(account, v.parse(administration.settings, json))
  if (what === 'user') {
    const { email, exists, ...change } = v.parse(administration.user, json)
    const user = exists ? account.addUser({ email }, 'none') : account.userOf({ email })
    if (!user) return void response.writeHead(404).end()
    Object.assign(user, change)
  }
  if (what === 'act') {
    const { to, state } = v.parse(administration.act, json)
    const mail = account.mails.find(({ fields }) => fields.to_email === to)
    if (!mail) return void response.writeHead(404).end()
    await account.move(mail, state)
  }
  response.writeHead(204).end()
}

function send(response: ServerResponse, json: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(json))
}
