import type { Item } from '../model/item.ts'
import type { ProofStep } from '../model/proof-content.ts'

/** How a recipient is named and reached. */
export type Named = Pick<Item, 'firstName' | 'lastName' | 'company' | 'email'>

/** The name of a person as proofs write it. */
export function partyName({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}

/**
 * The recipient after these steps, with the corrections that were accepted. Null for an item from before its first step held the
 * recipient.
 */
export function recipientIn(steps: readonly ProofStep[]): Named | null {
  const queued = steps.find(({ type }) => type === 'queued')?.detail
  if (typeof queued?.email !== 'string') return null
  const details = [queued, ...steps.map((step) => correctionBy(step, steps)).filter((detail) => detail !== null)]
  const told = (field: keyof Named) =>
    details.map((detail) => detail[field]).findLast((value) => typeof value === 'string')
  return {
    firstName: told('firstName') ?? null,
    lastName: told('lastName') ?? null,
    company: told('company') ?? null,
    email: told('email') ?? queued.email,
  }
}

/** The correction that a step accepts: the step in which it was requested has its fields. */
function correctionBy({ type, detail }: ProofStep, steps: readonly ProofStep[]): ProofStep['detail'] {
  if (type !== 'recipient_update_answered' || detail?.accept !== true) return null
  const requested = steps.filter((step) => step.type === 'recipient_update_requested')
  return requested.find((step) => step.detail?.updateId === detail.updateId)?.detail ?? null
}

/** When these steps say that a status was reached; null: they do not. */
export function reachedAt(type: string, steps: readonly ProofStep[]): string | null {
  const at = steps.findLast((step) => step.type === type)?.detail?.reportedAt
  return typeof at === 'string' ? at : null
}

/** The steps since the address is the current one. */
function sinceAddress(steps: readonly ProofStep[]): readonly ProofStep[] {
  return steps.slice(
    Math.max(
      0,
      steps.findLastIndex((step) => typeof correctionBy(step, steps)?.email === 'string'),
    ),
  )
}

/**
 * When the notice may have gone out: the report of a sending or deposit does not always say which of the two it was. A notice to an
 * earlier address does not count.
 */
export function noticesIn(steps: readonly ProofStep[]): string[] {
  return sinceAddress(steps)
    .flatMap(({ type, detail }) => [
      detail?.notifiedAt,
      ...(type === 'sent' || type === 'deposited' ? [detail?.reportedAt] : []),
    ])
    .filter((at) => typeof at === 'string')
}

/** Whether a notice must have gone out by now. */
export function isNoticed(steps: readonly ProofStep[]): boolean {
  return sinceAddress(steps).some(({ type, detail }) => type === 'deposited' || typeof detail?.notifiedAt === 'string')
}
