import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { zipArchive } from '../../../functions/registered-mail/downloads/zip-archive.ts'

const at = new Date('2026-11-24T10:11:12Z')

const hasPython = spawnSync('python3', ['--version']).status === 0

it.skipIf(!hasPython)('other programs find the same files in an archive', async () => {
  const file = fc.record({ stem: fc.stringMatching(/^[a-zé日]{1,12}$/), bytes: fc.uint8Array({ maxLength: 500 }) })
  const [files = []] = fc.sample(
    fc.uniqueArray(file, { minLength: 30, maxLength: 40, selector: ({ stem }) => stem }),
    1,
  )
  const named = files.map(({ stem, bytes }) => ({ name: `01-${stem}/${stem}.pdf`, bytes }))
  const archive = zipArchive(named.map(({ name, bytes }) => ({ name, at, read: async () => bytes })))
  const directory = mkdtempSync(join(tmpdir(), 'zip-'))
  try {
    const path = join(directory, 'proofs.zip')
    writeFileSync(path, await buffer(archive))
    const unpack = `import zipfile; z = zipfile.ZipFile('${path}'); assert z.testzip() is None; z.extractall('${directory}'); print(z.infolist()[0].date_time)`
    const { stdout, stderr } = spawnSync('python3', ['-c', unpack], { encoding: 'utf8' })
    expect([stdout.trim(), stderr]).toEqual(['(2026, 11, 24, 10, 11, 12)', ''])
    for (const { name, bytes } of named) expect(new Uint8Array(readFileSync(join(directory, name)))).toEqual(bytes)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
