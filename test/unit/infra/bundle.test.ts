import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Metafile } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleFunctions, bundlesIn } from '../../../infra/bundle.ts'
import { functionNames } from '../../../infra/function-names.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bundles-'))
  await bundleFunctions(bundlesIn(directory))
})

afterAll(() => rm(directory, { recursive: true }))

const fileOf = (name: string, file: string) => join(bundlesIn(directory).functionsDirectory, name, file)

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
  const metafile: Metafile = JSON.parse(
    await readFile(join(bundlesIn(directory).metafilesDirectory, `${name}.json`), 'utf8'),
  )
  const providers = Object.keys(metafile.inputs).filter((path) =>
    /credential-provider-(?!env\/|node\/)|token-providers|client-sso|client-sts/.test(path),
  )
  expect(providers).toEqual([])
})

test('what a function opens beside its bundle is there', async () => {
  expect(existsSync(fileOf('signature', 'inspect-process.mjs'))).toBe(true)
  expect(existsSync(fileOf('document-sealing', 'NotoSans_400Regular.ttf'))).toBe(true)
  const document: unknown = JSON.parse(await readFile(fileOf('docs', 'openapi.json'), 'utf8'))
  expect(document).toHaveProperty('paths./v1/me')
})

test('the same sources give the same bytes', async () => {
  const again = await mkdtemp(join(tmpdir(), 'bundles-'))
  await bundleFunctions(bundlesIn(again))
  for (const name of functionNames) {
    const folder = join(bundlesIn(again).functionsDirectory, name)
    for (const file of await readdir(folder))
      expect((await readFile(join(folder, file))).equals(await readFile(fileOf(name, file))), `${name}/${file}`).toBe(
        true,
      )
  }
  await rm(again, { recursive: true })
})
