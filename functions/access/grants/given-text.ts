const longestText = 256

/** What a body gives as a name or an id, before it is checked; null where that can be neither. */
export function textIn(body: unknown, name: string): string | null {
  const given: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof given === 'string' && given.trim() !== '' && given.length <= longestText ? given.trim() : null
}
