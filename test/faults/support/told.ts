import type { TracedCall } from './fault-proxy.ts'
import type { Tries } from './faulted-request.ts'

/** Tries for people: `drop at call 5 (TransactWriteItems), then throttle from call 2 (Query) on`. */
export function toldTries(tries: Tries, calls: readonly TracedCall[]): string {
  const told = tries.map((plans) =>
    plans
      .map(({ at, fault, lasting }) => {
        const call = `call ${at} (${calls[at - 1]?.operation ?? 'a further one'})`
        return lasting ? `${fault} from ${call} on` : `${fault} at ${call}`
      })
      .join(' and '),
  )
  return told.join(', then ')
}
