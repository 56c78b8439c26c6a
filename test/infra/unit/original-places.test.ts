import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundling } from '../../../infra/build/bundle.ts'
import { withOriginalPlaces } from '../../../infra/operations/original-places.ts'

let folder: string
/** What a failing function logs on Lambda. */
let log: string

const mapIn = (file: string) => readFile(join(folder, `${file}.map`), 'utf8')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'))
  await build({ ...bundling, entryPoints: { index: 'shared/platform/canonical-json.ts' }, outdir: folder })
  const fail = `const { canonicalJson } = await import('${folder}/index.mjs')
try { canonicalJson({ get a() { throw new Error('no value') } }) } catch ({ stack }) { console.log(stack) }`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', fail])
  log = stdout.replaceAll(folder, '/var/task')
})

afterAll(() => rm(folder, { recursive: true }))

test('a place in a bundle is told as that in the sources', async () => {
  expect(log).toContain('/var/task/index.mjs:')
  const told = await withOriginalPlaces(log, '.build/functions/any', mapIn)
  expect(told).not.toContain('/var/task')
  const [, line = ''] = /shared\/platform\/canonical-json\.ts:(\d+):\d+/.exec(told) ?? []
  const sources = (await readFile('shared/platform/canonical-json.ts', 'utf8')).split('\n')
  expect(sources[Number(line) - 1]).toContain('canonicalize(')
})

test('every other text stays as it is', async () => {
  const text = 'at b (node:internal/process:1:2)\nplain: /tmp/index.mjs:1:1'
  expect(await withOriginalPlaces(text, 'any', mapIn)).toBe(text)
})

test('the command says where nothing was translated', () => {
  const command = ['infra/operations/stack-trace.ts', 'signature']
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    input: 'Error: no place',
    encoding: 'utf8',
  })
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('Nothing was translated')])
})
