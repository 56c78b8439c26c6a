import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin, PluginBuild } from 'esbuild'

/** `import { a, b as c } from "x"`, `export { … } from "x"` or `export { … }`, as the SDK's compiler writes them. */
const statement = /^(import|export)\s*\{([^}]*)\}(?:\s*from\s*"([^"]+)")?;$/gm

/** Where an index takes a name from, and what it is called there. */
interface Origin {
  readonly source: string
  readonly name: string
}

const texts = new Map<string, Promise<string>>()
const origins = new Map<string, Promise<Map<string, Origin>>>()

/**
 * Lets the modules of the SDK import from the file that holds a thing, not from the index that lists it. esbuild puts
 * whatever an index lists, as far as some part of a function needs it, into what is loaded at the start; so the XML
 * and checksum code of S3 would come with the client of DynamoDB.
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  setup(build) {
    build.onLoad({ filter: /[\\/]@(aws-sdk|smithy)[\\/].*[\\/]dist-es[\\/].*\.js$/ }, async ({ path }) => {
      if (!texts.has(path)) texts.set(path, directed(build, path))
      return { contents: await texts.get(path), resolveDir: dirname(path) }
    })
  },
}

async function directed(build: PluginBuild, path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  const rewritten = new Map<string, string>()
  for (const [whole, keyword, names, source] of text.matchAll(statement)) {
    if (keyword !== 'import' || names === undefined || source === undefined || source.startsWith('node:')) continue
    const imports = namesIn(names).map(async ([name, as]) => {
      const origin = await originOf(build, path, { source, name })
      return `import { ${origin.name} as ${as} } from ${JSON.stringify(origin.source)};`
    })
    rewritten.set(whole, (await Promise.all(imports)).join(' '))
  }
  return text.replace(statement, (whole) => rewritten.get(whole) ?? whole)
}

/** Follows a name from index to index. What no index passes on stays where it was found. */
async function originOf(build: PluginBuild, importer: string, given: Origin): Promise<Origin> {
  const { path, namespace, external } = await build.resolve(given.source, {
    resolveDir: dirname(importer),
    kind: 'import-statement',
  })
  if (namespace !== 'file' || external || !path.endsWith('.js')) return given
  if (!origins.has(path)) origins.set(path, originsIn(path))
  const next = (await origins.get(path))?.get(given.name)
  return next ? await originOf(build, path, next) : { source: path, name: given.name }
}

/** What a module passes on of others, by the names under which it does. */
async function originsIn(path: string): Promise<Map<string, Origin>> {
  const imported = new Map<string, Origin>()
  const exported = new Map<string, Origin>()
  for (const [, keyword, names = '', source] of (await readFile(path, 'utf8')).matchAll(statement))
    for (const [name, as] of namesIn(names)) {
      const origin = source === undefined ? imported.get(name) : { source, name }
      if (origin && !origin.source.startsWith('node:')) (keyword === 'import' ? imported : exported).set(as, origin)
    }
  return exported
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
