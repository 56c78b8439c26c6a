import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** Whether a compiler or an interpreter is installed. */
export function isProgram(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined
}

/** What a program prints. */
export async function said(program: string, ...options: string[]): Promise<string> {
  return (await promisify(execFile)(program, options)).stdout
}
