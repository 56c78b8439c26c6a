import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import packageJson from '../../package.json' with { type: 'json' }
import { openApiDocument } from '../../shared/openapi/openapi.ts'
import { type ParserName, parserEntries } from '../../shared/parsers/parser-files.ts'
import { bundledFiles } from '../../shared/pdf/bundled-files.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { type Bundles, bundlesIn } from './bundles.ts'
import { bypassedBarrels } from './bypassed-barrels.ts'
import { writeConsolePage } from './console-page.ts'
import { type FunctionName, functionFolders, functionNames } from './function-names.ts'
import { allOperations } from './operation-groups.ts'
import { writePageStyles } from './page-style.ts'
import { writePasskeyScript } from './passkey-script.ts'
import { copyCharacterMaps, decodersOfPdfJs, pdfJsWithoutCanvas } from './pdf-js-files.ts'
import { writeSigningPage } from './signing-page.ts'
import { trimmedPackages } from './trimmed-packages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files that a function needs beside its bundle. */
interface Beside {
  /** More entry points by name, from the root of the project. */
  readonly entries?: Readonly<Record<string, string>>
  /** Files of npm packages, by the name of the copy. */
  readonly copies?: Readonly<Record<string, string>>
  /** Generated texts, by the name of their file. */
  readonly texts?: Readonly<Record<string, () => string>>
  /** Generated folders, by their names. */
  readonly folders?: Readonly<Record<string, (directory: string) => Promise<void>>>
}

/** The processes that a function starts for files of untrusted senders. */
function parsers(...names: ParserName[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, parserEntries[name]]))
}

/** For functions that read documents in a separate process. */
const reader: Beside = { entries: parsers('inspect-process'), folders: { cmaps: copyCharacterMaps } }

/** For functions that answer with pages without a script. */
const pages = { pages: (directory: string) => writePageStyles(directory) }

/** Its gateway leads to nothing else, so its pages bring their fonts along. */
const pagesWithFonts = { pages: (directory: string) => writePageStyles(directory, 'embedded') }

/** What each function needs beside its `index.mjs`. */
const assets: Partial<Record<FunctionName, Beside>> = {
  auth: { folders: { ...pagesWithFonts, page: writePasskeyScript } },
  console: { folders: { page: writeConsolePage } },
  contacts: { entries: parsers('csv-process') },
  docs: { texts: { 'openapi.json': openApiText }, folders: pages },
  'registered-mail-page': { folders: pages },
  structure: { entries: parsers('image-process'), folders: pages },
  // It reads attachments and draws nothing.
  'registered-mails': { ...reader, copies: {} },
  signature: {
    ...reader,
    entries: parsers('inspect-process', 'image-process'),
    copies: bundledFiles.copiesForTrials,
  },
  signing: { entries: parsers('image-process'), folders: { page: writeSigningPage }, copies: bundledFiles.copies },
  'document-sealing': {
    ...reader,
    entries: parsers('inspect-process', 'image-process'),
    copies: bundledFiles.copies,
  },
  'registered-mail-proofs': { copies: bundledFiles.copies },
  // It draws no stamps, so it needs no fonts.
  verification: { ...reader, copies: {} },
  'verify-page': { ...reader, copies: {}, folders: { ...reader.folders, ...pages } },
}

/** oidc-provider finds its models by their class names. Other bundles are smaller without names. */
const keepsNames: ReadonlySet<FunctionName> = new Set(['auth'])

/** The build fails when a bundle contains one of these modules without the files it needs. */
const expectedBeside: Readonly<Record<string, keyof Beside>> = {
  'shared/parsers/parser-processes.ts': 'entries',
  'shared/pdf/fonts.ts': 'copies',
  'shared/pdf/typography/fonts.ts': 'copies',
  'shared/pdf/page-drawings/open-document.ts': 'folders',
  'shared/pages/page-style.ts': 'folders',
  'shared/http/page-assets.ts': 'folders',
  'functions/identity-provider/provider/passkey-script.ts': 'folders',
}

/** More take more memory and no less time. */
const bundledAtOnce = 4

