import { type Fault, isRead, type Plan, type TracedCall } from './fault-proxy.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Whether nothing is left to chance, nor left out: that takes most of an hour. */
export const isWhole = process.env.FAULTS === 'all'
/** Whether each call that an operation makes itself is broken just once, as `test:quick` does. */
export const isQuick = process.env.FAULTS === 'few'

/** How long the cells of one test may take. One that ended early would go on beside the next. */
export const whileBroken = { timeout: isWhole ? 3_600_000 : 600_000 }

/** Faults that also last from one call to the end of the invocation, as an outage does. */
const outages = ['drop', 'drop the answer', 'throttle'] as const
type Outage = (typeof outages)[number]

/**
 * Everything that can happen to the calls of an invocation, one thing at a time. What no client could tell from another cell
 * is left out, unless `FAULTS=all` asks for it.
 */
export function cellsOf(calls: readonly TracedCall[], lastingFaults: readonly Outage[] = outages): Plan[] {
  return calls.flatMap((call, index) => {
    if (!isWhole && standsBetweenItsLike(calls, index)) return []
    const at = index + 1
    const lasting = lastingFaults.map((fault) => ({ at, fault, lasting: true }))
    const cells: Plan[] = [...call.possible.map((fault) => ({ at, fault })), ...lasting]
    return isWhole ? cells : cells.filter(({ fault }) => !isRead(call) || !toldApartByWritesAlone.includes(fault))
  })
}

/** The same of a job: after an outage of the other kind it does as after the end of its thread, its message comes again. */
export function cellsOfJob(calls: readonly TracedCall[]): Plan[] {
  if (calls.length === 0) throw new Error('no call of the job was seen: there is nothing to break')
  return cellsOf(calls, isWhole ? outages : ['drop', 'throttle'])
}

/**
 * Calls that are made at once come in any order, so that a fault may come to one to which it cannot happen. That is to be the
 * exception: cells in which nothing breaks show nothing.
 */
export function flawsOfUnmet(isBroken: readonly boolean[]): string[] {
  const unmet = isBroken.filter((met) => !met).length
  return unmet <= Math.max(1, isBroken.length / 10) ? [] : [`${unmet} of ${isBroken.length} faults met no call`]
}

/** Where a function breaks down: in the middle of what it does, before a call or after it. */
const ends: readonly Fault[] = ['end before', 'end after']

/** What is left of some cells without those of the pipeline's own calls. */
export function withoutPipeline(cells: readonly Plan[], calls: readonly TracedCall[]): Plan[] {
  return cells.filter(({ at }) => calls[at - 1]?.isOfPipeline !== true)
}

/**
 * Each writing call is broken once, and so is one of the reading calls. The seed draws how, by kinds first: whether the thread ends
 * there, a batch is done in part, or anything else. With `FAULTS=all` it is every cell, and with `FAULTS=few` one of each call.
 */
export function sampleOf(cells: readonly Plan[], calls: readonly TracedCall[], random: SeededRandom): Plan[] {
  if (isWhole) return [...cells]
  const drawn = oneOfEachKind(cells, 1, random)
  if (isQuick) return drawn
  const ofReads = drawn.filter(({ at }) => isReadAt(calls, at))
  const [readBroken] = random.shuffled(ofReads)
  return drawn.filter((plan) => plan === readBroken || !ofReads.includes(plan))
}

/** For what goes ways that others follow: each call, also one that reads, is broken twice, in different kinds of ways. */
export function denseSampleOf(cells: readonly Plan[], random: SeededRandom): Plan[] {
  return isWhole ? [...cells] : oneOfEachKind(cells, isQuick ? 1 : 2, random)
}

/** For each call one cell of each of so many kinds. */
function oneOfEachKind(cells: readonly Plan[], kinds: number, random: SeededRandom): Plan[] {
  return [...Map.groupBy(cells, ({ at }) => at).values()].flatMap((ofCall) => {
    const ofKinds = random.shuffled([...Map.groupBy(ofCall, drawnKindOf).values()]).slice(0, kinds)
    return ofKinds.flatMap((ofKind) => random.shuffled(ofKind).slice(0, 1))
  })
}

function isReadAt(calls: readonly TracedCall[], at: number): boolean {
  const call = calls[at - 1]
  return call !== undefined && isRead(call)
}

/** Outages and single faults are drawn together. */
function drawnKindOf(plan: Plan): 'end' | 'part' | 'other' {
  const kind = kindOf(plan)
  return kind === 'outage' || kind === 'once' ? 'other' : kind
}

function kindOf({ fault, lasting }: Plan): 'outage' | 'end' | 'part' | 'once' {
  if (lasting) return 'outage'
  // No client repeats a batch that was done in part: whoever sent it has to see to what is left.
  if (fault === 'unprocessed') return 'part'
  return ends.includes(fault) ? 'end' : 'once'
}

/**
 * Outages use up the retries that an SDK client has, and it ends with its thread: so what is to be overcome by retries comes before
 * them, and what ends threads after them.
 */
export function outagesBeforeEnds(cells: readonly Plan[]): Plan[] {
  const order = ['once', 'part', 'outage', 'end']
  return cells.toSorted((a, b) => order.indexOf(kindOf(a)) - order.indexOf(kindOf(b)))
}

/** A read leaves nothing behind: that it was carried out, late or twice, is to everybody as if it had been lost. */
const toldApartByWritesAlone: readonly Fault[] = ['drop the answer', 'arrive late', 'repeat', 'end after']

/** The shards of the due index are read at once, by equal calls: those at the ends stand for the others. */
function standsBetweenItsLike(calls: readonly TracedCall[], index: number): boolean {
  const around = calls.slice(Math.max(0, index - 2), index + 3)
  return around.length === 5 && around.every(({ operation }) => operation === calls[index]?.operation)
}
