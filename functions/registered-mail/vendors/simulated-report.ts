import { timestamp } from '../../../shared/platform/clock.ts'
import type { Report, ReportedStatus } from '../model/item-transitions.ts'
import type { StepActor } from '../model/step-actor.ts'

const byRecipient: readonly ReportedStatus[] = ['delivered', 'refused']

export const recipientActor: StepActor = { type: 'recipient', id: null, name: 'Simulated recipient' }

/** Who does what is simulated. */
export function simulatedActor(to: ReportedStatus): StepActor {
  return byRecipient.includes(to)
    ? recipientActor
    : { type: 'vendor', id: 'simulated', name: 'Simulated registered mail' }
}

/** Progress that nobody made. Its notice goes out with `sent`. */
export function simulatedReport(to: ReportedStatus, nowMs: number, reason: string | null): Report {
  const at = timestamp(nowMs)
  const isFailure = to === 'failed' || to === 'bounced'
  return {
    to,
    at,
    source: byRecipient.includes(to) ? 'recipient' : 'vendor',
    detail: { simulated: true, ...(reason !== null && { reason }) },
    ...(to === 'sent' && { notifiedAt: at }),
    ...(isFailure && { failure: { code: 'simulated', message: reason ?? `The item was simulated as ${to}.` } }),
  }
}
