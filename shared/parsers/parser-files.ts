import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The processes that read files of untrusted senders, by name: each is an entry point of its own beside the function that starts it. */
export const parserEntries = {
  'inspect-process': 'shared/pdf/inspect-process.ts',
  'image-process': 'shared/images/image-process.ts',
  'csv-process': 'functions/contacts/api/csv-process.ts',
} as const
export type ParserName = keyof typeof parserEntries

/** Started from source, this very module still ends in `.ts`. */
const isBundled = !import.meta.url.endsWith('.ts')

export function parserUrl(name: ParserName): URL {
  return new URL(isBundled ? `./${name}.mjs` : `../../${parserEntries[name]}`, import.meta.url)
}

/** The only folder that these processes may read: that of the function's code. */
export function codeFolder(): string {
  return isBundled ? dirname(fileURLToPath(import.meta.url)) : fileURLToPath(new URL('../..', import.meta.url))
}
