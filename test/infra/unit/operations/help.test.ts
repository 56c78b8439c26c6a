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
    execFile(process.execPath, [path, ...given], { env: {} }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

describe.concurrent('npm run', () => {
  test.each(commands)('%s -- --help shows how it is used, and does nothing', async (name, path) => {
    const usage = name === 'start' ? 'npm start' : new RegExp(`npm run (-s |--silent )?${name}\\b`)
    expect(await run(path, '--help')).toMatchObject({ code: 0, stdout: expect.stringMatching(usage), stderr: '' })
  })

  test('demo refuses what it does not know', async () => {
    const refused = await run('infra/local/demo/demo.ts', 'mails')
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('takes mail or nothing') })
  })
})
