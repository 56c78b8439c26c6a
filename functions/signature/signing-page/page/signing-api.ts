import type { Answer, Failure, RefusalDetails } from './answer.ts'
import {
  type DrawnMention,
  isDrawnMention,
  isSigningState,
  type SignBody,
  type SigningState,
  type StampText,
} from './signing-state.ts'
import { pictureIn, type StampPicture } from './stamp-pictures.ts'

const timeLimitMs = 30_000
const documentTimeLimitMs = 120_000

/** The operations of one link. `base` is the page's own path, such as `/prefix/sign/token`. */
export function signingApi(base: string) {
  const stateOf = (path: string, init: RequestInit = {}) => answerOf(`${base}/${path}`, init, stateIn)
  const post = (path: string, body: unknown) =>
    stateOf(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  return {
    readState: (locale: string) => stateOf(`state?locale=${locale}`),
    open: () => post('open', {}),
    /** `sending`: the how manieth code this is, so that asking again after a lost answer sends no other. */
    sendCode: (sending: number) => post('otp', { sending }),
    proveCode: (code: string) => post('otp', { code }),
    giveConsent: (locale: string, agreementSha256: string | null) =>
      post('consent', { accepted: true, locale, agreementSha256 }),
    sign: (body: SignBody) => post('sign', body),
    preview(stamp: StampText): Promise<Answer<StampPicture>> {
      const body = JSON.stringify({ ...stamp, text: stamp.text || undefined })
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
      return answerOf(`${base}/preview`, init, async (response) => {
        const picture = pictureIn(await response.text())
        return picture ? success(picture) : { ok: false, failure: { kind: 'server' } }
      })
    },
    /** The drawing of a mention that was made before. */
    readMention: (fieldId: string) =>
      answerOf(`${base}/mentions/${fieldId}`, {}, async (response): Promise<Answer<DrawnMention>> => {
        const body: unknown = await response.json().catch(() => null)
        return isDrawnMention(body) ? success(body) : { ok: false, failure: { kind: 'server' } }
      }),
    /** Where the person confirms the signature, at the service that keeps their key. */
    startAtVendor(shown: Pick<SignBody, 'documentSha256' | 'agreementSha256'>): Promise<Answer<string>> {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
      return answerOf(`${base}/vendor-authorization`, { ...init, body: JSON.stringify(shown) }, urlIn)
    },
    finishAtVendor: (code: string, state: string) => post('vendor-signature', { code, state }),
    decline: (reason: string) => post('decline', { reason }),
    documentUrl: (variant: 'shown' | 'signed') => `${base}/document?variant=${variant}`,
    readDocument(onProgress: (bytes: number) => void): Promise<Answer<Uint8Array<ArrayBuffer>>> {
      const read = async (response: Response) => success(await bytesOf(response, onProgress))
      return answerOf(`${base}/document?variant=shown`, {}, read, documentTimeLimitMs)
    },
    /** Tells which pages were on the screen; `keepalive` lets it outlive the page. */
    reportViews(pages: readonly number[]): Promise<Answer<null>> {
      const init = { method: 'POST', keepalive: true, headers: { 'Content-Type': 'application/json' } }
      return answerOf(`${base}/views`, { ...init, body: JSON.stringify({ pages }) }, async () => success(null))
    },
  }
}

export type SigningApi = ReturnType<typeof signingApi>

async function answerOf<T>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<Answer<T>>,
  limitMs = timeLimitMs,
): Promise<Answer<T>> {
  try {
    const response = await fetch(url, {
      ...init,
      cache: 'no-store',
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(limitMs),
    })
    return response.ok ? await read(response) : { ok: false, failure: await failureOf(response) }
  } catch {
    return { ok: false, failure: { kind: 'network' } }
  }
}

async function stateIn(response: Response): Promise<Answer<SigningState>> {
  const body: unknown = await response.json().catch(() => null)
  return isSigningState(body) ? success(body) : { ok: false, failure: { kind: 'server' } }
}

async function urlIn(response: Response): Promise<Answer<string>> {
  const body: unknown = await response.json().catch(() => null)
  const url = typeof body === 'object' && body !== null && 'url' in body ? body.url : null
  return typeof url === 'string' ? success(url) : { ok: false, failure: { kind: 'server' } }
}

function success<T>(value: T): Answer<T> {
  return { ok: true, value }
}

async function failureOf(response: Response): Promise<Failure> {
  if (response.status >= 500) return { kind: 'server' }
  const body: unknown = await response.json().catch(() => null)
  if (!isRefusal(body)) return { kind: 'server' }
  const { code, message = '', details = {} } = body.error
  return { kind: 'refused', status: response.status, code, message, details }
}

function isRefusal(body: unknown): body is { error: { code: string; message?: string; details?: RefusalDetails } } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
}

async function bytesOf(response: Response, onProgress: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = []
  let received = 0
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    received += value.length
    onProgress(received)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
