import { afterAll, beforeAll, expect, test } from 'vitest'
import { readItem } from '../../functions/registered-mail/model/change-item.ts'
import { markLeaseMs } from '../../functions/registered-mail/vendors/ar24/mark-lease.ts'
import { leaseMs } from '../../functions/signature/vendor-jobs/submission-lease.ts'
import { newTrace, traceHeaderName, traceHeaderOf } from '../../infra/local/trace.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { type Ar24Fake, startAr24Fake } from '../fakes/ar24-fake.ts'
import { startYousignFake, type YousignFake } from '../fakes/yousign-fake.ts'
import { connectAr24, sentByAr24, stateOfAr24 } from '../support/ar24.ts'
import { agreedAt, allowed, connectCsc, cscRequest, finish, signedByCsc } from '../support/csc.ts'
import { create, storedRequest } from '../support/signature.ts'
import { stepsOf } from '../support/signing.ts'
import { table } from '../support/tenant.ts'
import { connectYousign, stateAtFake, vendorDraft } from '../support/vendors.ts'
import { type BackgroundJobs, backgroundJobsOf } from './support/background-jobs.ts'
import { flawsOfUnmet, isWhole, whileBroken } from './support/cells.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import type { Fault, TracedCall } from './support/fault-proxy.ts'
import { bodyOf } from './support/queue-cases.ts'
import { readerOf } from './support/queued.ts'
import { tenantWorld } from './support/tenant-world.ts'

let yousign: YousignFake
let ar24: Ar24Fake
let driven: DrivenCloud
let jobs: BackgroundJobs

beforeAll(async () => {
  ;[yousign, ar24] = await Promise.all([startYousignFake(), startAr24Fake()])
  driven = await startDrivenCloud({ yousignUrl: yousign.url, ar24Url: ar24.url })
  jobs = backgroundJobsOf(driven)
})
afterAll(async () => {
  await driven.close()
  await yousign.close()
  await ar24.close()
})

/** A request that is to be handed over. */
async function waiting() {
  const world = await tenantWorld(driven, jobs)
  const { apiKey } = await connectYousign(world.tenant, 'lost')
  const { id } = await create(world.tenant, vendorDraft())
  return { apiKey, id, body: bodyOf('signature.vendor_due', { requestId: id }) }
}

/** An item of a registered mail that is to be handed over. Its world is its own: the clock moves on past the life of a token. */
async function waitingItem() {
  const { tenant } = await tenantWorld(driven, jobs)
  const at = await connectAr24(tenant, { delivery: 'lost' })
  const mail = await sentByAr24(tenant, at)
  await jobs.giveBatch(readerOf(jobs, 'registered-mail-jobs'), [
    bodyOf('registered_mail.send_due', { mailId: mail.id }),
  ])
  const ref = { mailId: mail.id, itemId: mail.recipients[0].id }
  return { token: at.token, ref, body: bodyOf('registered_mail.vendor_due', ref) }
}

interface Given {
  readonly queue: string
  readonly body: string
  /** After this time the thread before has ended. */
  readonly leaseMs: number
}

