import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cloud } from './cloud.ts'

export interface CommandOutcome {
  readonly code: number
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what a command prints
  readonly told: any
  readonly stderr: string
}

/** Runs a command of the project as people do: nothing but its arguments reaches it, besides the settings given. */
export function command(
  name: 'audit-heads' | 'bootstrap' | 'doctor' | 'operator' | 'partner' | 'seal',
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandOutcome> {
  const path = fileURLToPath(new URL(`../../infra/operations/${name}.ts`, import.meta.url))
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...args], { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0
      resolve({ code, told: stdout.startsWith('{') || stdout.startsWith('[') ? JSON.parse(stdout) : stdout, stderr })
    })
  })
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
