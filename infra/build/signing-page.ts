import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild'
import { type PageIndex, pageShellMarkup } from '../../functions/signature/signing-page/page-shell.ts'
import { decodersOfPdfJs } from './pdf-js-files.ts'

export interface PageAsset {
  readonly bytes: Uint8Array
  readonly contentType: string
}

export interface SigningPage {
  /** The same for every link. */
  readonly shell: string
  /** By their names, which carry a hash of their content. */
  readonly assets: ReadonlyMap<string, PageAsset>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = 'functions/signature/signing-page/page'

/** Scripts, styles, fonts and the PDF worker of the signers' page. The same sources give the same names and bytes. */
export async function signingPage(): Promise<SigningPage> {
  const worker = await bundle({ entryPoints: [`${page}/pdf-worker.ts`], plugins: [decodersOfPdfJs] })
  const plugins = [pdfFiles(nameOf(worker, 'pdf-worker'))]
  const main = await bundle({ entryPoints: [`${page}/main.tsx`, `${page}/style.css`], plugins })
  const files = [...worker, ...main].filter(({ path }) => !path.endsWith('.map'))
  const assets = new Map(files.map(({ path, contents }) => [basename(path), assetOf(path, contents)]))
  const shell = pageShellMarkup({ script: nameOf(main, 'main'), style: nameOf(main, 'style') })
  return { shell, assets }
}

/** Writes the page where `functions/signature/signing-page/page-files.ts` looks for it: a folder beside the function's bundle. */
export async function writeSigningPage(directory: string): Promise<void> {
  const { shell, assets } = await signingPage()
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

async function bundle(options: BuildOptions): Promise<OutputFile[]> {
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    outdir: '.build/signing-page',
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
  return outputFiles
}

function nameOf(files: readonly OutputFile[], entry: string): string {
  const file = files.find(({ path }) => basename(path).startsWith(`${entry}-`))
  if (!file) throw new Error(`${entry} was not built`)
  return basename(file.path)
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

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** `pdf-files:…`: a module that names the files of a folder of pdfjs-dist as assets, or the worker. */
function pdfFiles(worker: string): Plugin {
  return {
    name: 'pdf-files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^pdf-files:/ }, ({ path }) => ({ path, namespace: 'pdf-files' }))
      onResolve({ filter: /^\//, namespace: 'pdf-files' }, ({ path }) => ({ path, namespace: 'pdf-asset' }))
      onLoad({ filter: /.*/, namespace: 'pdf-asset' }, ({ path }) => ({ loader: 'file', contents: readFileSync(path) }))
      onLoad({ filter: /.*/, namespace: 'pdf-files' }, ({ path }) => {
        const folder = path.slice('pdf-files:'.length)
        const contents = folder === 'worker' ? `export default ${JSON.stringify(worker)}` : namesModule(folder)
        return { contents, resolveDir: root }
      })
    },
  }
}

function namesModule(folder: string): string {
  const files = readdirSync(join(packageFolder, folder)).toSorted()
  const imports = files.map(
    (file, index) => `import n${index} from ${JSON.stringify(join(packageFolder, folder, file))}`,
  )
  const entries = files.map((file, index) => `${JSON.stringify(file)}: n${index}`)
  return `${imports.join('\n')}\nexport default { ${entries.join(', ')} }`
}
