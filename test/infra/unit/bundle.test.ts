import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleFunctions, bundlesIn } from '../../../infra/build/bundle.ts'
import { type FunctionName, functionFolders, functionNames } from '../../../infra/build/function-names.ts'
import { groupNames, operationsOf } from '../../../infra/build/operation-groups.ts'
import { bundledFiles } from '../../../shared/pdf/bundled-files.ts'
import { sizeGoal } from '../../bench/goals.ts'
import { clientsIn, firstsLoaded, loadedFiles } from '../../bench/loaded-files.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bundles-'))
  await bundleFunctions(bundlesIn(directory))
})

afterAll(() => rm(directory, { recursive: true }))

const fileOf = (name: string, file: string) => join(bundlesIn(directory).functionsDirectory, name, file)

async function metafileOf(name: string): Promise<Metafile> {
  return JSON.parse(await readFile(join(bundlesIn(directory).metafilesDirectory, `${name}.json`), 'utf8'))
}

/** Runs in Node alone, with the one global that the Lambda runtime provides. */
const load = `globalThis.awslambda = { streamifyResponse: (handler) => handler }
const { handler } = await import(process.argv[1])
console.log(typeof handler)`

test.each(functionNames)('%s loads without any setting, and exports its handler', async (name) => {
  const url = pathToFileURL(fileOf(name, 'index.mjs')).href
  const options = { env: {}, cwd: directory }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', load, url], options)
  expect(stdout).toBe('function\n')
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
  signature: ['dynamodb'],
  'signature-letters': ['dynamodb'],
  signing: ['dynamodb'],
  'simulated-vendor': ['dynamodb'],
  structure: ['dynamodb'],
  uploads: ['dynamodb'],
  verification: ['dynamodb'],
  'webhook-delivery': ['dynamodb', 'sfn', 'sqs'],
  'webhook-fanout': ['dynamodb', 'sqs'],
  webhooks: ['dynamodb'],
}

test.each(functionNames)('%s starts with few clients, and reads little before its first request', async (name) => {
  const metafile = await metafileOf(name)
  const { start } = loadedFiles(metafile)
  expect(clientsIn(metafile, start)).toEqual(firstClients[name])
  const bytes = Buffer.concat(await Promise.all(start.map((path) => readFile(path))))
  expect(bytes.length / 1024).toBeLessThanOrEqual(sizeGoal(name).minified)
  expect(gzipSync(bytes).length / 1024).toBeLessThanOrEqual(sizeGoal(name).gzipped)
})

test.each(groupNames)('%s imports each operation with its first request', async (name) => {
  const metafile = await metafileOf(name)
  const { start } = loadedFiles(metafile)
  const isOperation = (path: string) =>
    path.startsWith(functionFolders[name]) && /\boperation\(\{/.test(readFileSync(path, 'utf8'))
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
  ['document-sealing', 's3'],
  ['document-sealing', 'kms'],
  ['auth', 'sqs'],
  ['due-sweep', 'sqs'],
  ['structure', 'kms'],
  ['member-letters', 'dynamodb'],
  ['member-letters', 'kms'],
  ['member-letters', 'sesv2'],
  ['signature-letters', 'kms'],
  ['signature-letters', 'sesv2'],
  ['signature-letters', 'sns'],
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
  expect(existsSync(fileOf('signing', 'page/shell.html'))).toBe(true)
  for (const font of ['NotoSans_400Regular.ttf', 'NotoSans_600SemiBold.ttf', 'Caveat_600SemiBold.ttf'])
    expect(existsSync(fileOf('document-sealing', font)), font).toBe(true)
  for (const name of ['document-sealing', 'signing'] as const)
    for (const copy of Object.keys(bundledFiles.copies)) expect(existsSync(fileOf(name, copy)), copy).toBe(true)
  const document: unknown = JSON.parse(await readFile(fileOf('docs', 'openapi.json'), 'utf8'))
  expect(document).toHaveProperty('paths./v1/me')
})

test('the same sources give the same bytes', async () => {
  const again = await mkdtemp(join(tmpdir(), 'bundles-'))
  await bundleFunctions(bundlesIn(again))
  for (const name of functionNames) {
    const folder = join(bundlesIn(again).functionsDirectory, name)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((found) => found.isFile())) {
      const file = relative(folder, join(entry.parentPath, entry.name))
      expect((await readFile(join(folder, file))).equals(await readFile(fileOf(name, file))), `${name}/${file}`).toBe(
        true,
      )
    }
  }
  await rm(again, { recursive: true })
})
