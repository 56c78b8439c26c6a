/**
 * Whether an object in this JSON has the same member twice, which programs read differently. `value`: what `JSON.parse` made of the
 * text.
 */
export function hasRepeatedMember(text: string, value: unknown): boolean {
  return membersIn(text) !== membersOf(value)
}

/** In JSON, a string before a colon is the name of a member. */
function membersIn(text: string): number {
  return text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g).reduce((sum, [, colon]) => (colon ? sum + 1 : sum), 0)
}

/** Without recursion: what is given may be nested to any depth. */
function membersOf(root: unknown): number {
  const pending = [root]
  let count = 0
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) count += Object.keys(value).length
    for (const member of Object.values(value)) pending.push(member)
  }
  return count
}
