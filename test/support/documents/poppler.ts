import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProof } from '../proof.ts'

/** An independent reader (Debian: poppler-utils). */
export type PopplerTool = 'pdfsig' | 'pdftotext' | 'pdfdetach' | 'pdftoppm'

export function isInstalled(tool: PopplerTool): boolean {
  return spawnSync(tool, ['-v']).error === undefined
}

/** Independent readers judge our files in a proof, where they are installed. */
export function hasPoppler(tool: PopplerTool): boolean {
  return isProof && isInstalled(tool)
}

if (isProof && !isInstalled('pdfsig'))
  console.warn('poppler-utils is not installed: no independent reader judges seals, texts and pictures')

/** Runs a tool on a PDF and gives what it prints. `argumentsOf` gets the path of the file. */
export function poppler(tool: PopplerTool, pdf: Uint8Array, argumentsOf: (path: string) => string[]): string {
  return popplerBytes(tool, pdf, argumentsOf).toString('utf8')
}

export function popplerBytes(tool: PopplerTool, pdf: Uint8Array, argumentsOf: (path: string) => string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'poppler-'))
  try {
    const path = join(folder, 'document.pdf')
    writeFileSync(path, pdf)
    return execFileSync(tool, argumentsOf(path), {
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
