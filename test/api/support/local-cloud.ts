import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startLocalCloud } from '../../../infra/local/cloud.ts'
import type { Endpoints } from '../../../infra/local/endpoints.ts'
import type { SeedContext } from '../../../infra/local/workspace.ts'
import { errorCoverage } from './coverage.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cloud: SeedContext & { readonly adminUrl: string; readonly endpoints: Endpoints }
    metErrorsFile: string
  }
}

/** One local cloud for the whole suite, on data of its own. */
export default async function setup(project: TestProject) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-test-'))
  const metErrorsFile = join(dataDirectory, 'met-errors.jsonl')
  writeFileSync(metErrorsFile, '')
  const cloud = await startLocalCloud({ port: 0, dataDirectory: join(dataDirectory, 'data'), fresh: true, speed: 1 })
  const { baseUrl, authUrl, inboxUrl, adminUrl, endpoints, resources } = cloud
  project.provide('cloud', {
    dataDirectory: join(dataDirectory, 'data'),
    baseUrl,
    authUrl,
    inboxUrl,
    adminUrl,
    endpoints,
    resources,
  })
  project.provide('metErrorsFile', metErrorsFile)
  return async () => {
    await cloud.close()
    const { declared, missing } = errorCoverage(metErrorsFile)
    rmSync(dataDirectory, { recursive: true, force: true })
    console.log(`${declared - missing.length} of ${declared} declared errors of operations were met over HTTP`)
    // A run of some test files cannot meet them all; only the whole suite is held to it.
    if (isWholeSuite() && missing.length > 0)
      throw new Error(`declared errors that no test met:\n${missing.join('\n')}`)
  }
}

function isWholeSuite(): boolean {
  return process.argv.slice(2).every((argument) => argument === 'run' || argument.startsWith('-'))
}
