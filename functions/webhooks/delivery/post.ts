import { responseBudgetMs } from '../../../events/delivery-limits.ts'
import { type Lookup, resolveTarget } from '../../../shared/platform/resolve-target.ts'
import { targetFault } from '../../../shared/platform/target.ts'
import type { deliveryErrors } from '../model/delivery.ts'
import { type Answered, answerOn } from './answer.ts'
import { connectTo } from './connection.ts'

export interface WebhookPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Whether receivers on this machine are posted to, as in the local cloud. */
  readonly isLocalAllowed: boolean
}

export type PostError = (typeof deliveryErrors)[number]

/** What became of one attempt. `error` is null for a 2xx, and for nothing else. */
export interface PostOutcome {
  readonly durationMs: number
  /** Null where nothing was answered. */
  readonly responseCode: number | null
  /** The first 500 characters, empty for an empty answer; null where nothing was answered. */
  readonly responseBody: string | null
  readonly error: PostError | null
}

export interface PostDependencies {
  readonly lookup?: Lookup
  /** Milliseconds from any beginning. */
  readonly now?: () => number
  /** For everything from the question for the address to the kept start of the answer. */
  readonly budgetMs?: number
}

/**
 * One attempt to deliver. The host is resolved anew, nothing is connected to unless all its addresses are public, and the
 * connection goes to one of these. Nothing that a subscriber does makes it throw, or last longer than its budget.
 */
export async function postWebhook(post: WebhookPost, dependencies: PostDependencies = {}): Promise<PostOutcome> {
  const { now = () => performance.now(), budgetMs = responseBudgetMs } = dependencies
  const startedAt = now()
  const budget = new AbortController()
  const timer = setTimeout(() => budget.abort(), budgetMs)
  try {
    const attempted = await attempt(post, dependencies.lookup, budget.signal)
    const outcome = typeof attempted === 'string' ? unanswered(attempted, budget.signal) : answered(attempted)
    return { durationMs: Math.round(now() - startedAt), ...outcome }
  } finally {
    clearTimeout(timer)
  }
}

async function attempt(
  { url, headers, body, isLocalAllowed }: WebhookPost,
  lookup: Lookup | undefined,
  signal: AbortSignal,
): Promise<Answered | 'dns_error' | 'blocked_address'> {
  // A setting may have changed since the URL was taken.
  if (targetFault(url, { isLocalAllowed }) !== null) return 'blocked_address'
  const target = await resolveTarget(url, { isLocalAllowed }, { lookup, signal })
  if ('fault' in target) return target.fault
  const parsed = new URL(url)
  const socket = await connectTo(parsed, target.addresses, signal)
  if (typeof socket === 'string') return socket
  try {
    return await answerOn(socket, { url: parsed, headers, body }, signal)
  } finally {
    socket.destroy()
  }
}

/** Whatever failed once the time was over failed because of it. */
function unanswered(error: PostError, budget: AbortSignal) {
  const isLate = budget.aborted && error !== 'blocked_address'
  return { responseCode: null, responseBody: null, error: isLate ? 'timeout' : error } as const
}

function answered({ code, body }: Exclude<Answered, string>) {
  return { responseCode: code, responseBody: body, error: errorOf(code) }
}

function errorOf(code: number): PostError | null {
  if (code >= 200 && code < 300) return null
  return code >= 300 && code < 400 ? 'redirect' : 'http_status'
}
