import { type Refusal, refuse } from '../../shared/errors/refusal.ts'
import type { Origin } from '../../shared/http/operation.ts'
import type { Ids } from '../../shared/ids.ts'
import { applyChange, type Change } from '../../shared/signature/change.ts'
import type { SignerGrant } from '../../shared/signature/signer-grant.ts'
import { type SigningProgress, signingProgresses } from '../../shared/signature/signing-progress.ts'
import { signerCause } from '../../shared/signature/signing-transitions.ts'
import { type Cause, canAct, endedCodes, endedRefusal } from '../../shared/signature/transitions.ts'
import type { Work } from '../../shared/store/work.ts'

/** What an act of a signer is decided on, and where it is written. */
export interface SigningContext extends SignerGrant {
  readonly work: Work
  readonly ids: Ids
  readonly origin: Origin
}

/** What is refused with where nobody, or not this signer, can do anything now. */
export const actCodes = [...endedCodes, 'forbidden'] as const

/** Why the signer cannot act on the request; null where they can. */
export function actRefusal(
  { request: { record }, signer }: SignerGrant,
  nowMs: number,
): Refusal<(typeof actCodes)[number]> | null {
  const over = endedRefusal(record, nowMs)
  if (over) return over
  if (canAct(record, signer, nowMs)) return null
  return refuse('forbidden', signer.status === 'signed' ? 'You have signed.' : 'It is not your turn to sign.')
}

export function causeOf({ signer, origin: { ip, userAgent } }: SigningContext, nowMs: number): Cause {
  return signerCause(signer, { nowMs, ip, userAgent })
}

/** Writes what a signer did and how far they have come by it, and gives both as they will stand. */
export function advanced<Context extends SigningContext>(
  context: Context,
  change: Change,
  nowMs: number,
  progress: SigningProgress = context.progress,
): Context {
  const { work, ids, request, signer } = context
  const record = applyChange(work, request.record, change, { nowMs, ids })
  if (progress !== context.progress) work.putPart(signingProgresses, progress)
  const after = record.signers.find(({ id }) => id === signer.id) ?? signer
  return { ...context, request: { ...request, record }, signer: after, progress }
}
