import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Bundles {
  /** One folder per function: everything that is deployed to Lambda. */
  readonly functionsDirectory: string
  /** esbuild's metafile of each function, as `<name>.json`: the contents of the bundle with their sizes. */
  readonly metafilesDirectory: string
}

/** The folders of the bundles inside a folder of build results. */
export function bundlesIn(directory = join(root, '.build')): Bundles {
  return { functionsDirectory: join(directory, 'functions'), metafilesDirectory: join(directory, 'metafiles') }
}

/** The bundles that are deployed. */
export const { functionsDirectory, metafilesDirectory } = bundlesIn()
