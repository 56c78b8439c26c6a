import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts'
import { type Recording, startRecording } from '../../infra/local/recording-proxy.ts'
import { startAr24Fake } from '../fakes/ar24-fake.ts'
import { startCscFake } from '../fakes/csc-fake.ts'
import { startYousignFake } from '../fakes/yousign-fake.ts'
import type { CloudInUse } from './cloud.ts'
import { contractCoverage, errorCoverage, unprovokedCodes } from './coverage.ts'
import { proveGrants } from './grants-proof.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cloud: CloudInUse
  }
}

/** One local cloud for the whole suite, on data of its own. */
export default async function setup(project: TestProject) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-test-'))
  tellEngine()
  const metErrorsFile = join(dataDirectory, 'met-errors.jsonl')
  writeFileSync(metErrorsFile, '')
  const recording = startRecording()
  const [yousign, ar24, csc] = await Promise.all([startYousignFake(), startAr24Fake(), startCscFake()])
  const cloud = await startLocalCloud({
    port: 0,
    dataDirectory: join(dataDirectory, 'data'),
    fresh: true,
    speed: 1,
    // CI has two processors, and each start of a thread takes nearly a second of processor time.
    maximumThreadsPerFunction: 2,
    between: recording.between,
    yousignUrl: yousign.url,
    ar24Url: ar24.url,
    cscUrl: csc.url,
  })
  const { baseUrl, authUrl, inboxUrl, adminUrl, endpoints, resources } = cloud
  project.provide('cloud', {
    dataDirectory: join(dataDirectory, 'data'),
    baseUrl,
    authUrl,
    inboxUrl,
    adminUrl,
    endpoints,
    resources,
    metErrorsFile,
    yousignUrl: yousign.url,
    ar24Url: ar24.url,
    cscUrl: csc.url,
  })
  return async () => {
    try {
      demandProofs(project, { metErrorsFile, cloud, recording })
    } finally {
      await cloud.close()
      await recording.close()
      await yousign.close()
      await ar24.close()
      await csc.close()
      rmSync(dataDirectory, { recursive: true, force: true })
    }
  }
}

/** Whether the tests also prove that the service does not depend on one engine. */
function tellEngine(): void {
  const endpoint = process.env.DYNAMODB_ENDPOINT
  console.log(
    endpoint
      ? `the table is kept by the engine at ${endpoint}`
      : 'skipped: another engine of DynamoDB; DYNAMODB_ENDPOINT names one (see test/README.md)',
  )
}

interface Shown {
  readonly metErrorsFile: string
  readonly cloud: LocalCloud
  readonly recording: Recording
}

/** Throws for what the tests were to show and did not. */
function demandProofs(project: TestProject, { metErrorsFile, cloud, recording }: Shown): void {
  const { declared, missing } = errorCoverage(metErrorsFile)
  console.log(`${declared - missing.length} of ${declared} declared errors of operations were met over HTTP`)
  const { operations, codes } = contractCoverage(metErrorsFile)
  const count = ({ of, unmet }: typeof codes) => `${of - unmet.length} of ${of}`
  console.log(`${count(operations)} published operations and ${count(codes)} codes of the contract were met over HTTP`)
  const { summary, faults, unexplained } = proveGrants(cloud.template, recording)
  console.log(summary)
  const flaws = [
    ...faults.map((fault) => `a call without a grant: ${fault}`),
    // A run of some test files neither needs all grants nor meets all errors; only the whole suite is held to it.
    ...(isWholeSuite(project) ? unexplained : []),
    ...(isWholeSuite(project) ? operations.unmet.map((id) => `an operation that no test met: ${id}`) : []),
    ...(isWholeSuite(project)
      ? codes.unmet.filter((code) => !unprovokedCodes.includes(code)).map((code) => `a code that no test met: ${code}`)
      : []),
    ...(isWholeSuite(project) ? missing.map((error) => `a declared error that no test met: ${error}`) : []),
  ]
  if (flaws.length === 0) return
  // At once: vitest ends a teardown that takes too long with the code that there is by then.
  process.exitCode = 1
  throw new Error(flaws.join('\n'))
}

function isWholeSuite({ config, vitest }: TestProject): boolean {
  const isOfAll = (argument: string, index: number, all: readonly string[]) =>
    argument === 'run' || argument.startsWith('-') || (argument === 'api' && all[index - 1] === '--project')
  const isCut = config.testNamePattern !== undefined || vitest.config.shard !== undefined
  return !isCut && process.argv.slice(2).every(isOfAll)
}
