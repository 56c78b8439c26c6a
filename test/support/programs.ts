import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** Whether a compiler or an interpreter is installed. */
export function isProgram(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined
}

/** What a program prints. Its options may have any letters, whatever the machine's own language. */
export async function said(program: string, ...options: string[]): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  return (await promisify(execFile)(program, options, { env })).stdout
}
