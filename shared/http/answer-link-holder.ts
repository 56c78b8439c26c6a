import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import type { Author } from '../store/audit.ts'
import { commit } from '../store/commit.ts'
import { withOptimisticRetry } from '../store/optimistic-retry.ts'
import { type Platform, platformAhead } from '../store/platform.ts'
import { timeIn } from '../store/test-mode.ts'
import { UnitOfWork } from '../store/unit-of-work.ts'
import type { Outcome } from './gateway-handler.ts'
import { type Incoming, isHead } from './incoming.ts'
import type { Operation } from './operation.ts'
import { readRawBody } from './raw-body.ts'
import type { Reply } from './reply.ts'
import { unexpected } from './unexpected.ts'
import { validateInput } from './validation.ts'

/** A request of somebody who holds a personal link instead of an access token. */
export interface LinkRequest {
  readonly platform: Platform
  readonly operation: Operation
  readonly incoming: Incoming
  /** Aborted at the deadline: nothing may be written any more. */
  readonly signal: AbortSignal
}

/** How a domain answers the holders of its links. */
export interface LinkRules<Granted extends object> {
  readonly maxBodyBytes: number
  /** How often the handler runs when others keep changing what it decides on. */
  readonly maxTries: number
  /** Returns what the link grants its holder at this moment. Every try resolves the link anew. */
  readonly resolve: (nowMs: number) => Promise<Granted | Refusal>
  /** Whose business the link is about; null: nobody's that has a clock of its own. */
  readonly organizationOf?: (granted: Granted) => string | null
  /** Returns the author of the audit entries. */
  readonly authorOf: (granted: Granted) => Author
  /** Returns the headers of an answer, such as a cookie. `granted` is null where the link grants nothing. */
  readonly headersFor?: (granted: Granted | null) => Readonly<Record<string, string>>
}

interface Answered<Granted> {
  readonly answer: Reply | Refusal
  readonly granted: Granted | null
}

/** The address of the page contains the link's secret. */
const privateHeaders = { 'Referrer-Policy': 'no-referrer' }

const othersWereFaster = refuse(
  'concurrent_update',
  'Another request changed the same data at the same moment. Try again.',
)

/** Answers the holder of a link. The checks stand in the order in which their errors win. */
export async function answerLinkHolder<Granted extends object>(
  request: LinkRequest,
  rules: LinkRules<Granted>,
): Promise<Outcome> {
  const { answer, granted } = await answered(request, rules).catch(async (error: unknown) => ({
    answer: await unexpected(error, request.incoming),
    granted: null,
  }))
  return { answer, headers: { ...privateHeaders, ...rules.headersFor?.(granted) } }
}

async function answered<Granted extends object>(
  request: LinkRequest,
  rules: LinkRules<Granted>,
): Promise<Answered<Granted>> {
  const { operation, incoming } = request
  const { maxBodyBytes } = rules
  if (incoming.body.length > maxBodyBytes) {
    const answer = refuse('payload_too_large', `The body is too large. Send at most ${maxBodyBytes} bytes.`, {
      maxBytes: maxBodyBytes,
    })
    return { answer, granted: null }
  }
  const input = await readInput(operation, incoming)
  operation.loadModules?.().catch(() => {})
  const { maxTries } = rules
  const outcome = await withOptimisticRetry({ maxTries }, async () => await tryOnce(request, rules, input))
  return outcome === 'stale' ? { answer: othersWereFaster, granted: null } : outcome
}

/** Resolves the link, lets the handler decide and commits its decision. */
async function tryOnce<Granted extends object>(
  request: LinkRequest,
  rules: LinkRules<Granted>,
  input: Input | Refusal,
): Promise<Answered<Granted> | 'stale'> {
  const { platform, operation, signal } = request
  const nowMs = platform.clock()
  const granted = await rules.resolve(nowMs)
  if (isRefusal(granted)) return { answer: granted, granted: null }
  if (isRefusal(input)) return { answer: input, granted }
  const orgId = rules.organizationOf?.(granted) ?? null
  const aheadMs = orgId === null ? 0 : (await timeIn(platform, orgId)) - nowMs
  const context = contextOf({ ...request, platform: platformAhead(platform, aheadMs) })
  const work = new UnitOfWork({ ...platform, author: rules.authorOf(granted), aheadMs })
  const answer = await operation.handle({ ...context, ...input, ...granted, work } as never)
  if (isRefusal(answer) && !answer.isNoted) {
    await work.undo()
    return { answer, granted }
  }
  if (isHead(request.incoming)) {
    await work.undo()
    return { answer, granted }
  }
  signal.throwIfAborted()
  const outcome = await commit(platform.table, work)
  if (outcome === 'committed') return { answer, granted }
  await work.undo()
  return outcome === 'stale' ? 'stale' : { answer: outcome, granted: null }
}

interface Input {
  readonly query: unknown
  readonly body: unknown
}

async function readInput(operation: Operation, incoming: Incoming): Promise<Input | Refusal> {
  const raw = await readRawBody(operation.body, incoming)
  if (isRefusal(raw)) return raw
  const { query, body } = validateInput(operation, incoming, raw)
  if (isRefusal(query)) return query
  return isRefusal(body) ? body : { query: query.value, body: body.value }
}

function contextOf({ platform, incoming }: LinkRequest) {
  const { requestId, ip, headers, baseUrl, pathParameters: path } = incoming
  return { ...platform, headers, baseUrl, path, origin: { requestId, ip, userAgent: headers['user-agent'] ?? null } }
}
