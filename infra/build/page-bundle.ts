import { mkdir, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type OutputFile } from 'esbuild'
import type { PageIndex } from '../../shared/http/page-assets.ts'

export interface PageAsset {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** A page of one of our functions: what is served first, and the files that it loads. */
export interface BuiltPage {
  /** The same for everybody. */
  readonly shell: string
  /** By their names, which carry a hash of their content. */
  readonly assets: ReadonlyMap<string, PageAsset>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Bundles scripts and styles for browsers. The same sources give the same names and bytes. */
export async function bundlePage(options: BuildOptions): Promise<OutputFile[]> {
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    outdir: '.build/page',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    // pdf.js in its edition for older browsers brings along what these lack.
    target: ['chrome111', 'firefox115', 'safari16.4'],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.ttf': 'file', '.woff2': 'file' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    // Licenses stay with what they are of.
    legalComments: 'eof',
    logLevel: 'warning',
    ...options,
  })
  return outputFiles.filter(({ path }) => !path.endsWith('.map'))
}

/** The name with which an entry was built. */
export function builtName(files: readonly OutputFile[], entry: string): string {
  const file = files.find(({ path }) => basename(path).startsWith(`${entry}-`))
  if (!file) throw new Error(`${entry} was not built`)
  return basename(file.path)
}

export function assetsOf(files: readonly OutputFile[]): ReadonlyMap<string, PageAsset> {
  return new Map(files.map(({ path, contents }) => [basename(path), assetOf(path, contents)]))
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}

function assetOf(path: string, bytes: Uint8Array): PageAsset {
  return { bytes, contentType: contentTypes[extname(path)] ?? 'application/octet-stream' }
}

/** Writes a page where `shared/http/page-assets.ts` reads it: a folder beside the function's bundle. */
export async function writePage({ shell, assets }: BuiltPage, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  const index: PageIndex = Object.fromEntries([...assets].map(([name, { contentType }]) => [name, contentType]))
  await Promise.all([
    writeFile(join(directory, 'shell.html'), shell),
    writeFile(join(directory, 'index.json'), JSON.stringify(index)),
    ...[...assets].flatMap(([name, { bytes }]) => [
      writeFile(join(directory, name), bytes),
      writeFile(join(directory, `${name}.gz`), gzipSync(bytes, { level: 9 })),
    ]),
  ])
}
