import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'
import type { Operation } from '../../shared/http/operation.ts'

/** A function that is bundled, and the operations of the API that it serves. */
export interface Served {
  /** The root of the project. */
  readonly root: string
  /** The folder of the function, from the root. */
  readonly folder: string
  readonly operations: readonly Operation[]
  /** What our own files import of each other. */
  readonly sources: Metafile['inputs']
}

/**
 * What is imported when a request asks for it, as files that are quick to load. In a bundle the list of a group's operations
 * is a table of their routes: an operation is imported with the first request for it, and what several of them need is one
 * file beside. Whatever else comes later says itself that the start is there; so the start is one file, of which esbuild
 * would otherwise make one for each set of later imports that share a part of it.
 */
export function lateLoading(served: Served): Plugin {
  const { root, folder } = served
  const inFolder = (file: string) => join(root, folder, file)
  return {
    name: 'late-loading',
    async setup({ onResolve, onLoad, resolve }) {
      const files = await operationFiles(served)
      const shared = neededByMany(served, [...files.values()])
      const isOperation = new Set([...files.values()].map(inFolder))
      onLoad({ filter: /[\\/]operations\.ts$/ }, ({ path }) =>
        path === inFolder('operations.ts') ? { contents: routeTable(served, files), loader: 'js' } : undefined,
      )
      onResolve({ filter: sharesTheStart }, async ({ path: asked, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === beingFound) return undefined
        const { path, errors } = await resolve(asked, { kind, importer, resolveDir, pluginData: beingFound })
        return { path, errors, namespace: 'late-loading' }
      })
      onLoad({ filter: /^/, namespace: 'late-loading' }, ({ path }) => {
        const before = [inFolder('handler.ts'), ...(isOperation.has(path) ? shared : [])]
        const lines = [...before.map((file) => `import ${quoted(file)}`), `export * from ${quoted(path)}`]
        return { contents: lines.join('\n'), resolveDir: dirname(path) }
      })
    },
  }
}

/** Imports of our own and of the SDK; other packages have nothing in common with the start. They export names, no default. */
const sharesTheStart = /\.ts$|^@aws-(sdk|lambda-powertools)\/|\/event-streams$/
const beingFound = 'being found'

/** The files of a group's operations in the order of its list, by the names of the operations there. */
async function operationFiles({ root, folder, operations }: Served): Promise<Map<string, string>> {
  if (operations.length === 0) return new Map()
  const text = await readFile(join(root, folder, 'operations.ts'), 'utf8')
  const imported = new Map<string, string>()
  for (const [, name = '', file = ''] of text.matchAll(/^import \{ (\w+) \} from '\.\/([\w-]+\.ts)'$/gm))
    imported.set(name, file)
  const [, list = ''] = /^export const operations: readonly Operation\[\] = \[([\w\s,]+)\]$/m.exec(text) ?? []
  const files = new Map<string, string>()
  for (const [name] of list.matchAll(/\w+/g)) files.set(name, imported.get(name) ?? '')
  if (files.size !== operations.length || new Set(files.values()).has(''))
    throw new Error(`${folder}/operations.ts has to import each operation from a file of its own, and to list them`)
  return files
}

/** In place of the list: what `gatewayHandler` takes for operations that are not there yet. */
function routeTable({ operations }: Served, files: ReadonlyMap<string, string>): string {
  const rows = [...files].map(([name, file], place) => {
    const { method, path } = operations[place] ?? {}
    const load = `async () => (await import(${quoted(`./${file}`)})).${name}`
    return `{ method: ${quoted(method)}, path: ${quoted(path)}, load: ${load} }`
  })
  return `export const operations = [${rows.join(',\n')}]`
}

/** Our own files that more than one operation needs, and the start does not: they are loaded with the first operation. */
function neededByMany({ root, folder, sources }: Served, files: readonly string[]): string[] {
  const start = imports(sources, `${folder}/handler.ts`, new Set([`${folder}/operations.ts`]))
  const needed = files.flatMap((file) => [...imports(sources, `${folder}/${file}`)])
  const many = needed.filter((file, place) => needed.indexOf(file) < place && !start.has(file))
  return [...new Set(many)].toSorted().map((file) => join(root, file))
}

/** A file and all that it imports at once, but for what was found already. */
function imports(sources: Metafile['inputs'], from: string, found = new Set<string>()): Set<string> {
  if (found.has(from)) return found
  found.add(from)
  for (const { path, kind, external } of sources[from]?.imports ?? [])
    if (kind === 'import-statement' && !external) imports(sources, path, found)
  return found
}

const quoted = (value: unknown) => JSON.stringify(value)
