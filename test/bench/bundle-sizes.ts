import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { functionsDirectory, metafilesDirectory } from '../../infra/build/bundles.ts'
import { type FunctionName, functionNames } from '../../infra/build/function-names.ts'
import { type Held, held } from './cells.ts'
import { sizeGoal } from './goals.ts'
import { clientsIn, loadedFiles } from './loaded-files.ts'

interface Size {
  /** What the entry imports before the first request. */
  readonly minified: number | Held
  readonly gzipped: number | Held
  /** The same with everything that it may load later. */
  readonly 'minified, whole': number
  readonly 'gzipped, whole': number
  /** The clients of AWS services in it: loaded at the start, or later. */
  readonly 'at start': string
  readonly later: string
}

/** Sizes in KB of what each function loads. Files that another process or a page loads are not counted. */
export function bundleSizes(): Record<string, Size> {
  return Object.fromEntries(functionNames.map((name) => [name, sizeOf(name)]))
}

function sizeOf(name: FunctionName): Size {
  const goal = sizeGoal(name)
  const metafile: Metafile = JSON.parse(readFileSync(join(metafilesDirectory, `${name}.json`), 'utf8'))
  const { start, later } = loadedFiles(metafile)
  const [first, whole] = [bytesOf(start), bytesOf([...start, ...later])]
  const atStart = clientsIn(metafile, start)
  return {
    minified: held(kilobytes(first.length), goal.minified),
    gzipped: held(kilobytes(gzipSync(first).length), goal.gzipped),
    'minified, whole': kilobytes(whole.length),
    'gzipped, whole': kilobytes(gzipSync(whole).length),
    'at start': atStart.join(' '),
    later: clientsIn(metafile, later)
      .filter((client) => !atStart.includes(client))
      .join(' '),
  }
}

function bytesOf(paths: readonly string[]): Buffer {
  return Buffer.concat(paths.map((path) => readFileSync(join(functionsDirectory, '../..', path))))
}

const kilobytes = (bytes: number) => Math.round(bytes / 1024)
