import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaseMs } from '../../functions/signature/vendor-jobs/submission-lease.ts'
import { newTrace } from '../../infra/local/trace.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { startYousignFake, type YousignFake } from '../fakes/yousign-fake.ts'
import { create, storedRequest } from '../support/signature.ts'
import { connectYousign, stateAtFake, vendorDraft } from '../support/vendors.ts'
import { type BackgroundJobs, backgroundJobsOf } from './support/background-jobs.ts'
import { flawsOfUnmet, whileBroken } from './support/cells.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import type { Fault, TracedCall } from './support/fault-proxy.ts'
import { bodyOf } from './support/queue-cases.ts'
import { readerOf } from './support/queued.ts'
import { tenantWorld } from './support/tenant-world.ts'

let yousign: YousignFake
let driven: DrivenCloud
let jobs: BackgroundJobs

beforeAll(async () => {
  yousign = await startYousignFake()
  driven = await startDrivenCloud({ yousignUrl: yousign.url })
  jobs = backgroundJobsOf(driven)
})
afterAll(async () => {
  await driven.close()
  await yousign.close()
})

/** A request that is to be handed over. */
async function waiting() {
  const world = await tenantWorld(driven, jobs)
  const { apiKey } = await connectYousign(world.tenant, 'lost')
  const { id } = await create(world.tenant, vendorDraft())
  return { apiKey, id, body: bodyOf('signature.vendor_due', { requestId: id }) }
}

type Waiting = Awaited<ReturnType<typeof waiting>>

/** Gives the job its message until it is taken. The lease of a thread that ended is over by the next time. */
async function handedOver({ body }: Waiting, broken: { at: number; fault: Fault } | null) {
  const trace = newTrace()
  driven.faults.plan(trace, broken ? [broken] : [])
  const reader = readerOf(jobs, 'signature-vendors')
  let [isTaken] = await jobs.giveBatch(reader, [body], trace)
  const first = { calls: [...driven.faults.callsOf(trace)], isMet: driven.faults.metOf(trace).length > 0 }
  await driven.faults.forget(trace)
  for (let tries = 0; !isTaken && tries < 3; tries += 1) {
    driven.clock.advance(leaseMs + 1)
    ;[isTaken] = await jobs.giveBatch(reader, [body])
  }
  return { ...first, isTaken }
}

const ends = ['end before', 'end after', 'drop the answer'] as const
const cellsOf = (calls: readonly TracedCall[]) =>
  calls.flatMap(({ possible }, index) =>
    ends.filter((fault) => possible.includes(fault)).map((fault) => ({ at: index + 1, fault })),
  )

test(
  'a request is handed to an outside vendor once, wherever the thread ends between its answer and our commit',
  whileBroken,
  async () => {
    const whole = await waiting()
    const { calls, isTaken } = await handedOver(whole, null)
    expect(isTaken).toBe(true)
    expect(calls.length).toBeGreaterThan(5)
    const cells = await inParallel(cellsOf(calls), 1, async (cell) => {
      const request = await waiting()
      const { isMet } = await handedOver(request, cell)
      const { activations, requests } = await stateAtFake(request.apiKey)
      const { vendorRequestId } = await storedRequest(request.id)
      const isOnce = activations.length === 1 && requests.length === 1 && vendorRequestId === requests[0].id
      return { isMet, flaws: isOnce ? [] : [`${cell.fault} ${cell.at}: ${activations.length} activations`] }
    })
    expect(cells.flatMap(({ flaws }) => flaws)).toEqual([])
    expect(flawsOfUnmet(cells.map(({ isMet }) => isMet))).toEqual([])
    console.info(`${cells.length} ends of threads while a request was handed over`)
  },
)
