import type { Platform } from '../../../shared/store/platform.ts'
import { changeItemInJob } from '../model/change-item.ts'
import type { Item, ItemRef } from '../model/item.ts'
import { type ReportedStatus, reported } from '../model/item-transitions.ts'
import { type SimulatedOutcome, simulatedOutcome } from '../vendors/simulated.ts'
import { simulatedActor, simulatedReport } from '../vendors/simulated-report.ts'

interface Play extends ItemRef {
  readonly attempt: number
  readonly from: string
}

/** Plays the next step of an item, if nothing else has moved it. What follows comes with the next message, two seconds later. */
export async function playItem(platform: Platform, { attempt, from, ...ref }: Play): Promise<void> {
  await changeItemInJob(platform, ref, (item, nowMs) => {
    if (item.status !== from || item.attempt !== attempt) return null
    const to = nextStep(item)
    if (to === null) return null
    const reason = `The simulated vendor played ${to} because the e-mail asks for it.`
    const isAskedFor = to !== 'sent' && to !== 'deposited'
    const report = simulatedReport(to, nowMs, isAskedFor ? reason : null)
    const change = reported(item, report, { nowMs, actor: simulatedActor(to), ip: null, userAgent: null })
    if (!change || nextStep(change.after) === null) return change
    const next = { type: 'registered_mail.simulation_due' as const, data: { ...ref, attempt, from: to } }
    return { ...change, jobs: [...change.jobs, next] }
  })
}

const finalStep: Readonly<Record<SimulatedOutcome, ReportedStatus>> = {
  deliver: 'delivered',
  refuse: 'refused',
  neglect: 'neglected',
  bounce: 'bounced',
  fail: 'failed',
}

/** Items without an outcome stop at `deposited` and wait for a simulation operation. */
function nextStep({ status, email }: Item): ReportedStatus | null {
  const outcome = simulatedOutcome(email)
  if (status === 'sending') return outcome === 'fail' ? 'failed' : 'sent'
  if (status === 'sent') return outcome === 'bounce' ? 'bounced' : 'deposited'
  return status === 'deposited' && outcome ? finalStep[outcome] : null
}
