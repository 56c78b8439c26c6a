import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin, PluginBuild } from 'esbuild'

/** `import { a, b as c } from "x"`, `export { … } from "x"` or `export { … }`, as the SDK's compiler writes them. */
const statement = /^(import|export)\s*\{([^}]*)\}(?:\s*from\s*"([^"]+)")?;$/gm
/** `export { … } from "x"` or `export * from "x"`. */
const passingOn = /^export\s*(?:\{[^}]*\}|\*)\s*from\s*"[^"]+";$/gm
const definition = /^export (?:const|let|(?:async )?function\*?|class) (\w+)/gm

/** Where an index takes a name from, and what it is called there. */
interface Origin {
  readonly source: string
  readonly name: string
}

/** What a file exports: of others, by the names under which it does, and of its own. */
interface Exports {
  readonly passedOn: ReadonlyMap<string, Origin>
  readonly own: ReadonlySet<string>
  /** Whether it does both. */
  readonly isMixed: boolean
}

/** By path, for all functions: what a file holds, what it exports, and what it is made into. */
const sources = new Map<string, Promise<string>>()
const exported = new Map<string, Promise<Exports>>()
const texts = new Map<string, Promise<string>>()

/** Follows the path of a file that lists others and defines something itself: the latter alone. */
const ownPart = '?own'

/**
 * Lets the modules of the SDK import from the file that holds a thing, not from the index that lists it. esbuild puts
 * whatever an index lists, as far as some part of a function needs it, into what is loaded at the start; so the XML
 * and checksum code of S3 would come with the client of DynamoDB.
 */
export const bypassedBarrels: Plugin = {
  name: 'bypassed-barrels',
  setup(build) {
    build.onResolve({ filter: /\?own$/ }, ({ path }) => ({ path, namespace: 'own-part', sideEffects: false }))
    build.onLoad({ filter: /[\\/]@(aws-sdk|smithy)[\\/].*[\\/]dist-es[\\/].*\.js(\?own)?$/ }, async ({ path }) => {
      return { contents: await once(texts, path, () => directed(build, path)), resolveDir: dirname(path) }
    })
  },
}

async function directed(build: PluginBuild, asked: string): Promise<string> {
  const path = asked.replace(ownPart, '')
  const text = await sourceOf(path)
  if (asked === path && (await exportsOf(path)).isMixed)
    return [...(text.match(passingOn) ?? []), `export * from ${JSON.stringify(path + ownPart)};`].join('\n')
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
  return asked === path ? direct : direct.replace(passingOn, '')
}

/** Follows a name from index to index. What no index passes on stays where it was found. */
async function originOf(build: PluginBuild, importer: string, given: Origin): Promise<Origin> {
  const { path, namespace, external } = await build.resolve(given.source, {
    resolveDir: dirname(importer),
    kind: 'import-statement',
  })
  if (namespace !== 'file' || external || !path.endsWith('.js')) return given
  const { passedOn, own, isMixed } = await exportsOf(path)
  const next = passedOn.get(given.name)
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
  const passedOn = new Map<string, Origin>()
  for (const [, keyword, names = '', source] of text.matchAll(statement))
    for (const [name, as] of namesIn(names)) {
      const origin = source === undefined ? imported.get(name) : { source, name }
      if (origin && !origin.source.startsWith('node:')) (keyword === 'import' ? imported : passedOn).set(as, origin)
    }
  const own = new Set([...text.matchAll(definition)].map(([, name = '']) => name))
  return { passedOn, own, isMixed: own.size > 0 && text.search(passingOn) >= 0 }
}

/** `a, b as c` as pairs: the name there, and the name here. */
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
