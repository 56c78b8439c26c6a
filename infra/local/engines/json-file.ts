import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'

/** What a JSON file holds, checked, or `undefined` when there is no file (or no path: nothing is kept). */
export async function readJsonFile<const Schema extends v.GenericSchema>(
  path: string | undefined,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : v.parse(schema, JSON.parse(text))
}

/** Replaces the file whole, so that a crash leaves the old content or the new one. Readable by the owner alone: it may hold keys. */
export async function writeJsonFile(path: string | undefined, content: unknown): Promise<void> {
  if (path === undefined) return
  await mkdir(dirname(path), { recursive: true })
  const written = `${path}.${randomUUID()}`
  await writeFile(written, JSON.stringify(content, null, 2), { mode: 0o600 })
  await rename(written, path)
}
