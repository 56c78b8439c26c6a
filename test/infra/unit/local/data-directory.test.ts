import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

it('is never emptied when it was not empty at the first start', async () => {
  await writeFile(join(directory, 'thesis.txt'), '')
  await (await takeDataDirectory(directory, false)).release()
  await expect(takeDataDirectory(directory, true)).rejects.toThrow('contains other files')
  expect(await readdir(directory)).toEqual(['thesis.txt'])
})

it('is taken over when the process id belongs to another program now', async () => {
  const { release } = await takeDataDirectory(directory, false)
  const [, start = ''] = (await readFile(join(directory, 'lock'), 'utf8')).split(' ')
  await writeFile(join(directory, 'lock'), `${process.ppid} ${start}`)
  await (await takeDataDirectory(directory, false)).release()
  await release()
})

it('names the lock to delete when it cannot tell whose it is', async () => {
  await writeFile(join(directory, 'lock'), String(process.ppid))
  const advice = `If process ${process.ppid} is another program, delete ${join(directory, 'lock')}.`
  await expect(takeDataDirectory(directory, false)).rejects.toThrow(advice)
})

it('is cleared of files that a killed process had written by half', async () => {
  await (await takeDataDirectory(directory, false)).release()
  await writeFile(join(directory, `stream-positions.json.${randomUUID()}`), '{')
  await writeFile(join(directory, `sqs-messages.jsonl.${randomUUID()}`), '[')
  const { release } = await takeDataDirectory(directory, false)
  await release()
  expect(await readdir(directory)).toEqual(['local-cloud.txt'])
})

it('must be a directory', async () => {
  const path = join(directory, 'file')
  await writeFile(path, '')
  const refused = takeDataDirectory(path, false)
  await expect(refused).rejects.toThrow(StartRefusal)
  await expect(refused).rejects.toThrow(`${path} cannot hold the data`)
})
