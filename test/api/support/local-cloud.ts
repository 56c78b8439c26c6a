import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startLocalCloud } from '../../../infra/local/cloud.ts'
import { startRecording } from '../../../infra/local/recording-proxy.ts'
import type { CloudInUse } from './cloud.ts'
import { errorCoverage } from './coverage.ts'
import { proveGrants } from './grants-proof.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cloud: CloudInUse
  }
}

/** One local cloud for the whole suite, on data of its own. */
export default async function setup(project: TestProject) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-test-'))
  const metErrorsFile = join(dataDirectory, 'met-errors.jsonl')
  writeFileSync(metErrorsFile, '')
  const recording = startRecording()
  const cloud = await startLocalCloud({
    port: 0,
    dataDirectory: join(dataDirectory, 'data'),
    fresh: true,
    speed: 1,
    between: recording.between,
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
  })
  return async () => {
    await cloud.close()
    await recording.close()
    const { declared, missing } = errorCoverage(metErrorsFile)
    rmSync(dataDirectory, { recursive: true, force: true })
    console.log(`${declared - missing.length} of ${declared} declared errors of operations were met over HTTP`)
    const proof = proveGrants(cloud.template, recording)
    console.log(proof.summary)
    // A run of some test files does not need all grants.
    if (isWholeSuite() && proof.unused.length > 0) console.log(`grants never used:\n${proof.unused.join('\n')}`)
    if (proof.faults.length > 0) throw new Error(`calls without a grant:\n${proof.faults.join('\n')}`)
    // A run of some test files cannot meet them all; only the whole suite is held to it.
    if (isWholeSuite() && missing.length > 0)
      throw new Error(`declared errors that no test met:\n${missing.join('\n')}`)
  }
}

function isWholeSuite(): boolean {
  return process.argv.slice(2).every((argument) => argument === 'run' || argument.startsWith('-'))
}
