import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An independent reader, used where it is installed (Debian: poppler-utils). */
export type PopplerTool = 'pdfsig' | 'pdftotext' | 'pdfdetach'

export function hasPoppler(tool: PopplerTool): boolean {
  try {
    execFileSync(tool, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a tool on a PDF and gives what it prints. `argumentsOf` gets the path of the file. */
export function poppler(tool: PopplerTool, pdf: Uint8Array, argumentsOf: (path: string) => string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'poppler-'))
  try {
    const path = join(folder, 'document.pdf')
    writeFileSync(path, pdf)
    return execFileSync(tool, argumentsOf(path), {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
