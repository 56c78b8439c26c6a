import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allSealedKeys } from '../../functions/signature/model/document-keys.ts'
import { type RequestRecord, requests } from '../../functions/signature/model/request.ts'
import { readFunctions } from '../../infra/local/function-specifications.ts'
import { put } from '../../infra/local/tenant.ts'
import { sealCertificates } from '../../shared/pdf/sealing/seal-certificates.ts'
import { dayMs, minuteMs, timestamp } from '../../shared/platform/clock.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { kmsPublicKey } from '../../shared/platform/kms-public-key.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { sha256Of } from '../../shared/store/documents.ts'
import { scenarioNamed } from '../matrices/scenarios/scenarios.ts'
import { tokenAbout } from '../support/access-token.ts'
import { demand, download } from '../support/client.ts'
import { type LocalAuthority, startLocalAuthority } from '../support/documents/local-authority.ts'
import { sealedFilesOf, storedDocument } from '../support/inspection.ts'
import { alter, past, pathOf, read, storedChain, verify } from '../support/signature.ts'
import { kms, table } from '../support/tenant.ts'
import { type BackgroundJobs, backgroundJobsOf } from './support/background-jobs.ts'
import { whileBroken } from './support/cells.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import { asked, type Job, type JobRun } from './support/faulted-job.ts'
import { cellsAtOnce, type JobCells, jobCells, plainCells } from './support/job-cells.ts'
import { flawsOfGuarantees } from './support/outcome.ts'
import { seededRandom } from './support/seeded-random.ts'
import { sweepCells, sweepJob, sweepName } from './support/sweep-job.ts'
import { type TenantWorld, tenantWorld } from './support/tenant-world.ts'

/** A cloud whose seal key was certified by an authority that can be asked, and whose clock can be moved on by years. */
const random = seededRandom()

let driven: DrivenCloud
let jobs: BackgroundJobs
let cells: JobCells
let authority: LocalAuthority
let clockEndsAtMs: number

