import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { functionsDirectory, metafilesDirectory } from '../../infra/bundle.ts'
import { functionNames } from '../../infra/function-names.ts'

interface Size {
  readonly minified: number
  readonly gzipped: number
  /** The clients of AWS services in it. */
  readonly clients: string
}

/** For each function the files that its entry imports before the first request, not those it may load later. */
export function bundleSizes(): Record<string, Size> {
  return Object.fromEntries(functionNames.map((name) => [name, sizeOf(name)]))
}

function sizeOf(name: string): Size {
  const { outputs }: Metafile = JSON.parse(readFileSync(join(metafilesDirectory, `${name}.json`), 'utf8'))
  const entry = Object.keys(outputs).find((path) => path.endsWith('/index.mjs'))
  if (!entry) throw new Error(`${name} has no index.mjs`)
  const loaded = [...startFiles(outputs, entry)]
  const bytes = Buffer.concat(loaded.map((path) => readFileSync(join(functionsDirectory, '../..', path))))
  const inputs = loaded.flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}))
  const clients = new Set(inputs.flatMap((path) => /@aws-sdk\/client-([\w-]+)/.exec(path)?.[1] ?? []))
  return {
    minified: kilobytes(bytes.length),
    gzipped: kilobytes(gzipSync(bytes).length),
    clients: [...clients].join(' '),
  }
}

function startFiles(outputs: Metafile['outputs'], entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found
  found.add(entry)
  for (const { kind, path, external } of outputs[entry]?.imports ?? [])
    if (kind === 'import-statement' && !external) startFiles(outputs, path, found)
  return found
}

const kilobytes = (bytes: number) => Math.round(bytes / 1024)
