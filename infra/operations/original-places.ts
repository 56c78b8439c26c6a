import { SourceMap } from 'node:module'
import { posix } from 'node:path'

/** A place in a bundle, as a stack trace of Lambda names it: file, line and column from 1. */
const place = /(?:file:\/\/)?\/var\/task\/((?:[\w-]+\/)*[\w-]+\.mjs):(\d+):(\d+)/g

/**
 * A text with places in a function's bundle, each put back to where it stands in the sources; the rest stays.
 * @param mapOf the text of the source map of a file of the bundle
 * @param folder the bundle's own folder, from the root of the project
 */
export async function withOriginalPlaces(
  text: string,
  folder: string,
  mapOf: (file: string) => Promise<string>,
): Promise<string> {
  const files = new Set([...text.matchAll(place)].map(([, file = '']) => file))
  const maps = new Map(
    await Promise.all([...files].map(async (file) => [file, new SourceMap(JSON.parse(await mapOf(file)))] as const)),
  )
  return text.replace(place, (whole, file: string, line: string, column: string) => {
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return whole
    const source = posix.join(folder, posix.dirname(file), entry.originalSource)
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}
