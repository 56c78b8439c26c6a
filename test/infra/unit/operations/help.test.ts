import { execFile } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import packageJson from '../../../../package.json' with { type: 'json' }

const commands = Object.entries(packageJson.scripts).flatMap(([name, script]) => {
  const [, path = ''] = /^node (infra\/\S+\.ts)$/.exec(script) ?? []
  // This one takes no arguments, and is for developers.
  return path === '' || name === 'console:types' ? [] : [[name, path] as const]
})

function run(path: string, ...given: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [path, ...given], { env: {} }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
    child.stdin?.end()
  })
}

describe.concurrent('npm run', () => {
  test.each(commands)('%s -- --help shows how it is used, and does nothing', async (name, path) => {
    const usage = name === 'start' ? 'npm start' : new RegExp(`npm run (-s |--silent )?${name}\\b`)
    expect(await run(path, '--help')).toMatchObject({ code: 0, stdout: expect.stringMatching(usage), stderr: '' })
  })

  const seal = ['infra/operations/seal.ts', 'csr', '--organization', 'Example SAS', '--name', 'Seal', '--identifier']
  test.each<[string[], string]>([
    [['test/costs/print-bill.ts', 'foo'], "Unexpected argument 'foo'."],
    [['test/costs/print-bill.ts', '--requests'], "Option '--requests <value>' argument missing"],
    [['test/costs/print-bill.ts', '--requests', 'abc'], '--requests: a whole number of requests'],
    [['infra/operations/partner.ts', 'webhook'], 'webhook is not a command.'],
    [['infra/operations/stack-trace.ts', 'signature'], 'The log is empty.'],
    [[...seal, 'foo'], '--identifier: three letters for the register'],
    [[...seal, 'NTR-123456789'], '--identifier: three letters for the register'],
    [[...seal, 'NTRFR123456789'], '--identifier: three letters for the register'],
  ])('%j is refused in a line', async ([path = '', ...given], line) => {
    const { code, stdout, stderr } = await run(path, ...given)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.startsWith(line)).toBe(true)
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
  })

  test('demo refuses what it does not know', async () => {
    const refused = await run('infra/local/demo/demo.ts', 'mails')
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('takes mail or nothing') })
  })
})
