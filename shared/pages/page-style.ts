import { readFileSync } from 'node:fs'

/** What stands in a built style for the path of the service, which only a request knows. */
export const placeOfBase = 'base:'

/** The style sheets of each style, from source. */
export const sheetsOf = {
  /** For pages without a script. */
  style: ['tokens', 'base', 'server'],
  /** For pages that style everything themselves. */
  tokens: ['tokens'],
} as const
export type StyleName = keyof typeof sheetsOf

/** Run from source, this very module ends in `.ts`; then there are no fonts, whose addresses the build decides. */
const isBundled = !import.meta.url.endsWith('.ts')
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

function textOf(name: StyleName): string {
  return isBundled ? read(`./pages/${name}.css`) : sheetsOf[name].map((sheet) => read(`./${sheet}.css`)).join('')
}

const known = new Map<string, string>()

/** A style for a service at this address. */
export function pageStyle(name: StyleName, baseUrl: string): string {
  const path = URL.parse(baseUrl)?.pathname.replace(/\/$/, '') ?? ''
  const text = known.get(`${name} ${path}`) ?? textOf(name).replaceAll(placeOfBase, path)
  known.set(`${name} ${path}`, text)
  return text
}
