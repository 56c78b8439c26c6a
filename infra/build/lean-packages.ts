import { readFile } from 'node:fs/promises'
import type { Metafile, Plugin } from 'esbuild'
import { leanSdk } from './lean-sdk.ts'

/** What is left out of a file of a package, and why nobody misses it. */
export interface LeanRule {
  readonly why: string
  /** The file from `node_modules/` on. */
  readonly file: RegExp
  /** Given the text of the file. Has to change it: what it looks for may be gone with a new version of the package. */
  readonly lean: (text: string) => string
}

/** The media types that the identity provider speaks, of the two thousand that its framework can name. */
const mediaTypes = /^(application\/(json|jwt|jwk-set\+json|[a-z-]+\+jwt|x-www-form-urlencoded)|text\/(plain|html))$/

const ofOthers: readonly LeanRule[] = [
  {
    why: 'Of the description of a client’s package its version is sent, in the user agent.',
    file: /^@aws-sdk\/client-[\w-]+\/package\.json$/,
    lean: (text) => JSON.stringify({ version: JSON.parse(text).version }),
  },
  {
    why: 'Of all media types the identity provider speaks a few.',
    file: /^mime-db\/db\.json$/,
    lean: (text) =>
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).filter(([type]) => mediaTypes.test(type)))),
  },
]

export const leanRules: readonly LeanRule[] = [...leanSdk, ...ofOthers]

/** The text of a file of a package without what no function ever runs. */
export function leanText(path: string, text: string): string {
  return rulesFor(path).reduce((before, { lean, why }) => {
    const after = lean(before)
    if (after === before) throw new Error(`${path} holds nothing any more of what is to be left out: ${why}`)
    return after
  }, text)
}

/** Fails when what a rule is about is in no bundle: with a new version of a package it may have another name. */
export function checkLeanRules(metafiles: readonly Metafile[]): void {
  const paths = [...new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs)))].map(inPackages)
  const idle = leanRules.filter(({ file }) => !paths.some((path) => file.test(path)))
  if (idle.length > 0) throw new Error(`no bundle has a file ${idle.map(({ file }) => file).join(', nor ')}`)
}

function rulesFor(path: string): LeanRule[] {
  return leanRules.filter(({ file }) => file.test(inPackages(path)))
}

/** A path from the innermost `node_modules/` on. */
function inPackages(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(.*\/)?node_modules\//, '')
}

/** Leaves out of a bundle what packages carry along; the code of the SDK, `directImports` reads as `leanText`. */
export const leanPackages: Plugin = {
  name: 'lean-packages',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.json$/, namespace: 'file' }, async ({ path }) =>
      rulesFor(path).length === 0
        ? undefined
        : { contents: leanText(path, await readFile(path, 'utf8')), loader: 'json' },
    )
  },
}
