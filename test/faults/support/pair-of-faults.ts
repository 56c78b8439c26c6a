import { anyCall, type Fault, faults, type Plan, type TracedCall } from './fault-proxy.ts'
import type { Tries } from './faulted-request.ts'
import type { FaultlessRun } from './faultless-run.ts'
import type { SeededRandom } from './seeded-random.ts'

const ends: readonly Fault[] = ['end before', 'end after']
/** What the SDK tries again, so that whatever follows is one call later. */
const triedAgain: readonly Fault[] = ['drop', 'drop the answer', 'arrive late', 'answer 500', 'throttle', 'unprocessed']
/** What a client hears of as a failure, where it lasts. */
const outages = triedAgain.filter((fault) => anyCall.includes(fault))
const lastsOften = 0.3

/** How many calls a repeat makes at least, whether its key is held, answered or unknown. */
const callsOfRepeat = 3

/** Two faults of one request, each at a call that it makes and possible there: in one try, or in two that follow each other. */
export function pairOfFaults(run: FaultlessRun, random: SeededRandom): Tries {
  return run.calls.length > 1 && random.next() < 0.5 ? inOneTry(run.calls, random) : inTwoTries(run, random)
}

/** The first lets the try go on to the second. */
function inOneTry(calls: readonly TracedCall[], random: SeededRandom): Tries {
  const first = planOf(calls, random.oneOf(numbers(1, calls.length - 1)), random, (fault) => !ends.includes(fault))
  const at = random.oneOf(numbers(first.at + 1, calls.length))
  const second = maybeLasting(planOf(calls, at, random), random)
  return [[first, { ...second, at: at + (triedAgain.includes(first.fault) ? 1 : 0) }]]
}

/** The first makes the client ask again; a POST may be repeated by mistake as well. */
function inTwoTries({ calls, isRecorded }: FaultlessRun, random: SeededRandom): Tries {
  const at = random.oneOf(numbers(1, calls.length))
  const interruption = random.oneOf([...ends, ...outages])
  const interrupting = { at, fault: interruption, lasting: outages.includes(interruption) }
  const first = isRecorded && random.next() < 0.5 ? planOf(calls, at, random) : interrupting
  const reached = isRecorded ? Math.min(calls.length, callsOfRepeat) : calls.length
  const second = planOf(calls, random.oneOf(numbers(1, reached)), random)
  return [[first], [maybeLasting(second, random)]]
}

/** Calls that are made at once come in any order. What is drawn is the same all the same where it can happen to the one that comes. */
function planOf(
  calls: readonly TracedCall[],
  at: number,
  random: SeededRandom,
  isWanted: (fault: Fault) => boolean = () => true,
): Plan {
  const fault = random.shuffled(faults.filter(isWanted)).find((each) => calls[at - 1]?.possible.includes(each))
  if (fault === undefined) throw new Error(`nothing can happen to call ${at}`)
  return { at, fault }
}

function maybeLasting(plan: Plan, random: SeededRandom): Plan {
  return anyCall.includes(plan.fault) && random.next() < lastsOften ? { ...plan, lasting: true } : plan
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
