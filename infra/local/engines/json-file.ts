import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'

/** A file that does not hold what was written to it. */
export class DamagedFile extends Error {
  constructor(path: string, cause: unknown, remedy = 'Put back a copy of it, or delete all data with --fresh.') {
    super(`${path} is damaged. ${remedy} (${cause instanceof Error ? cause.message : String(cause)})`)
  }
}

/**
 * What a JSON file holds, checked, or `undefined` when there is no file (or no path: nothing is kept). `remedy` says what to do when the file
 * is damaged.
 */
export async function readJsonFile<const Schema extends v.GenericSchema>(
  path: string | undefined,
  schema: Schema,
  remedy?: string,
): Promise<v.InferOutput<Schema> | undefined> {
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return v.parse(schema, JSON.parse(text))
  } catch (error) {
    throw new DamagedFile(path, error, remedy)
  }
}

/** Replaces the file whole, so that a crash leaves the old content or the new one. Readable by the owner alone: it may hold keys. */
export async function writeJsonFile(path: string | undefined, content: unknown): Promise<void> {
  if (path === undefined) return
  await mkdir(dirname(path), { recursive: true })
  const written = `${path}.${randomUUID()}`
  try {
    await writeFile(written, JSON.stringify(content, null, 2), { mode: 0o600 })
    await rename(written, path)
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
}
