import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import vectorFile from '../../../events/webhook-test-vectors.json' with { type: 'json' }

const { vectors } = vectorFile
const expected = vectors.map(({ name, valid }) => [name, valid])

const sample = (name: string) => readFileSync(new URL(`../../../events/samples/${name}`, import.meta.url), 'utf8')

function isInstalled(command: string, ...args: string[]): boolean {
  const isThere = spawnSync(command, args).status === 0
  if (!isThere) console.warn(`${command} is not installed: its sample is not tested`)
  return isThere
}

/** A folder with these files, for as long as the test takes. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'receivers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** The Node of this project, and those of the machine, which can be older. */
const nodes = new Set([process.execPath])
for (const folder of (process.env.PATH ?? '').split(delimiter)) {
  const node = join(folder, 'node')
  if (!folder.includes('node_modules') && existsSync(node)) nodes.add(realpathSync(node))
}

describe('the sample of a receiver accepts and refuses as the vectors tell', () => {
  it.each([...nodes])('in Node: %s', (node) => {
    const harness = `
import { readFileSync } from 'node:fs'
import { eventOf } from './receiver.mjs'
function accepts({ body, header, secret, nowSec }) {
  try {
    return typeof eventOf(Buffer.from(body), header, secret, nowSec) === 'object'
  } catch {
    return false
  }
}
const vectors = JSON.parse(readFileSync('vectors.json', 'utf8'))
console.log(JSON.stringify(vectors.map((vector) => [vector.name, accepts(vector)])))`
    const files = { 'receiver.mjs': sample('receiver.mjs'), 'harness.mjs': harness }
    const cwd = folderWith({ ...files, 'vectors.json': JSON.stringify(vectors) })
    const { stdout, stderr } = spawnSync(node, ['harness.mjs'], { cwd, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(expected)
  })

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
    const cwd = folderWith({ 'receiver.py': sample('receiver.py'), 'vectors.json': JSON.stringify(vectors) })
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
    const cwd = folderWith({ 'receiver.php': sample('receiver.php'), 'vectors.json': JSON.stringify(vectors) })
    const { stdout, stderr } = spawnSync('php', ['-r', harness], { cwd, encoding: 'utf8', input: '' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(expected)
  })
})

describe.skipIf(!isInstalled('openssl', 'version'))('the samples for the shell', () => {
  const sign = sample('sign.sh')
  const check = sample('check.sh')

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
