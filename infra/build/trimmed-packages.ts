import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** The media types that the identity provider uses, of the two thousand that its framework lists. */
const mediaTypes = /^(application\/(json|jwt|jwk-set\+json|[a-z-]+\+jwt|x-www-form-urlencoded)|text\/(plain|html))$/

/** Leaves out of bundles what JSON files of packages contain and no function reads. */
export const trimmedPackages: Plugin = {
  name: 'trimmed-packages',
  setup({ onLoad }) {
    // An AWS client reads only its version, for the user agent.
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = await jsonOf(path)
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
    onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, async ({ path }) => {
      const used = Object.entries(await jsonOf(path)).filter(([type]) => mediaTypes.test(type))
      return { contents: JSON.stringify(Object.fromEntries(used)), loader: 'json' }
    })
  },
}

async function jsonOf(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path, 'utf8'))
}
