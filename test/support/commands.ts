import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { cloud } from './cloud.ts'

export interface CommandOutcome {
  readonly code: number
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what a command prints
  readonly told: any
  readonly stderr: string
}

type CommandName = 'audit-heads' | 'bootstrap' | 'doctor' | 'operator' | 'partner' | 'seal'

const pathOf = (name: CommandName) => fileURLToPath(new URL(`../../infra/operations/${name}.ts`, import.meta.url))

/** Runs a command of the project as people do: nothing but its arguments reaches it, besides the settings given. */
export function command(
  name: CommandName,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandOutcome> {
  const path = pathOf(name)
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...args], { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0
      resolve({ code, told: stdout.startsWith('{') || stdout.startsWith('[') ? JSON.parse(stdout) : stdout, stderr })
    })
  })
}

/** Runs a command whose stdout is a device, such as one that is always full. */
export async function commandInto(
  device: string,
  name: CommandName,
  args: readonly string[],
): Promise<Omit<CommandOutcome, 'told'>> {
  const stdout = openSync(device, 'w')
  try {
    const child = spawn(process.execPath, [pathOf(name), ...args], { env: {}, stdio: ['ignore', stdout, 'pipe'] })
    if (!child.stderr) throw new Error('the command has no stderr')
    const code = new Promise<number>((resolve) => child.once('close', (exit) => resolve(exit ?? -1)))
    return { stderr: await text(child.stderr), code: await code }
  } finally {
    closeSync(stdout)
  }
}

/** Says that a command works on the local cloud of the tests. */
export function onTestCloud(): string {
  const { dataDirectory } = cloud()
  return `--local=${dataDirectory}`
}

/** Options of a command; those without a value are left out, and one of several values is given several times. */
export function asOptions(options: Readonly<Record<string, string | readonly string[] | undefined>>): string[] {
  return Object.entries(options).flatMap(([name, values = []]) =>
    [values].flat().flatMap((value) => [`--${name}`, value]),
  )
}
