import { type AttemptDue, dispatchAll } from '../model/dispatch.ts'
import { type Health, standingOf } from '../model/health.ts'
import type { DeliveryDependencies } from './dependencies.ts'

const [soonSec, laterSec] = [1, 5]

/**
 * Sends the attempt to the queue for slow subscriptions, where it keeps nobody else waiting. If it comes from there, because all
 * slots of its subscription are taken, it comes again later; soon, if the subscription may turn out to be prompt.
 */
export async function postpone(
  { random, clock }: DeliveryDependencies,
  due: AttemptDue,
  { isAlone, ...health }: Health & { readonly isAlone: boolean },
): Promise<void> {
  const later = (sec: number) => sec + Math.floor(random() * (sec + 1))
  if (!isAlone) await dispatchAll([due], { lane: 'slow' })
  else if (standingOf(health, clock()) === 'slow') await dispatchAll([due], { lane: 'slow', delaySec: later(laterSec) })
  else await dispatchAll([due], { lane: 'shared', delaySec: later(soonSec) })
}
