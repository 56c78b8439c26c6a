import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDurableMap } from '../../../../infra/local/engines/durable-map.ts'

let directory: string
const path = () => join(directory, 'map.jsonl')
const open = () => openDurableMap(path(), v.object({ count: v.number() }))

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'map-'))
})
afterEach(() => rm(directory, { recursive: true }))

it('has its changes on disk at once, without being closed', () => {
  const map = open()
  map.set('a', { count: 1 })
  map.set('b', { count: 2 })
  map.set('a', { count: 3 })
  map.delete('b')
  expect(open().values()).toEqual([{ count: 3 }])
})

it('leaves out a last line that a kill cut off', async () => {
  open().set('a', { count: 1 })
  await appendFile(path(), '["b",{"cou')
  const map = open()
  map.set('c', { count: 3 })
  expect(open().values()).toEqual([{ count: 1 }, { count: 3 }])
})

it('is written anew when it has grown, with what is in it then', async () => {
  const map = open()
  for (let count = 0; count < 3000; count += 1) map.set('a', { count })
  const lines = (await readFile(path(), 'utf8')).split('\n')
  expect(lines.length).toBeLessThan(1100)
  expect(open().values()).toEqual([{ count: 2999 }])
  expect(await readdir(directory)).toEqual(['map.jsonl'])
})

it('names a damaged file and says what to do', async () => {
  await writeFile(path(), '["a",{"count":"one"}]\n')
  expect(open).toThrow(`${path()} is damaged. Put back a copy of it, or delete all data with --fresh.`)
})

it('keeps nothing once it is closed', () => {
  const map = open()
  map.set('a', { count: 1 })
  map.close()
  map.delete('a')
  expect(open().values()).toEqual([{ count: 1 }])
})
