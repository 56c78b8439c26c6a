import * as v from 'valibot'
import { dayMs, minuteMs } from '../platform/clock.ts'

/** The limits of one-time codes, in one place. */
export const codeLimits = {
  digits: 6,
  /** The sender holds a link for one session, too, and could guess. */
  sessionDigits: 8,
  livesMs: 10 * minuteMs,
  /** For one mailbox or telephone number, by one link. */
  sendings: 3,
  sendingsWithinMs: 15 * minuteMs,
  tries: 5,
  lockedForMs: 15 * minuteMs,
  /** Of one signer, over all codes: after that the sender has to correct the signer. */
  wrongCodesOfSigner: 20,
  /** Of one link to a page of registered mail: nobody can correct its holder, so it works again after a day. */
  wrongCodesWithinMs: dayMs,
  /** How long a browser that proved itself is believed. */
  provesForMs: 30 * minuteMs,
} as const

const moment = v.number()

/**
 * Where a signer stands with their codes. The code itself is nowhere: it follows from `counter` and a key that never
 * leaves KMS. Times are milliseconds since the epoch.
 */
export const signerCodeSchema = v.object({
  /** How many codes were sent; the last one alone counts. */
  counter: v.number(),
  /** The length of the last code. */
  digits: v.optional(v.number(), codeLimits.digits),
  /** The number of the key that makes the last code. */
  key: v.optional(v.number(), 1),
  /** Null: there is no code that can be entered. */
  expiresAtMs: v.nullable(moment),
  /** All that were ever entered for this signer. */
  wrongCodes: v.optional(v.number(), 0),
  /** When the first of these was entered; null: none was. */
  firstWrongAtMs: v.optional(v.nullable(moment), null),
  /** The browser that entered the code, by the SHA-256 of its session's secret. */
  proof: v.nullable(v.object({ sessionSha256: v.string(), untilMs: moment })),
})
export type SignerCode = v.InferOutput<typeof signerCodeSchema>

export const noSignerCode: SignerCode = {
  counter: 0,
  digits: codeLimits.digits,
  key: 1,
  expiresAtMs: null,
  wrongCodes: 0,
  firstWrongAtMs: null,
  proof: null,
}

/** The counts of a mailbox or telephone number and a link that sends codes to it. */
export const recipientCodesSchema = v.object({
  /** The sendings that still count against their limit. */
  sentAtMs: v.array(moment),
  failures: v.number(),
  lockedUntilMs: v.nullable(moment),
})
export type RecipientCodes = v.InferOutput<typeof recipientCodesSchema>

export const noRecipientCodes: RecipientCodes = { sentAtMs: [], failures: 0, lockedUntilMs: null }

export interface CodeState {
  readonly signer: SignerCode
  readonly recipient: RecipientCodes
}

/** What stands in the way of a code: for how long, or what has to be done first. */
export type CodeObstacle =
  | { readonly kind: 'locked' | 'too_often'; readonly untilMs: number }
  | { readonly kind: 'mistyped'; readonly digits: number }
  | { readonly kind: 'no_code' }
  | { readonly kind: 'correct_the_signer' }
  | { readonly kind: 'wrong'; readonly triesLeft: number; readonly state: CodeState }

/** The state with one more code sent, of so many digits and under a key; or why none can be sent now. */
export function withCodeSent(
  { signer, recipient }: CodeState,
  { digits, key }: Pick<SignerCode, 'digits' | 'key'>,
  nowMs: number,
): CodeState | CodeObstacle {
  const obstacle = lifeOf(signer) ?? lockOf(recipient, nowMs) ?? tooOften(recipient, nowMs)
  if (obstacle) return obstacle
  const sentAtMs = [...recentSendings(recipient, nowMs), nowMs]
  return {
    signer: { ...signer, counter: signer.counter + 1, digits, key, expiresAtMs: nowMs + codeLimits.livesMs },
    recipient: { ...unlocked(recipient, nowMs), sentAtMs },
  }
}

/** What was entered, and by whom. */
export interface EnteredCode {
  readonly isRight: boolean
  /** Whether it has as many digits as the code: otherwise it was mistyped, not guessed, and costs no try. */
  readonly isWhole: boolean
  readonly sessionSha256: string
}

