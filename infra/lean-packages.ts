import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** The errors of AWS that functions tell apart by their class, and the one whose class tells the SDK to try again. */
export const errorsToldApart: readonly string[] = [
  'ConditionalCheckFailedException',
  'NoSuchKey',
  'ReplicatedWriteConflictException',
  'TransactionCanceledException',
]

/** Any other error of a service stays its general exception, under its own name. */
const registration = /^n0_registry\.registerError\((\w+)\$, \1\);$/gm

/** The media types that the identity provider speaks, of the two thousand that its framework can name. */
const mediaTypes = /^(application\/(json|jwt|jwk-set\+json|[a-z-]+\+jwt|x-www-form-urlencoded)|text\/(plain|html))$/

/** Leaves out of a bundle what packages carry along and no function ever runs. */
export const leanPackages: Plugin = {
  name: 'lean-packages',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { contents: text.replace(registration, (line, name) => (errorsToldApart.includes(name) ? line : '')) }
    })
    // Of the description of a client's package its version is sent, in the user agent.
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'))
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
    // The cache of endpoints found by asking DynamoDB for them, which nobody has it do.
    onResolve({ filter: /^mnemonist\/lru-cache$/ }, ({ path }) => ({ path, namespace: 'lean-packages' }))
    onLoad({ filter: /^mnemonist\/lru-cache$/, namespace: 'lean-packages' }, () => ({
      contents: 'export default class extends Map { constructor() { super() } peek(key) { return this.get(key) } }',
    }))
    // Hashing without OpenSSL, which Node always has on Lambda.
    onLoad({ filter: /[\\/]@smithy[\\/]core[\\/].*[\\/]Sha256Js\.js$/ }, () => ({ contents: 'export let Sha256Js' }))
    onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, async ({ path }) => {
      const types = Object.entries(JSON.parse(await readFile(path, 'utf8'))).filter(([type]) => mediaTypes.test(type))
      return { contents: JSON.stringify(Object.fromEntries(types)), loader: 'json' }
    })
  },
}
