import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import vectorFile from '../../../events/webhook-test-vectors.json' with { type: 'json' }

const { vectors } = vectorFile
const expected = vectors.map(({ name, valid }) => [name, valid])

/** The programs of the README's section, which share nothing with this project. */
const section = readFileSync(new URL('../../../events/README.md', import.meta.url), 'utf8')
  .split(/^## /m)
  .find((text) => text.startsWith('Receiving webhooks'))

function programs(language: string): string[] {
  return [...(section ?? '').matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, program = '']) => program,
  )
}

function isInstalled(command: string, ...args: string[]): boolean {
  const isThere = spawnSync(command, args).status === 0
  if (!isThere) console.warn(`${command} is not installed: what the README tells of it is not tested`)
  return isThere
}

/** A folder with these files, for as long as the test takes. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'receivers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

describe('the receiver of the README accepts and refuses as the vectors tell', () => {
  it.skipIf(!isInstalled('python3', '--version'))('in Python', () => {
    const harness = `
import json
program = {"__name__": "receiver"}
exec(open("receiver.py").read(), program)
def accepts(vector):
    try:
        body, now = vector["body"].encode(), vector["nowSec"]
        return isinstance(program["event_of"](body, vector["header"], vector["secret"], now), dict)
    except ValueError:
        return False
print(json.dumps([[vector["name"], accepts(vector)] for vector in json.load(open("vectors.json"))]))`
    const [receiver = ''] = programs('python')
    const cwd = folderWith({ 'receiver.py': receiver, 'vectors.json': JSON.stringify(vectors) })
    const { stdout, stderr } = spawnSync('python3', ['-c', harness], { cwd, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  it.skipIf(!isInstalled('php', '--version'))('in PHP', () => {
    const harness = `
require 'receiver.php';
$accepts = fn ($vector) => is_array(event_of($vector['body'], $vector['header'], $vector['secret'], $vector['nowSec']));
$vectors = json_decode(file_get_contents('vectors.json'), true);
echo json_encode(array_map(fn ($vector) => [$vector['name'], $accepts($vector)], $vectors));`
    const [receiver = ''] = programs('php')
    const cwd = folderWith({ 'receiver.php': receiver, 'vectors.json': JSON.stringify(vectors) })
    const { stdout, stderr } = spawnSync('php', ['-r', harness], { cwd, encoding: 'utf8', input: '' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(expected)
  })
})

describe.skipIf(!isInstalled('openssl', 'version'))('the shell of the README', () => {
  const [sign = '', check = ''] = programs('sh')

  it('signs as the vectors tell', () => {
    const signed = vectors.filter(({ signedWith, body }) => signedWith?.length === 1 && body !== '')
    for (const { name, signedWith, timestampSec, body, header } of signed) {
      // The body and the clock are the vector's, and what would be sent is printed.
      const program = `date() { echo ${timestampSec}; }\ncurl() { printf '%s\\n' "$4"; }\n${sign.replace(/BODY='.*'/, 'BODY=$VECTOR')}`
      const env = { ...process.env, WEBHOOK_SECRET: signedWith?.[0], VECTOR: body }
      const { stdout } = spawnSync('sh', ['-c', program], { env, encoding: 'utf8' })
      // A shell's variable may end with a line end, and so may the body.
      expect([name, stdout]).toEqual([name, `X-SVC-Signature: ${header}\n`])
    }
    expect(signed.length).toBeGreaterThan(5)
  })

  it('tells what was signed with a secret from what was not', () => {
    const judged = vectors.filter(({ fault }) => fault === null || fault === 'signature_wrong')
    for (const { name, body, secret, header, fault } of judged) {
      const env = { ...process.env, WEBHOOK_SECRET: secret, HEADER: header.replaceAll(', ', ',') }
      const cwd = folderWith({ 'body.json': body })
      const { stdout } = spawnSync('sh', ['-c', check], { cwd, env, encoding: 'utf8' })
      expect([name, stdout]).toEqual([
        name,
        fault === null ? expect.stringMatching(/^signed at /) : 'not signed with this secret\n',
      ])
    }
  })
})