/** Bundles every function. The same sources give the same bytes, and so the same asset hashes. */
export async function bundleFunctions(bundles: Bundles = bundlesIn()): Promise<void> {
  const directories = [bundles.functionsDirectory, bundles.metafilesDirectory]
  await Promise.all(directories.map((path) => rm(path, { recursive: true, force: true })))
  await mkdir(bundles.metafilesDirectory, { recursive: true })
  await inParallel(functionNames, bundledAtOnce, (name) => bundleFunction(name, bundles))
}

const handlerOf = (name: FunctionName) => `${functionFolders[name]}/handler.ts`

async function bundleFunction(name: FunctionName, bundles: Bundles): Promise<void> {
  const { functionsDirectory, metafilesDirectory } = bundles
  const beside = assets[name] ?? {}
  const outdir = join(functionsDirectory, name)
  const options = { ...bundling, keepNames: keepsNames.has(name), outdir }
  const start = await build({ ...options, entryPoints: { index: handlerOf(name) } })
  // Other processes share no code with the function, so they are bundled separately.
  const others = beside.entries && (await build({ ...options, entryPoints: beside.entries }))
  const metafile = merged(start.metafile, others?.metafile)
  checkBeside(name, beside, metafile)
  await writeFile(join(metafilesDirectory, `${name}.json`), JSON.stringify(metafile))
  await Promise.all([
    ...Object.entries(beside.copies ?? {}).map(([copy, file]) => copyFile(packageFile(file), join(outdir, copy))),
    ...Object.entries(beside.texts ?? {}).map(([file, text]) => writeFile(join(outdir, file), text())),
    ...Object.entries(beside.folders ?? {}).map(([folder, write]) => write(join(outdir, folder))),
  ])
}

function merged({ inputs, outputs }: Metafile, others: Metafile = { inputs: {}, outputs: {} }): Metafile {
  return { inputs: { ...inputs, ...others.inputs }, outputs: { ...outputs, ...others.outputs } }
}

function checkBeside(name: FunctionName, beside: Beside, { inputs }: Metafile): void {
  for (const [module, kind] of Object.entries(expectedBeside))
    if (module in inputs && !beside[kind])
      throw new Error(`${name} contains ${module}: declare its ${kind} among the assets`)
}

/** Uses `require`, because test runners have no `import.meta.resolve`. */
function packageFile(file: string): string {
  return createRequire(import.meta.url).resolve(file)
}

/** The public OpenAPI document. The docs function fills in what only the deployment knows. */
function openApiText(): string {
  return JSON.stringify(openApiDocument(allOperations, { serverUrl: '/', version: packageJson.version }))
}

/**
 * Lambda provides credentials as environment variables. The SDK's other providers (single sign-on, profiles, processes,
 * web identity) would only slow down the start.
 */
const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup({ onResolve, onLoad, resolve }) {
    const chain = '@aws-sdk/credential-provider-node'
    onResolve({ filter: new RegExp(`^${chain}$`) }, async ({ resolveDir, kind, pluginData }) => {
      if (pluginData === chain) return undefined
      const { path, errors } = await resolve(chain, { resolveDir, kind, pluginData: chain })
      return { path, errors, namespace: 'environment-credentials', sideEffects: false }
    })
    onLoad({ filter: /.*/, namespace: 'environment-credentials' }, ({ path }) => ({
      contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'`,
      resolveDir: join(path, '..'),
    }))
  },
}

/** The options that all bundles share. */
export const bundling = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // Each dynamic import becomes a file of its own, which costs nothing until it is used.
  splitting: true,
  chunkNames: '[name]-[hash]',
  mainFields: ['module', 'main'],
  conditions: ['module'],
  // CommonJS packages use `__dirname`, and `require` for Node's modules.
  define: { __dirname: 'import.meta.dirname' },
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
  minify: true,
  legalComments: 'none',
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  plugins: [environmentCredentials, trimmedPackages, bypassedBarrels, decodersOfPdfJs, pdfJsWithoutCanvas],
} satisfies BuildOptions
