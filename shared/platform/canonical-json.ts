import canonicalize from 'canonicalize'

/** JSON that depends on the content alone: keys sorted, no spaces (RFC 8785). The table does not keep the order of keys. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('this value cannot be written as JSON')
  return text
}
