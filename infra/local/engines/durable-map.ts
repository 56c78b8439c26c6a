import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { DamagedFile } from './json-file.ts'

/** A map whose changes are on disk before the calls return, so that they outlive a process that is killed. */
export type DurableMap<Value> = {
  values(): Value[]
  set(key: string, value: Value): void
  delete(key: string): void
  /** After this, changes are not kept. */
  close(): void
}

/** The file is written anew when it has this many lines more than twice the entries of the map. */
const spareLines = 1000

/**
 * Each change is a line of the file: `[key, value]` sets, `[key]` deletes. Without a path nothing is kept.
 * The lines are written synchronously: that takes microseconds, and the order of changes is the order of lines.
 */
export function openDurableMap<const Schema extends v.GenericSchema>(
  path: string | undefined,
  schema: Schema,
): DurableMap<v.InferOutput<Schema>> {
  const map = path === undefined ? new Map<string, v.InferOutput<Schema>>() : readLines(path, schema)
  let file = path === undefined ? null : openLines(path, map)
  const rewriteWhenGrown = () => {
    if (path === undefined || file === null || file.lines() < spareLines + 2 * map.size) return
    const grown = file
    file = openLines(path, map)
    grown.close()
  }
  return {
    values: () => [...map.values()],
    set(key, value) {
      file?.append([key, value])
      map.set(key, value)
      rewriteWhenGrown()
    },
    delete(key) {
      if (!map.has(key)) return
      file?.append([key])
      map.delete(key)
      rewriteWhenGrown()
    },
    close() {
      file?.close()
      file = null
    },
  }
}

const lineOf = (change: readonly unknown[]) => `${JSON.stringify(change)}\n`

/** A last line that a kill cut off is left out: nobody was told that it is kept. */
function readLines<Schema extends v.GenericSchema>(path: string, schema: Schema): Map<string, v.InferOutput<Schema>> {
  const map = new Map<string, v.InferOutput<Schema>>()
  const changeSchema = v.union([v.strictTuple([v.string(), schema]), v.strictTuple([v.string()])])
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
  try {
    for (const line of lines) {
      const [key, ...value] = v.parse(changeSchema, JSON.parse(line))
      map.delete(key)
      for (const set of value) map.set(key, set)
    }
  } catch (error) {
    throw new DamagedFile(path, error)
  }
  return map
}

/** Writes the file anew, beside the old one and then in its place, and appends to it. */
function openLines(path: string, map: ReadonlyMap<string, unknown>) {
  mkdirSync(dirname(path), { recursive: true })
  const made = `${path}.${randomUUID()}`
  const text = [...map].map(lineOf).join('')
  let lines = map.size
  let bytes = Buffer.byteLength(text)
  try {
    writeFileSync(made, text, { mode: 0o600 })
    renameSync(made, path)
  } catch (error) {
    rmSync(made, { force: true })
    throw error
  }
  const descriptor = openSync(path, 'a')
  return {
    lines: () => lines,
    append(change: readonly unknown[]): void {
      const line = lineOf(change)
      try {
        writeFileSync(descriptor, line)
      } catch (error) {
        // A full disk takes a part of the line, which the next one must not follow.
        ftruncateSync(descriptor, bytes)
        throw error
      }
      lines += 1
      bytes += Buffer.byteLength(line)
    },
    close: () => closeSync(descriptor),
  }
}
