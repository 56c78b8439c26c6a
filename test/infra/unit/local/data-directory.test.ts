import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartRefusal, takeDataDirectory } from '../../../../infra/local/data-directory.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'data-'))
})
afterEach(() => rm(directory, { recursive: true }))

it('is refused while another process holds it', async () => {
  await writeFile(join(directory, 'lock'), String(process.ppid))
  await expect(takeDataDirectory(directory, false)).rejects.toThrow(StartRefusal)
})

it('is taken over from a process that is gone', async () => {
  await writeFile(join(directory, 'lock'), '999999999')
  const { release } = await takeDataDirectory(directory, false)
  await release()
  expect(await readdir(directory)).not.toContain('lock')
})

it('is emptied when it shall be fresh', async () => {
  await (await takeDataDirectory(directory, false)).release()
  await writeFile(join(directory, 'old'), '')
  const { release } = await takeDataDirectory(directory, true)
  expect(await readdir(directory)).not.toContain('old')
  await release()
})

it('is never emptied when it is not ours', async () => {
  await writeFile(join(directory, 'thesis.txt'), '')
  await expect(takeDataDirectory(directory, true)).rejects.toThrow('contains other files')
  expect(await readdir(directory)).toEqual(['thesis.txt'])
})
