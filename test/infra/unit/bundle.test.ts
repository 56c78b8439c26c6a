import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleFunctions } from '../../../infra/build/bundle.ts'
import { type Bundles, bundlesIn } from '../../../infra/build/bundles.ts'
import { type FunctionName, functionNames } from '../../../infra/build/function-names.ts'
import { groupNames, operationsOf } from '../../../infra/build/operation-groups.ts'
import { bundledFunctions } from '../../../infra/local/synthesized-template.ts'
import { bundledFiles } from '../../../shared/pdf/bundled-files.ts'
import { sizeGoal } from '../../bench/goals.ts'
import { clientsIn, firstsLoaded, loadedFiles } from '../../bench/loaded-files.ts'
import { isProof } from '../../support/proof.ts'

let bundles: Bundles

beforeAll(async () => {
  bundles = await bundledFunctions(() => {})
})

const fileOf = (name: string, file: string) => join(bundles.functionsDirectory, name, file)

async function metafileOf(name: string): Promise<Metafile> {
  return JSON.parse(await readFile(join(bundles.metafilesDirectory, `${name}.json`), 'utf8'))
}

/** Runs in Node alone, with the one global that the Lambda runtime provides. Prints what each bundle exports as its handler. */
const loadAll = `globalThis.awslambda = { streamifyResponse: (handler) => handler }
const loaded = process.argv.slice(1).map(async (url) => typeof (await import(url)).handler)
const outcomes = await Promise.allSettled(loaded)
console.log(JSON.stringify(outcomes.map(({ value, reason }) => value ?? String(reason))))`

test('every function loads without any setting, and exports its handler', async () => {
  const urls = functionNames.map((name) => pathToFileURL(fileOf(name, 'index.mjs')).href)
  const options = { env: {}, cwd: bundles.functionsDirectory }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', loadAll, ...urls],
    options,
  )
  const handlers: string[] = JSON.parse(stdout)
  expect(Object.fromEntries(functionNames.map((name, index) => [name, handlers[index]]))).toEqual(
    Object.fromEntries(functionNames.map((name) => [name, 'function'])),
  )
})

test.each(functionNames)('%s contains no credential provider that Lambda never uses', async (name) => {
  const metafile = await metafileOf(name)
  const providers = Object.keys(metafile.inputs).filter((path) =>
    /credential-provider-(?!env\/|node\/)|token-providers|client-sso|client-sts/.test(path),
  )
  expect(providers).toEqual([])
})

/** The AWS clients that each function loads before its first request. */
const firstClients: Record<FunctionName, readonly string[]> = {
  'api-keys': ['dynamodb'],
  auth: ['dynamodb', 'kms'],
  'contact-links': ['dynamodb'],
  console: [],
  contacts: ['dynamodb'],
  docs: [],
  'document-keeping': ['s3'],
  'document-sealing': ['dynamodb'],
  downloads: ['dynamodb'],
  'due-sweep': ['dynamodb', 'eventbridge'],
  'event-relay': ['dynamodb', 'eventbridge'],
  events: ['dynamodb'],
  grants: ['dynamodb'],
  identity: ['dynamodb'],
  'mail-events': ['dynamodb'],
  'member-letters': [],
  provisioning: ['dynamodb'],
  'registered-mail-jobs': ['dynamodb'],
  'registered-mail-letters': ['dynamodb'],
  'registered-mail-page': ['dynamodb'],
  'registered-mail-proofs': ['dynamodb'],
  'registered-mail-vendors': ['dynamodb'],
  'registered-mails': ['dynamodb'],
  signature: ['dynamodb'],
  'signature-letters': ['dynamodb'],
  signing: ['dynamodb'],
  'signature-vendors': ['dynamodb'],
  'simulated-vendor': ['dynamodb'],
  structure: ['dynamodb'],
  'task-jobs': ['dynamodb'],
  tasks: ['dynamodb'],
  'test-mode': ['dynamodb'],
  uploads: ['dynamodb'],
  'vendor-connections': ['dynamodb'],
  verification: ['dynamodb'],
  'verify-page': ['dynamodb'],
  'webhook-delivery': ['dynamodb', 'sfn', 'sqs'],
  'webhook-fanout': ['dynamodb', 'sqs'],
  webhooks: ['dynamodb'],
}

test.each(functionNames)('%s starts with few clients, and reads little before its first request', async (name) => {
  const metafile = await metafileOf(name)
  const { start } = loadedFiles(metafile)
  expect(clientsIn(metafile, start)).toEqual(firstClients[name])
  // A metafile names files where they were made, from where their folders were moved.
  const files = start.map((path) =>
    fileOf(name, path.slice(path.lastIndexOf(`/functions/${name}/`) + `/functions/${name}/`.length)),
  )
  const bytes = Buffer.concat(await Promise.all(files.map((path) => readFile(path))))
  expect(bytes.length / 1024).toBeLessThanOrEqual(sizeGoal(name).minified)
  expect(gzipSync(bytes).length / 1024).toBeLessThanOrEqual(sizeGoal(name).gzipped)
})

