import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { Origin } from '../../../shared/http/operation.ts'
import type { ActMac } from '../../../shared/personal-links/act-mac.ts'
import { putCodesOfRecipient } from '../../../shared/personal-links/recipient-codes.ts'
import type { Ids } from '../../../shared/platform/ids.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { authenticated } from '../model/acts.ts'
import { applyChange, type Change, recordedAtMs } from '../model/change.ts'
import { agreementOf, isOfSession, isUnproved, type SignerGrant } from '../model/signer-grant.ts'
import { signingProgresses } from '../model/signing-progress.ts'
import { signerCause } from '../model/signing-transitions.ts'
import { type Cause, canAct, endedCodes, endedRefusal } from '../model/transitions.ts'

/** What an act of a signer is decided on, and where it is written. */
export interface SigningContext extends SignerGrant {
  readonly work: UnitOfWork
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
  return refuse('forbidden', signer.status === 'signed' ? 'You have already signed.' : 'It is not your turn to sign.')
}

/** The sender has such a link, too: nothing is agreed to or declined in the signer's name before the signer's code was entered. */
export function proofRefusal(grant: SignerGrant, nowMs: number): Refusal<'invalid_input'> | null {
  return isUnproved(grant, nowMs) ? codeRequired : null
}

export const codeRequired = refuse('invalid_input', 'Enter the code that was sent to you first.', {
  reason: 'code_required',
})

/** A signer agrees to what their page shows and signs no more than that. The sender may have changed it since the page was loaded. */
export function shownRefusal(grant: SignerGrant, agreementSha256: string | undefined): Refusal<'invalid_input'> | null {
  if (agreementSha256 === undefined || agreementSha256 === agreementOf(grant)) return null
  return refuse(
    'invalid_input',
    'The sender changed the title or the name of a signer since you opened the document. Load the page again and check them.',
    { reason: 'changed_since_shown' },
  )
}

export function causeOf(
  { request: { record }, signer, link, origin: { ip, userAgent } }: SigningContext,
  nowMs: number,
): Cause {
  return signerCause(signer, { nowMs: recordedAtMs(record, nowMs), ip, userAgent, isBySessionLink: isOfSession(link) })
}

/** What changes beside the request when a signer acts. */
export type Advance = Partial<Pick<SigningContext, 'progress' | 'codesOfRecipient'>>

/** Writes an act of the signer: the sealing job verifies that this function recorded it. */
export async function acted<Context extends SigningContext>(
  context: Context,
  change: Change,
  { nowMs, mac, ...advance }: Advance & { readonly nowMs: number; readonly mac: ActMac },
): Promise<Context> {
  const { record } = context.request
  return advanced(context, await authenticated(change, record, { nowMs, mac }), nowMs, advance)
}

/** Writes what a signer did and how far they have come by it, and gives both as they will stand. */
export function advanced<Context extends SigningContext>(
  context: Context,
  change: Change,
  nowMs: number,
  { progress = context.progress, codesOfRecipient = context.codesOfRecipient }: Advance = {},
): Context {
  const { work, ids, request, signer } = context
  const record = applyChange(work, request.record, change, { nowMs, ids, isBackground: true })
  if (progress !== context.progress) work.putPart(signingProgresses, progress)
  if (codesOfRecipient !== context.codesOfRecipient)
    putCodesOfRecipient(work, context.codesOfRecipient, codesOfRecipient)
  const after = record.signers.find(({ id }) => id === signer.id) ?? signer
  return { ...context, request: { ...request, record }, signer: after, progress, codesOfRecipient }
}
