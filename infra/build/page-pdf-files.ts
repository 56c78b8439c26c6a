import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OutputFile, Plugin } from 'esbuild'
import { bundlePage } from './page-bundle.ts'
import { decodersOfPdfJs } from './pdf-js-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** The worker in which pages read documents, as a file of its own. */
export function bundlePdfWorker(): Promise<OutputFile[]> {
  const entryPoints = ['shared/pages/pdf/pdf-worker.ts']
  return bundlePage({ entryPoints, plugins: [decodersOfPdfJs] })
}

/** `pdf-files:…`: a module that names the files of a folder of pdfjs-dist as assets, or the worker. */
export function pdfFiles(worker: string): Plugin {
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
