import * as v from 'valibot'
import { minuteMs } from '../platform/clock.ts'

/** The limits of one-time codes, in one place. */
export const codeLimits = {
  digits: 6,
  livesMs: 10 * minuteMs,
  sendings: 3,
  sendingsWithinMs: 15 * minuteMs,
  tries: 5,
  lockedForMs: 15 * minuteMs,
  /** How long a browser that proved itself is believed. */
  provesForMs: 30 * minuteMs,
} as const

const moment = v.number()

/**
 * Where a signer stands with their codes. The code itself is nowhere: it follows from `counter` and a key that never
 * leaves KMS. Times are milliseconds since the epoch.
 */
export const codeStateSchema = v.object({
  /** How many codes were sent; the last one alone counts. */
  counter: v.number(),
  /** The sendings that still count against their limit. */
  sentAtMs: v.array(moment),
  /** Null: there is no code that can be entered. */
  expiresAtMs: v.nullable(moment),
  failures: v.number(),
  lockedUntilMs: v.nullable(moment),
  /** The browser that entered the code, by the SHA-256 of its session's secret. */
  proof: v.nullable(v.object({ sessionSha256: v.string(), untilMs: moment })),
})
export type CodeState = v.InferOutput<typeof codeStateSchema>

export const noCodeYet: CodeState = {
  counter: 0,
  sentAtMs: [],
  expiresAtMs: null,
  failures: 0,
  lockedUntilMs: null,
  proof: null,
}

/** What stands in the way of a code: for how long, or that another one has to be asked for. */
export type CodeObstacle =
  | { readonly kind: 'locked' | 'too_often'; readonly untilMs: number }
  | { readonly kind: 'no_code' }
  | { readonly kind: 'wrong'; readonly triesLeft: number; readonly state: CodeState }

/** The state with one more code sent, or why none can be sent now. */
export function withCodeSent(state: CodeState, nowMs: number): CodeState | CodeObstacle {
  const obstacle = lockOf(state, nowMs) ?? tooOften(state, nowMs)
  if (obstacle) return obstacle
  const sentAtMs = [...recentSendings(state, nowMs), nowMs]
  return { ...unlocked(state, nowMs), counter: state.counter + 1, sentAtMs, expiresAtMs: nowMs + codeLimits.livesMs }
}

/** The state with the code entered: proved for one browser, or one try fewer. Failures count over all codes, so that asking anew gives no new tries. */
export function withCodeEntered(
  state: CodeState,
  entered: { readonly isRight: boolean; readonly sessionSha256: string },
  nowMs: number,
): CodeState | CodeObstacle {
  const lock = lockOf(state, nowMs)
  if (lock) return lock
  const open = unlocked(state, nowMs)
  if (open.expiresAtMs === null || nowMs >= open.expiresAtMs) return { kind: 'no_code' }
  if (!entered.isRight) return failed(open, nowMs)
  const proof = { sessionSha256: entered.sessionSha256, untilMs: nowMs + codeLimits.provesForMs }
  return { ...open, expiresAtMs: null, failures: 0, proof }
}

/** Whether this browser has proved itself, and is believed still. */
export function isProvedBy({ proof }: CodeState, sessionSha256: string | null, nowMs: number): boolean {
  return proof !== null && sessionSha256 !== null && proof.sessionSha256 === sessionSha256 && nowMs < proof.untilMs
}

export function isObstacle(outcome: CodeState | CodeObstacle): outcome is CodeObstacle {
  return 'kind' in outcome
}

/** When the next code can be sent: now, or later. */
export function nextSendingAtMs(state: CodeState, nowMs: number): number {
  const obstacle = lockOf(state, nowMs) ?? tooOften(state, nowMs)
  return obstacle?.untilMs ?? nowMs
}

export function triesLeft({ failures }: CodeState): number {
  return codeLimits.tries - failures
}

function failed(state: CodeState, nowMs: number): CodeObstacle {
  const failures = state.failures + 1
  const left = codeLimits.tries - failures
  const locked = { ...state, failures: 0, expiresAtMs: null, lockedUntilMs: nowMs + codeLimits.lockedForMs }
  return { kind: 'wrong', triesLeft: left, state: left > 0 ? { ...state, failures } : locked }
}

function lockOf({ lockedUntilMs }: CodeState, nowMs: number) {
  return lockedUntilMs !== null && nowMs < lockedUntilMs ? ({ kind: 'locked', untilMs: lockedUntilMs } as const) : null
}

function unlocked(state: CodeState, nowMs: number): CodeState {
  return state.lockedUntilMs !== null && nowMs >= state.lockedUntilMs ? { ...state, lockedUntilMs: null } : state
}

function tooOften(state: CodeState, nowMs: number) {
  const [oldest, ...others] = recentSendings(state, nowMs)
  if (oldest === undefined || others.length + 1 < codeLimits.sendings) return null
  return { kind: 'too_often', untilMs: oldest + codeLimits.sendingsWithinMs } as const
}

function recentSendings({ sentAtMs }: CodeState, nowMs: number): number[] {
  return sentAtMs.filter((atMs) => nowMs - atMs < codeLimits.sendingsWithinMs)
}
