import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureHeader } from '../../../events/webhook-signature.ts'
import { guides } from '../../../functions/docs/guides/guides.ts'
import { webhookSamples } from '../../../functions/docs/guides/webhook-samples.ts'
import { allOperations } from '../../../infra/build/operation-groups.ts'
import { errorStatus } from '../../../shared/errors/error-codes.ts'
import { isProgram, said } from '../../support/programs.ts'

const place = {
  baseUrl: 'https://api.sealpost.test',
  tokenUrl: 'https://id.sealpost.test/oauth/v2/token',
  scope: 'api',
  consentUrl: 'https://id.sealpost.test/oauth/consent',
}
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

describe('the guide of connected applications', () => {
  const named = (of: typeof place | (Omit<typeof place, 'consentUrl'> & { consentUrl: null })) =>
    guides(of).filter(({ title }) => title === 'Acting for a person')

  test('names the addresses of the deployment, and what to send there', () => {
    const said = JSON.stringify(named(place))
    for (const part of [
      'https://id.sealpost.test/oauth/consent',
      'https://id.sealpost.test/oauth/v2/token',
      'https://id.sealpost.test/oauth/v2/revoke',
      ...['client_id', 'redirect_uri', 'code_challenge_method', 'org_id', 'client_assertion', 'refresh_token'],
    ])
      expect(said).toContain(part)
  })

  test('is left out where nobody signs in', () => {
    expect(named({ ...place, consentUrl: null })).toEqual([])
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

  test.each(cases)('in Node.js, for %s', async (_, [raw, given, key, nowSec], genuine) => {
    const file = await written('check.mjs', codeOf('Node'))
    const { isGenuine } = await import(pathToFileURL(file).href)
    expect(isGenuine(Buffer.from(raw), given, key, nowSec)).toBe(genuine)
  })

  /** Other languages run where they are installed. Each prints what it says of every case. */
  const others: [language: string, program: string, run: (options: string[]) => Promise<string>][] = [
    [
      'Python',
      'python3',
      async (options) => {
        const calls = `import sys\nfor at in range(1, len(sys.argv), 4):\n    raw, given, key, now = sys.argv[at:at + 4]\n    print(is_genuine(raw.encode(), given, key, int(now)))`
        return await said('python3', await written('check.py', `${codeOf('Python')}\n${calls}`), ...options)
      },
    ],
    [
      'PHP',
      'php',
      async (options) => {
        const calls =
          'foreach (array_chunk(array_slice($argv, 1), 4) as [$raw, $given, $key, $now]) echo isGenuine($raw, $given, $key, (int) $now) ? "True\\n" : "False\\n";'
        return await said('php', await written('check.php', `${codeOf('PHP')}\n${calls}`), ...options)
      },
    ],
    [
      'Java',
      'javac',
      async (options) => {
        const main = `  public static void main(String[] given) throws Exception {
    for (int at = 0; at < given.length; at += 4)
      System.out.println(isGenuine(given[at].getBytes("UTF-8"), given[at + 1], given[at + 2], Long.parseLong(given[at + 3])));
  }`
        const code = codeOf('Java').replace('class Deliveries {', `class Deliveries {\n${main}`)
        return await said('java', '-Dsun.jnu.encoding=UTF-8', await written('Deliveries.java', code), ...options)
      },
    ],
    [
      'C#',
      'mcs',
      async (options) => {
        const main = `public static class Check {
  public static void Main(string[] given) {
    for (int at = 0; at < given.Length; at += 4)
      System.Console.WriteLine(Deliveries.IsGenuine(System.Text.Encoding.UTF8.GetBytes(given[at]), given[at + 1], given[at + 2], long.Parse(given[at + 3])));
  }
}`
        const program = join(folder, 'check.exe')
        const sources = [await written('Deliveries.cs', codeOf('C#')), await written('Check.cs', main)]
        await said('mcs', '-langversion:latest', `-out:${program}`, ...sources)
        return await said('mono', program, ...options)
      },
    ],
  ]
  test.each(others)('in %s, for all of them', async (_, program, run) => {
    if (!isProgram(program)) return
    const answers = await run(cases.flatMap(([, options]) => options.map(String)))
    const expected = cases.map(([, , genuine]) => String(genuine))
    expect(answers.trim().toLowerCase().split(/\s+/)).toEqual(expected)
  })

  async function written(name: string, code: string): Promise<string> {
    const file = join(folder, name)
    await writeFile(file, code)
    return file
  }
})
