import * as v from 'valibot'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import {
  type CodeObstacle,
  codeLimits,
  isObstacle,
  withCodeEntered,
  withCodeSent,
} from '../../../shared/personal-links/code-proof.ts'
import { codeOf, type Mac } from '../../../shared/personal-links/signing-secrets.ts'
import { codeDigits } from '../../../shared/platform/code-digits.ts'
import { equalInConstantTime } from '../../../shared/platform/constant-time.ts'
import type { Change } from '../model/change.ts'
import { codeProved, codeRefused, codeSent } from '../model/signing-transitions.ts'
import { advanced, causeOf, type SigningContext } from './signing-context.ts'

/** A code of another length costs no try: it is refused before it is held against the one that was sent. */
export const enteredCode = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform(codeDigits),
  v.regex(new RegExp(`^\\d{${codeLimits.digits}}$`), `Send a code of ${codeLimits.digits} digits.`),
)

type CodeRefusal = Refusal<'invalid_input' | 'rate_limited'>

/** The next code is sent to the signer; one who cannot act any more gets none. */
export function sendCode<Context extends SigningContext>(context: Context, nowMs: number): Context | CodeRefusal {
  const { request, signer, progress } = context
  const code = withCodeSent(progress.code, nowMs)
  if (isObstacle(code)) return obstacleRefusal(code, nowMs)
  const change = codeSent(request.record, signer, code.counter, causeOf(context, nowMs))
  return change ? advanced(context, change, nowMs, { ...progress, code }) : context
}

/** What a right code makes of the signer's progress, with what is written down about it. */
export interface ProvedCode {
  readonly progress: SigningContext['progress']
  readonly change: Change
}

/** Holds a code against the last that was sent. A wrong one is noted with the refusal, and counts. */
export async function judgeCode(
  context: SigningContext,
  entered: string,
  { mac, nowMs }: { mac: Mac; nowMs: number },
): Promise<ProvedCode | CodeRefusal> {
  const { request, signer, progress, sessionSha256 } = context
  const { counter } = progress.code
  const ref = { requestId: request.record.id, signerId: signer.id }
  const isRight = equalInConstantTime(entered, await codeOf(mac, ref, counter))
  const code = withCodeEntered(progress.code, { isRight, sessionSha256 }, nowMs)
  if (isObstacle(code)) return refusedCode(context, code, nowMs)
  const change = codeProved(counter)(request.record, signer, causeOf(context, nowMs))
  if (!change) throw new Error('a code is judged only for a signer who can act')
  return { progress: { ...progress, code }, change }
}

function refusedCode(context: SigningContext, obstacle: CodeObstacle, nowMs: number): CodeRefusal {
  const refusal = obstacleRefusal(obstacle, nowMs)
  if (obstacle.kind !== 'wrong') return refusal
  const { request, signer, progress } = context
  const change = codeRefused(obstacle.triesLeft)(request.record, signer, causeOf(context, nowMs))
  if (change) advanced(context, change, nowMs, { ...progress, code: obstacle.state })
  return { ...refusal, isNoted: true }
}

/** The last wrong try locks: it is told as the lock that it brought about. */
function obstacleRefusal(obstacle: CodeObstacle, nowMs: number): CodeRefusal {
  if (obstacle.kind === 'no_code')
    return refuse('invalid_input', 'No code is active. Request a new one.', { expired: true })
  if (obstacle.kind !== 'wrong') return waitRefusal(obstacle.kind, obstacle.untilMs - nowMs)
  const { triesLeft, state } = obstacle
  if (state.lockedUntilMs !== null) return waitRefusal('locked', state.lockedUntilMs - nowMs)
  return refuse('invalid_input', 'The code is wrong. Enter the latest code that was sent.', { triesLeft })
}

function waitRefusal(kind: 'locked' | 'too_often', waitMs: number): Refusal<'rate_limited'> {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  const [limit, message] =
    kind === 'locked'
      ? [codeLimits.tries, 'Too many wrong codes were entered. Wait, then request a new one.']
      : [codeLimits.sendings, 'Too many codes were requested. Wait before you request another one.']
  const refusal = refuse('rate_limited', message, { limit, retryAfterSeconds })
  return { ...refusal, headers: { 'Retry-After': String(retryAfterSeconds) } }
}
