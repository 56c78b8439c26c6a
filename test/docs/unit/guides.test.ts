import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureHeader } from '../../../events/webhook-signature.ts'
import { guides } from '../../../functions/docs/guides/guides.ts'
import { webhookSamples } from '../../../functions/docs/guides/webhook-samples.ts'
import { allOperations } from '../../../infra/build/operation-groups.ts'
import { errorStatus } from '../../../shared/errors/error-codes.ts'

const place = { baseUrl: 'https://api.sealpost.test', tokenUrl: 'https://id.sealpost.test/token', scope: 'api' }
const text = guides(place)
  .flatMap(({ parts }) => parts)
  .map((part) => (typeof part === 'string' ? part : ''))
  .join('\n')

describe('the guides', () => {
  test('name operations that exist', () => {
    const named = [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/v1\/[^`?]+)[^`]*`/g)]
    const known = allOperations.map(({ method, path }) => `${method} ${path}`)
    expect(named.length).toBeGreaterThan(8)
    expect(named.map(([, method, path]) => `${method} ${path}`).filter((route) => !known.includes(route))).toEqual([])
  })

  test('name error codes that exist', () => {
    const listed =
      guides(place)
        .find(({ title }) => title === 'When something is refused')
        ?.parts.join('\n') ?? ''
    const codes = [...listed.matchAll(/^- `([a-z_]+)`/gm)].map(([, code = '']) => code)
    expect(codes.length).toBeGreaterThan(4)
    expect(codes.filter((code) => !(code in errorStatus))).toEqual([])
  })
})

describe('the sample that checks the signature of a webhook', () => {
  const [secret, sentSec] = ['whsec_a-secret_of-32-bytes', 1_780_000_000]
  const body = '{"id":"1","name":"Łódź"}'
  const header = signatureHeader(Buffer.from(body), [secret, 'whsec_of-before'], sentSec)
  /** The arguments: body, header, secret and the present. */
  const cases: [string, [string, string, string, number], boolean][] = [
    ['a genuine one', [body, header, secret, sentSec + 299], true],
    ['one under the secret of before', [body, header, 'whsec_of-before', sentSec], true],
    ['another body', [`${body} `, header, secret, sentSec], false],
    ['another secret', [body, header, 'whsec_other', sentSec], false],
    ['one that is older than five minutes', [body, header, secret, sentSec + 301], false],
    ['a signature that is no hex', [body, `t=${sentSec},v1=zz`, secret, sentSec], false],
    ['a header without signatures', [body, `t=${sentSec}`, secret, sentSec], false],
  ]
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webhook-samples-'))
  })
  afterAll(async () => await rm(folder, { recursive: true }))

  const codeOf = (language: string) => webhookSamples.find(({ title }) => title.startsWith(language))?.code ?? ''
  const say = async (program: string, ...options: string[]) => (await promisify(execFile)(program, options)).stdout

  test.each(cases)('in Node.js, for %s', async (_, [raw, given, key, nowSec], genuine) => {
    const file = join(folder, 'check.mjs')
    await writeFile(file, codeOf('Node'))
    const { isGenuine } = await import(pathToFileURL(file).href)
    expect(isGenuine(Buffer.from(raw), given, key, nowSec)).toBe(genuine)
  })

  /** Other languages run where they are installed. */
  const others: [string, string, (code: string) => string][] = [
    [
      'python3',
      'check.py',
      () =>
        `${codeOf('Python')}\nimport json, sys\nfor raw, given, key, now in json.loads(sys.argv[1]):\n    print(is_genuine(raw.encode(), given, key, now))`,
    ],
    [
      'php',
      'check.php',
      () =>
        `${codeOf('PHP')}\nforeach (json_decode($argv[1]) as [$raw, $given, $key, $now]) echo isGenuine($raw, $given, $key, $now) ? "True\\n" : "False\\n";`,
    ],
  ]
  test.each(others)('in %s, for all of them', async (program, name, code) => {
    if (
      await say(program, '--version').then(
        () => false,
        () => true,
      )
    )
      return
    const file = join(folder, name)
    await writeFile(file, code(''))
    const said = await say(program, file, JSON.stringify(cases.map(([, options]) => options)))
    expect(said.trim().split('\n')).toEqual(cases.map(([, , genuine]) => (genuine ? 'True' : 'False')))
  })
})
