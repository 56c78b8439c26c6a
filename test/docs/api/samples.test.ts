import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRequestSamples } from '../../../functions/docs/guides/first-request-samples.ts'
import type { Place } from '../../../functions/docs/guides/guide.ts'
import { call } from '../../support/client.ts'
import { isProgram } from '../../support/programs.ts'
import { tenant } from '../../support/tenant.ts'

const contract = new URL('../../../infra/local/demo/contract.pdf', import.meta.url)

let folder: string
let place: Place
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'))
  await copyFile(contract, join(folder, 'contract.pdf'))
  const { body } = await call('GET', '/openapi.json')
  const { tokenUrl, scopes } = body.components.securitySchemes.oauth2.flows.clientCredentials
  place = { baseUrl: body.servers[0].url, tokenUrl, scope: Object.keys(scopes)[0] ?? '' }
})
afterAll(async () => await rm(folder, { recursive: true }))

/** How each sample is run, from the folder of its file. Those whose program is not installed are left out. */
const ways: [language: string, program: string, file: string, command: string][] = [
  ['curl', 'curl', 'first.sh', 'sh first.sh'],
  ['Node', 'node', 'first.mjs', 'node first.mjs'],
  ['Python', 'python3', 'first.py', 'python3 first.py'],
  ['PHP', 'php', 'first.php', 'php first.php'],
  ['Java', 'javac', 'FirstRequest.java', 'java FirstRequest.java'],
  ['C#', 'mcs', 'First.cs', 'mcs -langversion:latest -r:System.Net.Http.dll First.cs && mono First.exe'],
]
const modules: Record<string, string> = {
  Python: "python3 -c 'import requests'",
  PHP: 'php -r \'exit(extension_loaded("curl") ? 0 : 1);\'',
}

test.concurrent.each(ways)(
  'the first request in %s creates what its guide says',
  async (language, program, file, command) => {
    const run = async (shell: string, env: Record<string, string> = {}) =>
      await promisify(execFile)('sh', ['-c', shell], { cwd: folder, env: { ...process.env, ...env } })
    if (!isProgram(program)) return
    const isReady = await run(modules[language] ?? 'true').then(
      () => true,
      () => false,
    )
    if (!isReady) return
    const of = await tenant()
    const sample = firstRequestSamples(place).find(({ title }) => title.startsWith(language))
    await writeFile(join(folder, file), sample?.code ?? '')
    const { clientId, clientSecret } = of.key
    const { stdout } = await run(command, { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, ENTITY_ID: of.entity.id })
    const { body } = await call('GET', '/v1/signature-requests', { token: of.token })
    expect(body.results).toMatchObject([{ title: 'Lease agreement', status: 'pending_signature' }])
    expect(stdout).toContain(body.results[0].id)
  },
)
