import type { Metafile } from 'esbuild'

/** The files of a bundle that an entry imports before the first request, and those that it may load later. */
export function loadedFiles({ outputs }: Metafile, name = 'index.mjs'): { start: string[]; later: string[] } {
  const entry = Object.keys(outputs).find((path) => path.endsWith(`/${name}`))
  if (!entry) throw new Error(`the bundle has no ${name}`)
  const start = reachable(outputs, entry, ['import-statement'])
  const whole = reachable(outputs, entry, ['import-statement', 'dynamic-import'])
  return { start: [...start], later: [...whole.difference(start)] }
}

/** Of each thing that the start may load later, the files that come with it, its own first. */
export function firstsLoaded(metafile: Metafile): string[][] {
  const { outputs } = metafile
  const start = new Set(loadedFiles(metafile).start)
  const imports = [...start].flatMap((path) => outputs[path]?.imports ?? [])
  const later = new Set(
    imports.flatMap(({ kind, path, external }) => (kind === 'dynamic-import' && !external ? [path] : [])),
  )
  return [...later].map((path) => [...reachable(outputs, path, ['import-statement']).difference(start)])
}

function reachable(
  outputs: Metafile['outputs'],
  from: string,
  kinds: readonly string[],
  found = new Set<string>(),
): Set<string> {
  if (found.has(from)) return found
  found.add(from)
  for (const { kind, path, external } of outputs[from]?.imports ?? [])
    if (!external && kinds.includes(kind)) reachable(outputs, path, kinds, found)
  return found
}

/** The clients of AWS services that files of a bundle contain, by their packages' names: `dynamodb`, `s3`. */
export function clientsIn({ outputs }: Metafile, files: readonly string[]): string[] {
  const modules = files.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))
  return [...new Set(modules.flatMap((path) => /@aws-sdk\/client-([\w-]+)/.exec(path)?.[1] ?? []))].toSorted()
}
