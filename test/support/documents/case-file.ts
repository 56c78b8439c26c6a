import { readFileSync } from 'node:fs'

/** A file of the folder `cases`, by its name. */
export function caseFile(name: string): Buffer {
  return readFileSync(new URL(`cases/${name}`, import.meta.url))
}

/** A file of the folder `pyhanko`, by its name. */
export function pyhankoFile(name: string): Buffer {
  return readFileSync(new URL(`pyhanko/${name}`, import.meta.url))
}
