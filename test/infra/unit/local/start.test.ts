import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../../../../infra/local/start.ts', import.meta.url))

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'start-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** In a folder of its own: whatever it writes would be there. */
function start(...args: string[]): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: directory }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr: stderr.trim() }),
    )
  })
}

it.each([
  [['--data', ''], '--data must name a directory.'],
  [['--port', '65535'], '--port must be a number up to 65534: the inbox and the fakes have the ports above it.'],
  [['--port', '65532', '--vendors'], '--port must be a number up to 65531: the inbox and the fakes'],
])('start %j is refused with a sentence, and writes nothing', async (args, sentence) => {
  const { code, stderr } = await start(...args)
  expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
  expect(stderr).not.toContain('\n')
  expect(await readdir(directory)).toEqual([])
})

it('a file in place of the data is refused with a sentence', async () => {
  const file = join(directory, 'file')
  await writeFile(file, '')
  const { code, stderr } = await start('--data', file, '--port', '0')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^\S+ cannot hold the data: .+ --data\.$/)])
  await rm(file)
})

it('a port of a fake that is in use is named in a sentence', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  const { code, stderr } = await start(
    '--vendors',
    '--port',
    String(address.port - 2),
    '--data',
    join(directory, 'data'),
  )
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^A port is in use .+ --port\.$/)])
  taken.close()
})
