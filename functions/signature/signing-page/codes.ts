import * as v from 'valibot'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import {
  type CodeObstacle,
  type CodeState,
  codeLimits,
  isObstacle,
  lifeOf,
  withCodeEntered,
  withCodeSent,
} from '../../../shared/personal-links/code-proof.ts'
import { codeOf, type MacKeys } from '../../../shared/personal-links/signing-secrets.ts'
import { codeDigits } from '../../../shared/platform/code-digits.ts'
import { equalInConstantTime } from '../../../shared/platform/constant-time.ts'
import type { Change } from '../model/change.ts'
import { codeDestination } from '../model/code-destination.ts'
import { digitsFor } from '../model/signer-grant.ts'
import { codeProved, codeRefused, codeSent } from '../model/signing-transitions.ts'
import { countSms } from '../model/sms-budget.ts'
import { linkKeys } from './link-keys.ts'
import { type Advance, advanced, causeOf, type SigningContext } from './signing-context.ts'

const { digits: usualDigits, sessionDigits } = codeLimits

/** A code of another length costs no try: it is refused before it is held against the one that was sent. */
export const enteredCode = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform(codeDigits),
  v.regex(
    new RegExp(`^(\\d{${usualDigits}}|\\d{${sessionDigits}})$`),
    'Send the digits of the code, and nothing else.',
  ),
)

type CodeRefusal = Refusal<'invalid_input' | 'rate_limited'>

/** The next code is sent to the signer; one who cannot act any more gets none. */
export function sendCode<Context extends SigningContext>(context: Context, nowMs: number): Context | CodeRefusal {
  const { request, signer, link } = context
  const sent = { digits: digitsFor(link), key: linkKeys().current }
  const state = withCodeSent(stateOf(context), sent, nowMs)
  if (isObstacle(state)) return refusedCode(context, state, nowMs)
  const change = codeSent(request.record, signer, state.signer.counter, causeOf(context, nowMs))
  if (!change) return context
  if (signer.authMethod === 'sms_otp') countSms(context.work, context.organization)
  return advanced(context, change, nowMs, advanceTo(context, state, nowMs))
}

/** A right code: how far the signer has come by it, and what is written down about it. */
export interface ProvedCode {
  readonly advance: Advance
  readonly change: Change
}

/**
 * A short code proves nothing by a link for one session, which the sender holds too. A code under a retired key cannot be
 * entered any more.
 */
function stateOf({ progress: { code }, codesOfRecipient: recipient, link }: SigningContext): CodeState {
  const counts = code.digits >= digitsFor(link) && linkKeys().keys.has(code.key)
  return { signer: counts ? code : { ...code, expiresAtMs: null }, recipient }
}

function advanceTo({ progress, codesOfRecipient }: SigningContext, state: CodeState, nowMs: number): Advance {
  const version = codesOfRecipient.version + 1
  return {
    progress: { ...progress, code: state.signer },
    codesOfRecipient: { ...codesOfRecipient, ...state.recipient, changedAtMs: nowMs, version },
  }
}

/** Holds a code against the last that was sent. A wrong one is noted with the refusal, and counts. */
export async function judgeCode(
  context: SigningContext,
  entered: string,
  { macKeys, nowMs }: { macKeys: MacKeys; nowMs: number },
): Promise<ProvedCode | CodeRefusal> {
  const { request, signer, progress, sessionSha256 } = context
  const { counter, digits, key } = progress.code
  const ref = { requestId: request.record.id, signerId: signer.id, to: codeDestination(signer).to }
  const mac = macKeys.under(key)
  const isRight = mac !== null && equalInConstantTime(entered, await codeOf(mac, ref, counter, digits))
  const isWhole = entered.length === digits
  const state = withCodeEntered(stateOf(context), { isRight, isWhole, sessionSha256 }, nowMs)
  if (isObstacle(state)) return refusedCode(context, state, nowMs)
  const change = codeProved(request.record, signer, counter, causeOf(context, nowMs))
  if (!change) throw new Error('a code is judged only for a signer who can act')
  return { advance: advanceTo(context, state, nowMs), change }
}

function refusedCode(context: SigningContext, obstacle: CodeObstacle, nowMs: number): CodeRefusal {
  const refusal = obstacleRefusal(obstacle, nowMs)
  if (obstacle.kind !== 'wrong') return refusal
  const { request, signer } = context
  const change = codeRefused(obstacle.triesLeft)(request.record, signer, causeOf(context, nowMs))
  if (change) advanced(context, change, nowMs, advanceTo(context, obstacle.state, nowMs))
  return { ...refusal, isNoted: true }
}

/** The last wrong try locks: it is told as the lock that it brought about. */
function obstacleRefusal(obstacle: CodeObstacle, nowMs: number): CodeRefusal {
  if (obstacle.kind === 'no_code')
    return refuse('invalid_input', 'No code is active. Request a new one.', { expired: true })
  if (obstacle.kind === 'correct_the_signer') return correctTheSigner
  if (obstacle.kind === 'mistyped')
    return refuse('invalid_input', `The code has ${obstacle.digits} digits. Send all of them.`, {
      digits: obstacle.digits,
    })
  if (obstacle.kind !== 'wrong') return waitRefusal(obstacle.kind, obstacle.untilMs - nowMs)
  const { triesLeft, state } = obstacle
  if (lifeOf(state.signer)) return correctTheSigner
  const { lockedUntilMs } = state.recipient
  if (lockedUntilMs !== null) return waitRefusal('locked', lockedUntilMs - nowMs)
  return refuse('invalid_input', 'The code is wrong. Enter the latest code that was sent.', { triesLeft })
}

const correctTheSigner = refuse(
  'rate_limited',
  'Too many wrong codes were entered for this signer. Ask the sender to correct the e-mail, the phone or the authMethod.',
  { limit: codeLimits.wrongCodesOfSigner, reason: 'correct_the_signer' },
)

function waitRefusal(kind: 'locked' | 'too_often', waitMs: number): Refusal<'rate_limited'> {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  const [limit, message] =
    kind === 'locked'
      ? [codeLimits.tries, 'Too many wrong codes were entered. Wait, then request a new one.']
      : [codeLimits.sendings, 'Too many codes were requested. Wait before you request another one.']
  const refusal = refuse('rate_limited', message, { limit, retryAfterSeconds })
  return { ...refusal, headers: { 'Retry-After': String(retryAfterSeconds) } }
}
