import { isRefusal, type Refusal, refuse } from '../../shared/errors/refusal.ts'
import type { SignerAccess } from '../../shared/http/access.ts'
import type { Outcome } from '../../shared/http/gateway-handler.ts'
import type { Incoming } from '../../shared/http/incoming.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { readRawBody } from '../../shared/http/raw-body.ts'
import type { Reply } from '../../shared/http/reply.ts'
import { unexpected } from '../../shared/http/unexpected.ts'
import { validated } from '../../shared/http/validation.ts'
import type { Platform } from '../../shared/platform.ts'
import type { CopyGrant, SignerGrant } from '../../shared/signature/signer-grant.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { commit, pauseBeforeNextDecision } from '../../shared/store/commit.ts'
import { Work } from '../../shared/store/work.ts'
import { cookieHeaders, sessionOf } from './session.ts'
import { bindSession, grantOf } from './signer-grants.ts'

/** Room for an image of 1 MiB in base64, or a drawing of as many points as are taken, with every field filled. */
const maxBodyBytes = 2 * 1024 * 1024

/**
 * How often a decision is taken anew when somebody else wrote first. The other signers, the news of their mails and the jobs
 * write to the same request in the same moments, and a person who declines has nobody to try it again for them.
 */
const maxTries = 8

/** Besides what every answer carries: what the page shows is nobody else's, and its address is a secret. */
const privateHeaders = { 'Referrer-Policy': 'no-referrer' }

/** Everything that happens to a request of the signing page, in the order in which its errors win. */
export async function answerSigner(
  platform: Platform,
  operation: Operation,
  incoming: Incoming,
  signal: AbortSignal,
): Promise<Outcome> {
  const { access } = operation
  const { headers, baseUrl, pathParameters: path } = incoming
  if (access.to === 'anyone')
    return { answer: await operation.handle({ headers, baseUrl, path } as never), headers: {} }
  if (access.to !== 'signer') throw new Error(`${operation.id} is no operation of the signing page`)
  const { token = '' } = path
  const session = sessionOf(headers.cookie)
  const asking = { platform, operation, access, incoming, signal, token, sessionSha256: session.sha256 }
  const { answer, granted } = await decided(asking).catch(async (error: unknown) => {
    return { answer: await unexpected(error, incoming), granted: null }
  })
  const isFramed = granted !== null && granted.request.record.frameOrigins.length > 0
  const cookie = granted ? cookieHeaders(session, { baseUrl, token, isFramed }) : {}
  return { answer, headers: { ...privateHeaders, ...cookie } }
}

interface Asking {
  readonly platform: Platform
  readonly operation: Operation
  readonly access: SignerAccess
  readonly incoming: Incoming
  /** Aborted when the time for an answer is over: nothing may be written any more. */
  readonly signal: AbortSignal
  readonly token: string
  readonly sessionSha256: string
}

/** Decides on what is there now, as often as somebody else is faster, so that whatever is sent twice has one effect. */
async function decided(asking: Asking): Promise<Decided> {
  const { operation, incoming } = asking
  if (incoming.body.length > maxBodyBytes) {
    const message = `Send at most ${maxBodyBytes} bytes.`
    return { answer: refuse('payload_too_large', message, { maxBytes: maxBodyBytes }), granted: null }
  }
  const raw = await readRawBody(operation.body, incoming)
  operation.loadModules?.().catch(() => {})
  for (let round = 1; round <= maxTries; round++) {
    const outcome = await decidedOnce(asking, raw)
    if (outcome !== 'stale') return outcome
    await pauseBeforeNextDecision(round)
  }
  const message = 'Others changed the same signature request at the same moment; try again.'
  return { answer: refuse('concurrent_update', message), granted: null }
}

interface Decided {
  readonly answer: Reply | Refusal
  /** What the link was found to open; null where nothing was granted, or it is not known any more. */
  readonly granted: SignerGrant | CopyGrant | null
}

async function decidedOnce(asking: Asking, raw: Awaited<ReturnType<typeof readRawBody>>): Promise<Decided | 'stale'> {
  const { platform, operation, incoming, signal } = asking
  const { table, clock, ids } = platform
  const asked = { ...asking, nowMs: clock() }
  const granted = await grantOf(table, asked)
  if (isRefusal(granted)) return { answer: granted, granted: null }
  const input = isRefusal(raw) ? raw : inputOf(operation, incoming, raw.json)
  if (isRefusal(input)) return { answer: input, granted }
  const work = new Work({ table, clock, ids, author: systemAuthor(incoming.requestId) })
  if ('link' in granted) bindSession(work, granted.link, asked)
  const answer = await operation.handle({ ...situationOf(asking), ...input, ...granted, work } as never)
  if (isRefusal(answer) && !answer.isNoted) {
    await work.undo()
    return { answer, granted }
  }
  signal.throwIfAborted()
  const outcome = await commit(table, work)
  if (outcome === 'committed') return { answer, granted }
  await work.undo()
  return outcome === 'stale' ? 'stale' : { answer: outcome, granted: null }
}

function inputOf(operation: Operation, incoming: Incoming, json: unknown): { query: unknown; body: unknown } | Refusal {
  const query = operation.query ? validated(operation.query, incoming.query, 'query') : { value: undefined }
  if (isRefusal(query)) return query
  const body = operation.body?.schema ? validated(operation.body.schema, json, 'body') : { value: undefined }
  return isRefusal(body) ? body : { query: query.value, body: body.value }
}

function situationOf({ platform, incoming }: Asking) {
  const { requestId, ip, headers, baseUrl, pathParameters: path } = incoming
  return { ...platform, headers, baseUrl, path, origin: { requestId, ip, userAgent: headers['user-agent'] ?? null } }
}
