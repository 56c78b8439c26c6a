import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { generate } from 'orval'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { tenant } from '../../support/tenant.ts'

const compiler = new URL('../../../node_modules/typescript/bin/tsc', import.meta.url).pathname
const strict = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--target', 'es2023', '--module', 'esnext']
const forBrowsers = ['--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable', '--types', '']
const contract = new URL('../../../infra/local/demo/contract.pdf', import.meta.url)

let folder: string
let client: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-client-'))
  const description = join(folder, 'openapi.json')
  client = join(folder, 'client.ts')
  await writeFile(description, (await call('GET', '/openapi.json')).text)
  await generate({
    input: description,
    output: { target: client, client: 'fetch', mode: 'single', baseUrl: cloud().baseUrl },
  })
})
afterAll(async () => await rm(folder, { recursive: true }))

test('code that a generator makes from the description compiles strictly', async () => {
  const options = [compiler, ...strict, ...forBrowsers, client]
  const said = await promisify(execFile)(process.execPath, options, { cwd: folder }).catch((error) => error)
  expect(said.stdout).toBe('')
})

test('it sends a PDF with its data, and reads the answer', async () => {
  const of = await tenant()
  const { createSignatureRequest } = await import(pathToFileURL(client).href)
  const signers = [{ firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com' }]
  const created = await createSignatureRequest(
    {
      file: new Blob([await readFile(contract)], { type: 'application/pdf' }),
      data: { entityId: of.entity.id, title: 'By a generated client', signers },
    },
    { headers: { Authorization: `Bearer ${of.token}` } },
  )
  expect(created).toMatchObject({
    status: 201,
    data: { title: 'By a generated client', signers: [{ lastName: 'Doe' }] },
  })
})
