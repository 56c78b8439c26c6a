import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'

const hasCurl = spawnSync('curl', ['--version']).status === 0
if (!hasCurl) console.warn('curl is not installed: infra/local/demo/first-sealed-pdf.sh is not tested')

test.skipIf(!hasCurl)(
  'the first block of README.md makes a sealed PDF, and another one when pasted again',
  async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'first-sealed-pdf-'))
    onTestFinished(() => rmSync(cwd, { recursive: true }))
    symlinkSync(resolve('infra'), join(cwd, 'infra'))
    const block = readFileSync('infra/local/demo/first-sealed-pdf.sh', 'utf8')
    // As in a reader's terminal: with the Node of the machine, which can be older than that of the project.
    const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
    const WORKSPACE = join(inject('cloud').dataDirectory, 'workspace.json')
    const env = { ...process.env, PATH: folders.join(delimiter), WORKSPACE }
    const pasted = `${block}echo\necho "id: $ID"\n`
    const { stdout } = await promisify(execFile)('bash', ['-e', '-c', pasted + pasted], { cwd, env })
    const ids = [...stdout.matchAll(/^id: (.+)$/gm)].map(([, id]) => id)
    expect(stdout.match(/^sealStatus: sealed$/gm)).toHaveLength(2)
    expect([...stdout.matchAll(/"intact":true.*"knownRequestId":"([^"]+)"/g)].map(([, id]) => id)).toEqual(ids)
    expect(new Set(ids).size).toBe(2)
  },
)
