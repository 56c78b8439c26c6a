const tokens = /^#next=([\w-]{43}(?:\.[\w-]{43})*)$/

/**
 * The page of the person who takes the device next; null where nobody does. The links of those who come after stand in the fragment of
 * the address, which no server is sent.
 */
export function nextPersonAt({ pathname, hash }: { readonly pathname: string; readonly hash: string }): string | null {
  const [next, ...others] = tokens.exec(hash)?.[1]?.split('.') ?? []
  if (!next) return null
  const path = pathname.replace(/\/+$/, '').replace(/[^/]+$/, next)
  return others.length === 0 ? path : `${path}#next=${others.join('.')}`
}
