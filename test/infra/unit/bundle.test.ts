import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Metafile } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleFunctions, bundlesIn } from '../../../infra/build/bundle.ts'
import { type FunctionName, functionFolders, functionNames } from '../../../infra/build/function-names.ts'
import { groupNames, operationsOf } from '../../../infra/build/operation-groups.ts'
import { bundledFiles } from '../../../shared/pdf/bundled-files.ts'
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

/** Node alone, with nothing of the project at hand but what its runtime gives a function. */
const load = `globalThis.awslambda = { streamifyResponse: (handler) => handler }
const { handler } = await import(process.argv[1])
console.log(typeof handler)`

test.each(functionNames)('%s loads by itself, without any setting, and exports its handler', async (name) => {
  const url = pathToFileURL(fileOf(name, 'index.mjs')).href
  const options = { env: {}, cwd: directory }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', load, url], options)
  expect(stdout).toBe('function\n')
})

test.each(functionNames)('%s carries no provider of credentials that Lambda never uses', async (name) => {
  const metafile = await metafileOf(name)
  const providers = Object.keys(metafile.inputs).filter((path) =>
    /credential-provider-(?!env\/|node\/)|token-providers|client-sso|client-sts/.test(path),
  )
  expect(providers).toEqual([])
})

interface Start {
  /** The clients of AWS that are loaded before the first request. */
  readonly clients: readonly string[]
  /** The most that may be loaded then: a little above what it is, so that growth is a decision. */
  readonly maxKilobytes: number
}

const starts: Record<FunctionName, Start> = {
  'api-keys': { clients: ['dynamodb'], maxKilobytes: 230 },
  auth: { clients: ['dynamodb', 'kms'], maxKilobytes: 735 },
  'contact-links': { clients: ['dynamodb'], maxKilobytes: 178 },
  contacts: { clients: ['dynamodb'], maxKilobytes: 235 },
  docs: { clients: [], maxKilobytes: 25 },
  'document-keeping': { clients: ['s3'], maxKilobytes: 190 },
  'document-sealing': { clients: ['dynamodb'], maxKilobytes: 170 },
  downloads: { clients: ['dynamodb'], maxKilobytes: 230 },
  'due-sweep': { clients: ['dynamodb', 'eventbridge'], maxKilobytes: 200 },
  'event-relay': { clients: ['dynamodb', 'eventbridge'], maxKilobytes: 170 },
  events: { clients: ['dynamodb'], maxKilobytes: 230 },
  grants: { clients: ['dynamodb'], maxKilobytes: 235 },
  identity: { clients: ['dynamodb'], maxKilobytes: 230 },
  'mail-events': { clients: ['dynamodb'], maxKilobytes: 145 },
  'member-letters': { clients: [], maxKilobytes: 15 },
  provisioning: { clients: ['dynamodb'], maxKilobytes: 235 },
  signature: { clients: ['dynamodb'], maxKilobytes: 235 },
  'signature-letters': { clients: ['dynamodb'], maxKilobytes: 170 },
  signing: { clients: ['dynamodb'], maxKilobytes: 195 },
  'simulated-vendor': { clients: ['dynamodb'], maxKilobytes: 165 },
  structure: { clients: ['dynamodb'], maxKilobytes: 235 },
  uploads: { clients: ['dynamodb'], maxKilobytes: 230 },
  verification: { clients: ['dynamodb'], maxKilobytes: 230 },
  'webhook-delivery': { clients: ['dynamodb', 'sfn', 'sqs'], maxKilobytes: 210 },
  'webhook-fanout': { clients: ['dynamodb', 'sqs'], maxKilobytes: 175 },
  webhooks: { clients: ['dynamodb'], maxKilobytes: 235 },
}

test.each(functionNames)('%s starts with the clients that it needs at once, and stays small', async (name) => {
  const metafile = await metafileOf(name)
  const { start } = loadedFiles(metafile)
  expect(clientsIn(metafile, start)).toEqual(starts[name].clients)
  const bytes = start.reduce((sum, path) => sum + (metafile.outputs[path]?.bytes ?? 0), 0)
  expect(bytes / 1024).toBeLessThanOrEqual(starts[name].maxKilobytes)
})

test.each(groupNames)('%s loads operations with their first requests, from few files', async (name) => {
  const metafile = await metafileOf(name)
  const { start } = loadedFiles(metafile)
  const isOperation = (path: string) =>
    path.startsWith(`${functionFolders[name]}/`) && /\boperation\(\{/.test(readFileSync(path, 'utf8'))
  const sourcesOf = (files: readonly string[]) =>
    files.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}))
  expect(start.length).toBeLessThanOrEqual(3)
  expect(sourcesOf(start).filter(isOperation)).toEqual([])
  const firsts = firstsLoaded(metafile).filter((files) => sourcesOf(files.slice(0, 1)).some(isOperation))
  expect(firsts).toHaveLength(operationsOf(name).length)
  expect(Math.max(...firsts.map((files) => files.length))).toBeLessThanOrEqual(4)
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
])('%s has the client of %s at hand for later', async (name, client) => {
  const metafile = await metafileOf(name)
  expect(clientsIn(metafile, loadedFiles(metafile).later)).toContain(client)
})

test.each(['signature', 'verification'])(
  'the process of %s that reads documents of strangers has no more than that takes',
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

test('what a function opens beside its bundle is there', async () => {
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
