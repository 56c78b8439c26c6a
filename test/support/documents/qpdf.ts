import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProof } from '../proof.ts'

/** A strict reader of the structure of files, used in a proof where it is installed (Debian: qpdf). */
export const hasQpdf = isProof && spawnSync('qpdf', ['--version']).status === 0

if (isProof && !hasQpdf) console.warn('qpdf is not installed: no independent reader judges the structure of files')

/** What qpdf finds wrong with a file; empty when nothing. */
export function qpdfFaults(pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'qpdf-'))
  try {
    const path = join(folder, 'document.pdf')
    writeFileSync(path, pdf)
    const { status, stderr } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' })
    return status === 0 ? '' : stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}
