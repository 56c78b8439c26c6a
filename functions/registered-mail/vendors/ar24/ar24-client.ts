import * as v from 'valibot'
import { boundedBytes } from '../../../../shared/platform/bounded-answer.ts'
import type { Clock } from '../../../../shared/platform/clock.ts'
import { optionalEnvironment } from '../../../../shared/platform/environment.ts'
import {
  ConnectionRefused,
  type OpenConnection,
  transportFault,
  VendorRefused,
  VendorUnavailable,
} from '../../../../shared/store/vendor-calls.ts'
import { decrypted, parisTime, signatureOf } from './ar24-crypto.ts'
import { ar24Facts } from './ar24-facts.ts'

/** Who calls AR24, and until when. */
export interface Ar24Access {
  readonly connection: OpenConnection
  /** The real time, also in test organizations. */
  readonly clock: Clock
  readonly signal: AbortSignal
}

interface Ar24Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly fields?: Readonly<Record<string, string | null>>
  readonly file?: File
}

/** A connection that was kept while the function slept may be dead, and would leave the outcome of a call unknown. */
export const ownConnection = { Connection: 'close' } as const

/** AR24 asked to come back later, and did nothing. */
export class Ar24Busy extends VendorUnavailable {}

/** AR24 answered with an error. */
export class Ar24Refused extends VendorRefused {
  readonly slug: string

  constructor(slug: string, message: string) {
    super(`AR24 refused: ${[slug, message].filter(Boolean).join(', ').slice(0, 300) || 'no reason'}`)
    this.slug = slug
  }
}

/** Calls AR24 and reads the `result` of its answer. Redirects are not followed: the token goes to AR24 alone. */
export async function askAr24<S extends v.GenericSchema>(
  access: Ar24Access,
  request: Ar24Request,
  schema: S,
): Promise<v.InferOutput<S>> {
  const { token = '', privateKey = '' } = access.connection.credentials
  const date = parisTime(access.clock())
  const fields = Object.entries(request.fields ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  )
  const answer = await sent(access, request, {
    fields: [['token', token], ['date', date], ...fields],
    date,
    privateKey,
  })
  const result = v.safeParse(schema, resultIn(answer, date, privateKey))
  if (!result.success) throw new VendorUnavailable(`AR24's answer to ${request.path} cannot be read.`)
  return result.output
}

interface Prepared {
  readonly fields: readonly (readonly [string, string])[]
  readonly date: string
  readonly privateKey: string
}

async function sent(
  { connection, signal }: Ar24Access,
  { method, path, file }: Ar24Request,
  { fields, date, privateKey }: Prepared,
): Promise<string> {
  const url = new URL(`${baseUrlOf(connection)}${path}`)
  const form = new FormData()
  for (const [name, value] of fields)
    if (method === 'GET') url.searchParams.append(name, value)
    else form.append(name, value)
  if (file) form.append('file', file)
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal,
      headers: { ...ownConnection, signature: signatureOf(date, privateKey), 'Accept-Language': 'en' },
      body: method === 'GET' ? null : form,
    })
    if (response.status === 429) throw new Ar24Busy('AR24 asks to slow down (429).')
    if (response.status >= 500) throw new VendorUnavailable(`AR24 answered ${response.status}.`)
    const bytes = await boundedBytes(response, ar24Facts.maxAnswerBytes)
    if (bytes === null) throw new VendorUnavailable("AR24's answer is too long.")
    return new TextDecoder().decode(bytes)
  } catch (error) {
    if (error instanceof VendorUnavailable) throw error
    throw new VendorUnavailable(`AR24 did not answer: ${transportFault(error)}`)
  }
}

export function baseUrlOf({ environment }: Pick<OpenConnection, 'environment'>): string {
  return optionalEnvironment('AR24_URL') ?? (environment === 'live' ? ar24Facts.liveUrl : ar24Facts.sandboxUrl)
}

/** All answers are 200. An error is plain JSON; a success is encrypted, as a whole or in its `result`. */
function resultIn(text: string, date: string, privateKey: string): unknown {
  const plain = v.safeParse(plainAnswer, parsedJson(text))
  if (plain.success) demandSuccess(plain.output)
  const encrypted = plain.success && typeof plain.output.result === 'string' ? plain.output.result : text
  if (plain.success && typeof plain.output.result !== 'string') return plain.output.result
  const inner = parsedJson(openedText(encrypted, date, privateKey))
  const whole = v.safeParse(plainAnswer, inner)
  if (!whole.success || whole.output.result === undefined) return inner
  demandSuccess(whole.output)
  return whole.output.result
}

const plainAnswer = v.object({
  status: v.string(),
  slug: v.fallback(v.string(), ''),
  message: v.fallback(v.string(), ''),
  result: v.optional(v.unknown()),
})

function demandSuccess({ status, slug, message }: v.InferOutput<typeof plainAnswer>): void {
  if (status.toLowerCase() === 'maintenance') throw new Ar24Busy('AR24 is under maintenance.')
  if (status.toUpperCase() !== 'ERROR') return
  if (ar24Facts.busySlugs.includes(slug)) throw new Ar24Busy(`AR24 asks to slow down: ${slug}`)
  const refusal = new Ar24Refused(slug, message)
  throw ar24Facts.refusedConnectionSlugs.includes(slug) ? new ConnectionRefused(refusal.message) : refusal
}

function openedText(text: string, date: string, privateKey: string): string {
  try {
    return decrypted(text.trim(), date, privateKey)
  } catch {
    throw new VendorUnavailable("AR24's answer cannot be decrypted with the private key.")
  }
}

/** Null where the text is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
