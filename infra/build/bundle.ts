import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import packageJson from '../../package.json' with { type: 'json' }
import { openApiDocument } from '../../shared/openapi/openapi.ts'
import { bundledFiles } from '../../shared/pdf/bundled-files.ts'
import { directImports } from './direct-imports.ts'
import { type FunctionName, functionFolders, functionNames } from './function-names.ts'
import { lateLoading } from './late-loading.ts'
import { checkLeanRules, leanPackages } from './lean-packages.ts'
import { allOperations, operationsOf } from './operation-groups.ts'
import { copyCharacterMaps, decodersOfPdfJs } from './pdf-js-files.ts'
import { writeSigningPage } from './signing-page.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Bundles {
  /** A folder a function, which is all that Lambda gets. */
  readonly functionsDirectory: string
  /** esbuild's metafile of each function, as `<name>.json`: what is in a bundle, and how large it is. */
  readonly metafilesDirectory: string
}

/** Where bundles are, below a folder of build results; by default the project's own. */
export function bundlesIn(directory = join(root, '.build')): Bundles {
  return { functionsDirectory: join(directory, 'functions'), metafilesDirectory: join(directory, 'metafiles') }
}

/** Those that are deployed. */
export const { functionsDirectory, metafilesDirectory } = bundlesIn()

/** Files that a module expects beside the bundle which contains it. */
interface Beside {
  /** More entry points by name, from the root of the project. */
  readonly entries?: Readonly<Record<string, string>>
  /** Files of npm packages, by the name of the copy. */
  readonly copies?: Readonly<Record<string, string>>
  /** Texts made of the project itself, by the name of their file. */
  readonly texts?: Readonly<Record<string, () => string>>
  /** Folders that are built into, by their names. */
  readonly folders?: Readonly<Record<string, (directory: string) => Promise<void>>>
}

/** For functions that have documents read in a process of their own. */
const reader: Beside = { entries: bundledFiles.entries, folders: { cmaps: copyCharacterMaps } }

/** What the bundle of a function needs beside `index.mjs`. */
const assets: Partial<Record<FunctionName, Beside>> = {
  docs: { texts: { 'openapi.json': openApiText } },
  signature: { ...reader, copies: bundledFiles.copiesForTrials },
  signing: { folders: { page: writeSigningPage }, copies: bundledFiles.copies },
  'document-sealing': { ...reader, copies: bundledFiles.copies },
  // It stamps nothing.
  verification: { ...reader, copies: {} },
}

/** Where a package finds classes by their names: oidc-provider its models. Elsewhere names only make a start slower. */
const findsByName: ReadonlySet<FunctionName> = new Set(['auth'])

/** A bundle that contains one of these must have its files beside it: building fails otherwise. */
const expectedBeside: Readonly<Record<string, keyof Beside>> = {
  'shared/pdf/inspect-processes.ts': 'entries',
  'shared/pdf/fonts.ts': 'copies',
  'shared/pdf/typography/fonts.ts': 'copies',
  'shared/pdf/page-drawings/open-document.ts': 'folders',
  'functions/signature/signing-page/page-files.ts': 'folders',
}

/** Bundles every function anew. The same sources give the same bytes, and so the same asset hashes. */
export async function bundleFunctions(bundles: Bundles = bundlesIn()): Promise<void> {
  const directories = [bundles.functionsDirectory, bundles.metafilesDirectory]
  await Promise.all(directories.map((path) => rm(path, { recursive: true, force: true })))
  await mkdir(bundles.metafilesDirectory, { recursive: true })
  const sources = await importsOfSources()
  checkLeanRules(await Promise.all(functionNames.map((name) => bundleFunction(name, bundles, sources))))
}

const handlerOf = (name: FunctionName) => `${functionFolders[name]}/handler.ts`

/** What our own files import of each other, by their paths from the root. */
async function importsOfSources(): Promise<Metafile['inputs']> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: functionNames.map(handlerOf),
    packages: 'external',
    ...{ bundle: true, splitting: true, format: 'esm', outdir: '.', write: false, metafile: true },
  })
  return metafile.inputs
}

async function bundleFunction(name: FunctionName, bundles: Bundles, sources: Metafile['inputs']): Promise<Metafile> {
  const { functionsDirectory, metafilesDirectory } = bundles
  const beside = assets[name] ?? {}
  const outdir = join(functionsDirectory, name)
  const served = { root, folder: functionFolders[name], operations: operationsOf(name), sources }
  // First, since what it makes later files of has the paths of the files that it stands for.
  const plugins = [lateLoading(served), ...bundling.plugins]
  const options = { ...bundling, keepNames: findsByName.has(name), outdir }
  const start = await build({ ...options, plugins, entryPoints: { index: handlerOf(name) } })
  // What runs without the start is bundled without it.
  const others = beside.entries && (await build({ ...options, entryPoints: beside.entries }))
  const metafile = merged(start.metafile, others?.metafile)
  checkBeside(name, beside, metafile)
  await writeFile(join(metafilesDirectory, `${name}.json`), JSON.stringify(metafile))
  await Promise.all([
    ...Object.entries(beside.copies ?? {}).map(([copy, file]) => copyFile(packageFile(file), join(outdir, copy))),
    ...Object.entries(beside.texts ?? {}).map(([file, text]) => writeFile(join(outdir, file), text())),
    ...Object.entries(beside.folders ?? {}).map(([folder, write]) => write(join(outdir, folder))),
  ])
  return metafile
}

function merged({ inputs, outputs }: Metafile, others: Metafile = { inputs: {}, outputs: {} }): Metafile {
  return { inputs: { ...inputs, ...others.inputs }, outputs: { ...outputs, ...others.outputs } }
}

function checkBeside(name: FunctionName, beside: Beside, { inputs }: Metafile): void {
  for (const [module, kind] of Object.entries(expectedBeside))
    if (module in inputs && !beside[kind])
      throw new Error(`${name} contains ${module}: declare its ${kind} among the assets`)
}

/** By `require`, which test runners leave alone; they have no `import.meta.resolve`. */
function packageFile(file: string): string {
  return createRequire(import.meta.url).resolve(file)
}

/** The public description of the API, but for what only the deployment knows, which the docs function fills in. */
function openApiText(): string {
  return JSON.stringify(openApiDocument(allOperations, { serverUrl: '/', version: packageJson.version }))
}

/**
 * A function never finds its credentials elsewhere than in its environment, so that the SDK's chain of providers (single
 * sign-on, profiles, processes, web identity) would only make it start slower.
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

/** How a function is bundled, but for what it is and where it goes. */
export const bundling = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // What is loaded later is a file of its own, and costs nothing at a start that does not need it.
  splitting: true,
  chunkNames: '[name]-[hash]',
  mainFields: ['module', 'main'],
  conditions: ['module'],
  // Packages in CommonJS ask for their folder, and for Node's modules by `require`.
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
  plugins: [environmentCredentials, leanPackages, directImports, decodersOfPdfJs],
} satisfies BuildOptions
