import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin, PluginBuild } from 'esbuild'

/** `import { a, b as c } from "x"`, `export { … } from "x"` or `export { … }`, as the SDK's compiler writes them. */
const statement = /^(import|export)\s*\{([^}]*)\}(?:\s*from\s*"([^"]+)")?;$/gm
/** `export { … } from "x"` or `export * from "x"`. */
const reExport = /^export\s*(?:\{[^}]*\}|\*)\s*from\s*"[^"]+";$/gm
const definition = /^export (?:const|let|(?:async )?function\*?|class) (\w+)/gm

/** The module that defines a name, and the name there. */
interface Origin {
  readonly source: string
  readonly name: string
}

/** The exports of a file. */
interface Exports {
  /** Names that it exports from other files. */
  readonly reExported: ReadonlyMap<string, Origin>
  /** Names that it defines. */
  readonly own: ReadonlySet<string>
  /** True when it has both. */
  readonly isMixed: boolean
}

/** Caches by path, shared by the bundles of all functions. */
const sources = new Map<string, Promise<string>>()
const exported = new Map<string, Promise<Exports>>()
const texts = new Map<string, Promise<string>>()

/** Added to the path of a barrel file that also defines something: stands for its own definitions only. */
const ownPart = '?own'

/**
 * Rewrites imports inside the SDK: each name comes from the file that defines it, not from the barrel file (index) that
 * re-exports it. esbuild puts everything that a barrel re-exports into the start when any part of a function uses it; so
 * the XML code of the S3 client, which is loaded later, would slow down every start. The rewrite changes no behaviour.
 */
export const bypassedBarrels: Plugin = {
  name: 'bypassed-barrels',
  setup(build) {
    build.onResolve({ filter: /\?own$/ }, ({ path }) => ({ path, namespace: 'own-part', sideEffects: false }))
    build.onLoad({ filter: /[\\/]@(aws-sdk|smithy)[\\/].*[\\/]dist-es[\\/].*\.js(\?own)?$/ }, async ({ path }) => {
      return { contents: await once(texts, path, () => withDirectImports(build, path)), resolveDir: dirname(path) }
    })
  },
}

async function withDirectImports(build: PluginBuild, asked: string): Promise<string> {
  const path = asked.replace(ownPart, '')
  const text = await sourceOf(path)
  if (asked === path && (await exportsOf(path)).isMixed)
    return [...(text.match(reExport) ?? []), `export * from ${JSON.stringify(path + ownPart)};`].join('\n')
  const rewritten = new Map<string, string>()
  for (const [whole, keyword, names, source] of text.matchAll(statement)) {
    if (keyword !== 'import' || names === undefined || source === undefined || source.startsWith('node:')) continue
    const imports = namesIn(names).map(async ([name, as]) => {
      const origin = await originOf(build, path, { source, name })
      return `import { ${origin.name} as ${as} } from ${JSON.stringify(origin.source)};`
    })
    rewritten.set(whole, (await Promise.all(imports)).join(' '))
  }
  const direct = text.replace(statement, (whole) => rewritten.get(whole) ?? whole)
  return asked === path ? direct : direct.replace(reExport, '')
}

/** Follows a name from barrel to barrel to the file that defines it. */
async function originOf(build: PluginBuild, importer: string, given: Origin): Promise<Origin> {
  const { path, namespace, external } = await build.resolve(given.source, {
    resolveDir: dirname(importer),
    kind: 'import-statement',
  })
  if (namespace !== 'file' || external || !path.endsWith('.js')) return given
  const { reExported, own, isMixed } = await exportsOf(path)
  const next = reExported.get(given.name)
  if (next) return await originOf(build, path, next)
  return { source: isMixed && own.has(given.name) ? path + ownPart : path, name: given.name }
}

function exportsOf(path: string): Promise<Exports> {
  return once(exported, path, async () => exportsIn(await sourceOf(path)))
}

function sourceOf(path: string): Promise<string> {
  return once(sources, path, () => readFile(path, 'utf8'))
}

function once<Value>(known: Map<string, Promise<Value>>, path: string, make: () => Promise<Value>): Promise<Value> {
  const value = known.get(path) ?? make()
  known.set(path, value)
  return value
}

function exportsIn(text: string): Exports {
  const imported = new Map<string, Origin>()
  const reExported = new Map<string, Origin>()
  for (const [, keyword, names = '', source] of text.matchAll(statement))
    for (const [name, as] of namesIn(names)) {
      const origin = source === undefined ? imported.get(name) : { source, name }
      if (origin && !origin.source.startsWith('node:')) (keyword === 'import' ? imported : reExported).set(as, origin)
    }
  const own = new Set([...text.matchAll(definition)].map(([, name = '']) => name))
  return { reExported, own, isMixed: own.size > 0 && text.search(reExport) >= 0 }
}

/** `a, b as c` as pairs of the exported and the local name. */
function namesIn(list: string): [string, string][] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [name = part, as = name] = part.split(/\s+as\s+/)
      return [name, as]
    })
}