test.each(groupNames)('%s imports each operation with its first request', async (name) => {
  const metafile = await metafileOf(name)
  const { start } = loadedFiles(metafile)
  const isOperation = (path: string) =>
    path.startsWith('functions/') && /\boperation\(\{/.test(readFileSync(path, 'utf8'))
  const sourcesOf = (files: readonly string[]) =>
    files.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}))
  expect(sourcesOf(start).filter(isOperation)).toEqual([])
  const firsts = firstsLoaded(metafile).filter((files) => sourcesOf(files).some(isOperation))
  expect(firsts).toHaveLength(operationsOf(name).length)
})

test.each([
  ['contacts', 's3'],
  ['downloads', 's3'],
  ['signature', 's3'],
  ['signing', 's3'],
  ['signing', 'kms'],
  ['uploads', 's3'],
  ['verification', 's3'],
  ['verification', 'kms'],
  ['verify-page', 's3'],
  ['verify-page', 'kms'],
  ['document-sealing', 's3'],
  ['document-sealing', 'kms'],
  ['registered-mail-proofs', 's3'],
  ['registered-mail-proofs', 'kms'],
  ['auth', 'sqs'],
  ['due-sweep', 'sqs'],
  ['structure', 'kms'],
  ['test-mode', 's3'],
  ['member-letters', 'dynamodb'],
  ['member-letters', 'kms'],
  ['member-letters', 'sesv2'],
  ['signature-letters', 'kms'],
  ['signature-letters', 'sesv2'],
  ['signature-letters', 'sns'],
  ['task-jobs', 'sesv2'],
])('%s can load the client of %s later', async (name, client) => {
  const metafile = await metafileOf(name)
  expect(clientsIn(metafile, loadedFiles(metafile).later)).toContain(client)
})

test.each(['signature', 'verification'])(
  'the process of %s that reads untrusted documents contains no more than it needs',
  async (name) => {
    const metafile = await metafileOf(name)
    const files = loadedFiles(metafile, 'inspect-process.mjs')
    const sources = [...files.start, ...files.later].flatMap((file) =>
      Object.keys(metafile.outputs[file]?.inputs ?? {}),
    )
    expect(sources).toContain('shared/pdf/inspect-document.ts')
    expect(sources.filter((path) => /^functions\/|^shared\/(http|store)\/|@aws-sdk/.test(path))).toEqual([])
  },
)

test('the files that functions need beside their bundles exist', async () => {
  expect(existsSync(fileOf('signature', 'inspect-process.mjs'))).toBe(true)
  expect(existsSync(fileOf('verification', 'inspect-process.mjs'))).toBe(true)
  for (const name of ['document-sealing', 'signing'] as const)
    expect(existsSync(fileOf(name, 'image-process.mjs')), name).toBe(true)
  expect(existsSync(fileOf('contacts', 'csv-process.mjs'))).toBe(true)
  expect(existsSync(fileOf('signing', 'page/shell.html'))).toBe(true)
  for (const font of ['NotoSans_400Regular.ttf', 'NotoSans_600SemiBold.ttf', 'Caveat_600SemiBold.ttf'])
    expect(existsSync(fileOf('document-sealing', font)), font).toBe(true)
  for (const name of ['document-sealing', 'signing'] as const)
    for (const copy of Object.keys(bundledFiles.copies)) expect(existsSync(fileOf(name, copy)), copy).toBe(true)
  const document: unknown = JSON.parse(await readFile(fileOf('docs', 'openapi.json'), 'utf8'))
  expect(document).toHaveProperty('paths./v1/me')
})

describe.runIf(isProof)('bundled once more', () => {
  // As deep as where they are kept: source maps have paths to the sources from there.
  const parent = resolve('.build/tests/bundles')
  let directory: string

  beforeAll(async () => {
    await mkdir(parent, { recursive: true })
    directory = await mkdtemp(join(parent, 'making-'))
    await bundleFunctions(bundlesIn(directory))
  })
  afterAll(() => rm(directory, { recursive: true }))

  test('the same sources give the same bytes', async () => {
    for (const name of functionNames) {
      const folder = join(bundlesIn(directory).functionsDirectory, name)
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      for (const entry of entries.filter((found) => found.isFile())) {
        const file = relative(folder, join(entry.parentPath, entry.name))
        const isSame = (await readFile(join(folder, file))).equals(await readFile(fileOf(name, file)))
        expect(isSame, `${name}/${file}`).toBe(true)
      }
    }
  })
})