/** Gives the job its message until it is taken. The lease of a thread that ended is over by the next time. */
async function handedOver({ queue, body, leaseMs }: Given, broken: { at: number; fault: Fault } | null) {
  const trace = newTrace()
  driven.faults.plan(trace, broken ? [broken] : [])
  const reader = readerOf(jobs, queue)
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

/** A thread that ends after a call ends before the next one: usually only the last call is broken in all of these ways. */
function cellsOf(calls: readonly TracedCall[]) {
  const cells = calls.flatMap(({ possible }, index) =>
    ends.filter((fault) => possible.includes(fault)).map((fault) => ({ at: index + 1, fault })),
  )
  return isWhole ? cells : cells.filter(({ at, fault }) => fault === 'end before' || at === calls.length)
}

test(
  'a request is handed to an outside vendor once, wherever the thread ends between its answer and our commit',
  whileBroken,
  async () => {
    const given = ({ body }: { body: string }) => ({ queue: 'signature-vendors', body, leaseMs })
    const whole = await waiting()
    const { calls, isTaken } = await handedOver(given(whole), null)
    expect(isTaken).toBe(true)
    expect(calls.length).toBeGreaterThan(5)
    const cells = await inParallel(cellsOf(calls), 1, async (cell) => {
      const request = await waiting()
      const { isMet } = await handedOver(given(request), cell)
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

test(
  'an item is handed to AR24 once at most, wherever the thread ends, and never twice where nobody knows',
  whileBroken,
  async () => {
    const given = ({ body }: { body: string }) => ({ queue: 'registered-mail-vendors', body, leaseMs: markLeaseMs })
    const { calls, isTaken } = await handedOver(given(await waitingItem()), null)
    expect(isTaken).toBe(true)
    expect(calls.length).toBeGreaterThan(5)
    const cells = await inParallel(cellsOf(calls), 1, async (cell) => {
      const waiting = await waitingItem()
      const { isMet } = await handedOver(given(waiting), cell)
      const { mails } = await stateOfAr24(waiting.token)
      const item = await readItem(table(), waiting.ref)
      const known = item?.vendorItemId ?? null
      const isOnce = mails.length === 1 && known === String(mails[0].id)
      // The thread ended after its mark and before its call: AR24 has nothing, and we must not believe that.
      const isUnknown = mails.length === 0 && known === null && item?.status === 'sending'
      return { isMet, isUnknown, flaws: isOnce || isUnknown ? [] : [`${cell.fault} ${cell.at}: ${mails.length} mails`] }
    })
    expect(cells.flatMap(({ flaws }) => flaws)).toEqual([])
    expect(flawsOfUnmet(cells.map(({ isMet }) => isMet))).toEqual([])
    // Those at the write of the mark itself.
    expect(cells.filter(({ isUnknown }) => isUnknown).length).toBeLessThan(3)
    console.info(`${cells.length} ends of threads while an item was handed over`)
  },
)

/** A signature that its signer has allowed at a provider, and that is to be made. */
async function waitingSignature() {
  const { tenant } = await tenantWorld(driven, jobs)
  const { clientId } = await connectCsc(tenant)
  const request = await cscRequest(tenant)
  const browser = await agreedAt(request)
  return { clientId, request, browser, back: await allowed(browser, request) }
}

type WaitingSignature = Awaited<ReturnType<typeof waitingSignature>>

/** The browser comes back from the provider, while the thread ends as told. */
async function cameBack({ browser, back }: WaitingSignature, broken: { at: number; fault: Fault } | null) {
  const trace = newTrace()
  driven.faults.plan(trace, broken ? [broken] : [])
  const json = { code: back.code, state: back.state }
  const headers = { [traceHeaderName]: traceHeaderOf(trace) }
  await browser.ask('POST', '/vendor-signature', { json, headers }).catch(() => null)
  const seen = { calls: [...driven.faults.callsOf(trace)], isMet: driven.faults.metOf(trace).length > 0 }
  await driven.faults.forget(trace)
  return seen
}

/** As people do: the page is loaded again, and where the code is used up by then, they confirm once more. */
async function signedInTheEnd({ request, browser, back }: WaitingSignature): Promise<boolean> {
  if ((await finish(browser, back)).status === 200) return true
  return (await finish(browser, await allowed(browser, request))).status === 200
}

test(
  'a signer signs once with a key at a provider, wherever the thread ends between its answer and our commit',
  whileBroken,
  async () => {
    const { calls } = await cameBack(await waitingSignature(), null)
    expect(calls.length).toBeGreaterThan(5)
    const cells = await inParallel(cellsOf(calls), 2, async (cell) => {
      const waiting = await waitingSignature()
      const { isMet } = await cameBack(waiting, cell)
      const isSigned = await signedInTheEnd(waiting)
      const hashes = await signedByCsc(waiting.clientId)
      const steps = await stepsOf(waiting.request, 'signed')
      // Two signatures of one hash are worth the same, and one of them is in the document.
      const isOnce = isSigned && steps.length === 1 && new Set(hashes).size === 1 && hashes.length <= 2
      return { isMet, again: hashes.length - 1, flaws: isOnce ? [] : [`${cell.fault} ${cell.at}: ${hashes.length}`] }
    })
    expect(cells.flatMap(({ flaws }) => flaws)).toEqual([])
    expect(flawsOfUnmet(cells.map(({ isMet }) => isMet))).toEqual([])
    // Only between the answer and the moment at which it is kept.
    expect(cells.filter(({ again }) => again > 0).length).toBeLessThan(4)
    console.info(`${cells.length} ends of threads while a signature was made`)
  },
)
