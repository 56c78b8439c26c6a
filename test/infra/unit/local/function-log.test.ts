import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openFunctionLog } from '../../../../infra/local/function-log.ts'

const ended = (log: ReturnType<typeof openFunctionLog>) => new Promise<void>((resolve) => log.end(resolve))

it('has what was written, in its order', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'log-'))
  const log = openFunctionLog(join(directory, 'a.log'))
  for (const text of ['one\n', 'two\n', 'three\n']) log.write(text)
  await ended(log)
  expect(await readFile(join(directory, 'a.log'), 'utf8')).toBe('one\ntwo\nthree\n')
  await rm(directory, { recursive: true })
})

it('goes on when it cannot be written, and says so once', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  // A folder takes no lines.
  const log = openFunctionLog(tmpdir())
  await new Promise((resolve) => log.write('one\n', resolve))
  await new Promise((resolve) => log.write('two\n', resolve))
  expect(log.writable).toBe(true)
  await ended(log)
  expect(told).toHaveBeenCalledTimes(1)
  told.mockRestore()
})