beforeAll(async () => {
  console.info(`renewals: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud({
    settings: async () => {
      clockEndsAtMs = Math.floor(Date.now() / 1000) * 1000 + 400 * dayMs
      authority = await startLocalAuthority(() => new Date(), { notAfter: new Date(clockEndsAtMs) })
      return { timestampAuthorityUrl: authority.timestampUrl }
    },
  })
  jobs = backgroundJobsOf(driven)
  cells = jobCells({ driven, jobs }, { random })
  await certifySealKey()
})
afterAll(async () => {
  await driven.close()
  await authority[Symbol.asyncDispose]()
  console.table(cells.tally)
})

/** As operators do who have an authority certify the key that seals. */
async function certifySealKey(): Promise<void> {
  const sealing = readFunctions(driven.cloud.template.resources).find(({ name }) => name.endsWith('document-sealing'))
  const keyId = sealing?.environment.TEST_SEAL_KEY_ID ?? ''
  const key = createPublicKey({ key: Buffer.from(await kmsPublicKey(kms(), keyId)), format: 'der', type: 'spki' })
  const { certificate } = authority.issue({ name: 'Sealpost TEST', key })
  const chain = [certificate, authority.issuing.certificate].map((der) => Buffer.from(der).toString('base64'))
  await put(table(), sealCertificates, { keyId, chain, createdAt: timestamp(Date.now()) })
}

async function sealedRequest(world: TenantWorld): Promise<RequestRecord> {
  await asked(world, scenarioNamed('simulateSignerAction, sign, as the last'))
  await world.settle()
  return await requestOf(world)
}

async function requestOf(world: TenantWorld): Promise<RequestRecord> {
  const [request] = recordsOf(requests, await world.items())
  if (!request) throw new Error('there is no request')
  return request
}

async function sweepAt(world: TenantWorld, timeMs: number): Promise<RequestRecord> {
  driven.clock.advance(timeMs - Date.now())
  expect(await jobs.run(sweepName)).toBe(true)
  await world.settle()
  return await requestOf(world)
}

describe('a seal by an authority that can be asked', () => {
  test('is released at B-T where nobody answers, and becomes B-LTA once somebody does', async () => {
    const world = await tenantWorld(driven, jobs)
    authority.behavior.ocsp = 'down'
    authority.behavior.list = 'down'
    const first = await sealedRequest(world)
    expect(first.document).toMatchObject({ sealStatus: 'sealed', sealLevel: 'B-T', signed: { renewals: [] } })
    expect(Date.parse(first.dueAt ?? '') - Date.now()).toBeLessThanOrEqual(minuteMs)
    const failed = await sweepAt(world, Date.parse(first.dueAt ?? ''))
    expect(failed.document).toMatchObject({ sealLevel: 'B-T', sealFailures: 1, signed: { renewals: [] } })
    authority.behavior.ocsp = 'good'
    authority.behavior.list = 'good'
    const renewed = await sweepAt(world, Date.parse(failed.dueAt ?? ''))
    expect(renewed.document).toMatchObject({ sealLevel: 'B-LTA', sealFailures: 0, signed: { renewals: [{}] } })
    expect(renewed.document.signed).toMatchObject({ sha256: first.document.signed?.sha256 })
    expect((await storedChain(first.id)).map(({ type }) => type).slice(-3)).toEqual([
      'sealed',
      'renewal_failed',
      'renewed',
    ])
  })

  test('is renewed before its timestamp ends: what was released stays, and all of it is known', async () => {
    const world = await tenantWorld(driven, jobs)
    const first = await sealedRequest(world)
    expect(first.document).toMatchObject({ sealLevel: 'B-LTA', signed: { renewals: [] } })
    expect(first.dueAt).toBe(timestamp(clockEndsAtMs - 90 * dayMs))
    expect((await sweepAt(world, Date.now() + dayMs)).version).toBe(first.version)

    const after = await sweepAt(world, clockEndsAtMs - 90 * dayMs)
    const { signed, evidence } = after.document
    const [renewal, ...more] = signed?.renewals ?? []
    expect(more).toEqual([])
    expect({ ...signed, renewals: [] }).toEqual(first.document.signed)
    expect(after.document).toEqual({ ...first.document, signed })
    const of = { ...world.tenant, token: await tokenAbout(world.tenant.key.clientId) }
    expect((await read(of, first.id)).document.signed.renewals).toEqual([
      { sha256: renewal?.sha256, size: renewal?.size, at: after.updatedAt },
    ])

    const latest = await download(`${pathOf(first.id)}/document?variant=signed`, of.token)
    expect(latest.headers.get('etag')).toBe(`"${renewal?.sha256}"`)
    expect(sha256Of(latest.bytes)).toBe(renewal?.sha256)
    const files = await Promise.all(allSealedKeys(after).map(storedDocument))
    expect(files.map(sha256Of)).toEqual([evidence?.sha256, signed?.sha256, renewal?.sha256])
    const released = files[1] ?? new Uint8Array()
    expect(Buffer.compare(latest.bytes.subarray(0, released.length), released)).toBe(0)
    for (const file of files) {
      const answer = await verify(of, file)
      demand(answer, 200)
      expect(answer.body.knownRequestId).toBe(first.id)
    }
  })
})

describe('every call of a renewal, whatever happens to it', whileBroken, () => {
  test('signature.renewal_due', async () => {
    const worlds: TenantWorld[] = []
    const job: Job = {
      except: [],
      async prepare(world) {
        const { id } = await sealedRequest(world)
        await alter(id, () => ({ dueAt: past }))
        expect(await jobs.run(sweepName)).toBe(true)
        const [message] = await world.relay()
        if (message?.event['detail-type'] !== 'signature.renewal_due') throw new Error('no renewal came of the sweep')
        return message
      },
      async run(world, trace, message) {
        if (message) await world.deliver(message, trace)
      },
    }
    const judge = async ({ world }: JobRun) => {
      worlds.push(world)
      return []
    }
    expect(await cells.flawsOf('signature.renewal_due', job, { ...plainCells, judge })).toEqual([])
    driven.clock.advance(minuteMs)
    expect(await jobs.run(sweepName)).toBe(true)
    const flaws = await inParallel(worlds, cellsAtOnce, async (world) => {
      await world.settle()
      return await flawsOfRenewal(world)
    })
    expect(flaws.flat()).toEqual([])
  })

  test('the sweep that asks for it', async () => {
    const job = sweepJob(jobs, async (world) => {
      const { id } = await sealedRequest(world)
      await alter(id, () => ({ dueAt: past }))
      return null
    })
    expect(await cells.flawsOf('due-sweep, renewal', job, sweepCells)).toEqual([])
  })
})

/** Renewed once, with every file of a try that came to nothing dropped or about to expire. */
async function flawsOfRenewal(world: TenantWorld): Promise<string[]> {
  const items = await world.items()
  const { document, orgId } = await requestOf(world)
  const renewals = document.signed?.renewals.length
  const files = await sealedFilesOf(orgId)
  return [
    ...(renewals === 1 ? [] : [`the seal was renewed ${renewals} times`]),
    ...(files.length >= 3 ? [] : [`there are ${files.length} files`]),
    ...(await flawsOfGuarantees(world, items)),
  ]
}
