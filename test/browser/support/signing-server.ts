import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { PageFiles } from '../../../functions/signature/signing-page/page-files.ts'
import { signatureStampPicture, stampPictureOf } from '../../../functions/signature/signing-page/stamp-picture-of.ts'
import { writeSigningPage } from '../../../infra/build/signing-page.ts'
import { undrawable } from '../../../shared/pdf/typography/drawable.ts'
import { type CaseOptions, captionOfCase, type Refusal, SigningCase } from './signing-case.ts'

/** What befalls an operation: its answer is lost after it took effect, or before; or the server fails. */
export type Mishap = 'answer lost' | 'request lost' | 'server error'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** Below a path of its own, as behind a gateway's stage. */
const prefix = '/stage/sign/'

/** The page's operations in memory, with a clock that tests move, over the page as it is built. */
export class SigningServer {
  readonly seen: SeenRequest[] = []
  now = Date.parse('2026-03-02T10:00:00Z')
  readonly #cases = new Map<string, SigningCase>()
  readonly #mishaps: { operation: string; mishap: Mishap }[] = []
  readonly #held = new Map<string, Promise<void>>()
  readonly #cut = new Set<string>()
  #files = new PageFiles()
  #directory = ''
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async start(): Promise<void> {
    this.#directory = await mkdtemp(join(tmpdir(), 'signing-page-'))
    await writeSigningPage(this.#directory)
    this.#files = new PageFiles(pathToFileURL(`${this.#directory}/`))
    // On a connection that was used before, a browser repeats by itself what got no answer.
    this.#server.maxRequestsPerSocket = 1
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    await rm(this.#directory, { recursive: true })
  }

  get origin(): string {
    const address = this.#server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the server is not listening')
    return `http://127.0.0.1:${address.port}`
  }

  /** A request to sign, and the link to it. */
  open(options: CaseOptions = {}): {
    readonly signingCase: SigningCase
    readonly link: string
    readonly token: string
  } {
    const token = randomBytes(32).toString('base64url')
    const signingCase = new SigningCase(options, () => this.now)
    this.#cases.set(token, signingCase)
    return { signingCase, link: this.linkOf(token), token }
  }

  linkOf(token: string): string {
    return `${this.origin}${prefix}${token}`
  }

  /** Has the next calls of an operation, such as `POST sign`, come to grief. */
  spoil(operation: string, ...mishaps: Mishap[]): void {
    this.#mishaps.push(...mishaps.map((mishap) => ({ operation, mishap })))
  }

  /** Loses all requests of an operation until the returned function is called. The page repeats some by itself, so nobody can say how many. */
  cut(operation: string): () => void {
    this.#cut.add(operation)
    return () => void this.#cut.delete(operation)
  }

  /** Keeps back the answers of an operation until the returned function is called. */
  hold(operation: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.set(operation, promise)
    return () => {
      this.#held.delete(operation)
      resolve()
    }
  }

  callsOf(operation: string): number {
    return this.seen.filter(({ method, path }) => `${method} ${path.split('/').at(-1)}` === operation).length
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin)
    const method = request.method ?? ''
    this.seen.push({ method, path: pathname, headers: request.headers })
    const [token = '', name = '', ...rest] = pathname.startsWith(prefix) ? pathname.slice(prefix.length).split('/') : []
    if (method === 'GET' && token === 'assets') return await this.#sendAsset(request, response, name)
    if (method === 'GET' && token && !name) {
      const { bytes, headers } = await this.#files.shell()
      return void response.writeHead(200, headers).end(bytes)
    }
    const signingCase = this.#cases.get(token)
    if (!signingCase || rest.length > 0) return refuse(response, { status: 404, code: 'not_found' })
    const operation = `${method} ${name}`
    const spoiled = this.#mishaps.findIndex((planned) => planned.operation === operation)
    const [planned] = spoiled < 0 ? [] : this.#mishaps.splice(spoiled, 1)
    if (planned?.mishap === 'request lost' || this.#cut.has(operation)) return void response.destroy()
    if (planned?.mishap === 'server error') return refuse(response, { status: 500, code: 'internal_error' })
    const body: Record<string, unknown> = method === 'POST' ? JSON.parse((await text(request)) || '{}') : {}
    if (operation === 'POST preview') return await sendPreview(response, body)
    const locale = searchParams.get('locale') ?? 'en'
    const answer = operate(signingCase, operation, { body, locale, variant: searchParams.get('variant') })
    await this.#held.get(operation)
    if (planned?.mishap === 'answer lost') return void response.destroy()
    answer(response)
  }

  async #sendAsset(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const file = await this.#files.asset(name, request.headers['accept-encoding'])
    if (!file) return refuse(response, { status: 404, code: 'not_found' })
    response.writeHead(200, file.headers).end(file.bytes)
  }
}

type SendAnswer = (response: ServerResponse) => void

interface Input {
  readonly body: Record<string, unknown>
  readonly locale: string
  readonly variant: string | null
}

/** Carries an operation out, and gives how to answer it. */
function operate(signingCase: SigningCase, operation: string, { body, locale, variant }: Input): SendAnswer {
  const stateAfter = (refusal: Refusal | null): SendAnswer => {
    const state = signingCase.state(locale)
    return (response) => (refusal ? refuse(response, refusal) : sendJson(response, 200, state))
  }
  switch (operation) {
    case 'GET state':
      return stateAfter(null)
    case 'GET document':
      return (response) => sendDocument(response, signingCase, variant)
    case 'POST open':
      return stateAfter(signingCase.open())
    case 'POST views':
      for (const page of Array.isArray(body.pages) ? body.pages : []) signingCase.viewed.add(Number(page))
      return (response) => void response.writeHead(204).end()
    case 'POST otp':
      return stateAfter('code' in body ? signingCase.proveCode(body.code) : signingCase.sendCode(body.sending))
    case 'POST consent':
      return stateAfter(signingCase.consent(body))
    case 'POST sign':
      return stateAfter(signingCase.sign(body))
    case 'POST decline':
      return stateAfter(signingCase.decline(body.reason))
    default:
      return stateAfter({ status: 404, code: 'not_found' })
  }
}

function sendDocument(response: ServerResponse, signingCase: SigningCase, variant: string | null): void {
  const { document, sealed, yourStatus } = signingCase
  if (yourStatus === 'notified') refuse(response, { status: 404, code: 'not_found' })
  else if (variant === 'signed' && sealed !== 'ready')
    refuse(response, { status: 409, code: 'signed_document_not_available' })
  else response.writeHead(200, { ...jsonHeaders, 'Content-Type': 'application/pdf' }).end(document)
}

const stampText = v.object({
  kind: v.picklist(['signature', 'text', 'initials']),
  text: v.optional(v.string(), ''),
  width: v.number(),
  height: v.number(),
})

/** The real pictures, of a signer who speaks English. */
async function sendPreview(response: ServerResponse, body: Record<string, unknown>): Promise<void> {
  const stamp = v.parse(stampText, body)
  const characters = undrawable(stamp.text)
  const refusal = { status: 422, code: 'invalid_input', details: { reason: 'undrawable_text', characters } }
  if (characters.length > 0) return refuse(response, refusal)
  const headers = { ...jsonHeaders, 'Content-Type': 'image/svg+xml' }
  response.writeHead(200, headers).end(await pictureFor(stamp))
}

async function pictureFor({ kind, ...stamp }: v.InferOutput<typeof stampText>): Promise<string> {
  return kind === 'signature'
    ? await signatureStampPicture({ ...stamp, typed: stamp.text || null }, captionOfCase)
    : await stampPictureOf({ ...stamp, kind }, 'en')
}

const jsonHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...jsonHeaders, 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, { status, code, details }: Refusal): void {
  sendJson(response, status, { error: { code, message: code, ...(details && { details }) } })
}