/** The state with the code entered: proved for one browser, or one try fewer. Failures count over all codes, so that asking anew gives no new tries. */
export function withCodeEntered(state: CodeState, entered: EnteredCode, nowMs: number): CodeState | CodeObstacle {
  const { signer } = state
  const obstacle = lifeOf(signer) ?? lockOf(state.recipient, nowMs)
  if (obstacle) return obstacle
  if (signer.expiresAtMs === null || nowMs >= signer.expiresAtMs) return { kind: 'no_code' }
  if (!entered.isWhole) return { kind: 'mistyped', digits: signer.digits }
  const recipient = unlocked(state.recipient, nowMs)
  if (!entered.isRight) return failed({ signer, recipient }, nowMs)
  const proof = { sessionSha256: entered.sessionSha256, untilMs: nowMs + codeLimits.provesForMs }
  return { signer: { ...signer, expiresAtMs: null, proof }, recipient: { ...recipient, failures: 0 } }
}

/** Whether this browser has proved itself, and is believed still. */
export function isProvedBy({ proof }: SignerCode, sessionSha256: string | null, nowMs: number): boolean {
  return proof !== null && sessionSha256 !== null && proof.sessionSha256 === sessionSha256 && nowMs < proof.untilMs
}

export function isObstacle(outcome: CodeState | CodeObstacle): outcome is CodeObstacle {
  return 'kind' in outcome
}

/** When the next code can be sent: now, or later. */
export function nextSendingAtMs(recipient: RecipientCodes, nowMs: number): number {
  const obstacle = lockOf(recipient, nowMs) ?? tooOften(recipient, nowMs)
  return obstacle?.untilMs ?? nowMs
}

export function triesLeft({ failures }: RecipientCodes): number {
  return codeLimits.tries - failures
}

function failed({ signer, recipient }: CodeState, nowMs: number): CodeObstacle {
  const failures = recipient.failures + 1
  const left = codeLimits.tries - failures
  const wrong = { wrongCodes: signer.wrongCodes + 1, firstWrongAtMs: signer.firstWrongAtMs ?? nowMs }
  if (left > 0) {
    const state = { signer: { ...signer, ...wrong }, recipient: { ...recipient, failures } }
    return { kind: 'wrong', triesLeft: left, state }
  }
  const locked = { ...recipient, failures: 0, lockedUntilMs: nowMs + codeLimits.lockedForMs }
  return {
    kind: 'wrong',
    triesLeft: 0,
    state: { signer: { ...signer, ...wrong, expiresAtMs: null }, recipient: locked },
  }
}

/** The state without wrong codes that were entered a day ago: these count no more for links that nobody can correct. */
export function withoutOldFailures(signer: SignerCode, nowMs: number): SignerCode {
  return nowMs < countedUntilMs(signer) ? signer : { ...signer, wrongCodes: 0, firstWrongAtMs: null }
}

/** When the wrong codes of a link stop to count. */
export function countedUntilMs({ firstWrongAtMs }: SignerCode): number {
  return (firstWrongAtMs ?? 0) + codeLimits.wrongCodesWithinMs
}

/** Whether so many wrong codes were entered that none counts any more. */
export function lifeOf({ wrongCodes }: SignerCode) {
  return wrongCodes < codeLimits.wrongCodesOfSigner ? null : ({ kind: 'correct_the_signer' } as const)
}

function lockOf({ lockedUntilMs }: RecipientCodes, nowMs: number) {
  return lockedUntilMs !== null && nowMs < lockedUntilMs ? ({ kind: 'locked', untilMs: lockedUntilMs } as const) : null
}

function unlocked(recipient: RecipientCodes, nowMs: number): RecipientCodes {
  const { lockedUntilMs } = recipient
  return lockedUntilMs !== null && nowMs >= lockedUntilMs ? { ...recipient, lockedUntilMs: null } : recipient
}

function tooOften(recipient: RecipientCodes, nowMs: number) {
  const [oldest, ...others] = recentSendings(recipient, nowMs)
  if (oldest === undefined || others.length + 1 < codeLimits.sendings) return null
  return { kind: 'too_often', untilMs: oldest + codeLimits.sendingsWithinMs } as const
}

function recentSendings({ sentAtMs }: RecipientCodes, nowMs: number): number[] {
  return sentAtMs.filter((atMs) => nowMs - atMs < codeLimits.sendingsWithinMs)
}
