/**
 * A live organization and its test organization are twins. What the test organization mirrors (nodes, custom roles,
 * memberships) has the id of its live counterpart, as a UUID of version 8 (RFC 9562 §5.8) instead of 7. So either id follows
 * from the other, and nothing has to be looked up.
 */
const versionAt = 14

/** The id of the counterpart: of a live thing its twin, and of a twin the live thing. */
export function twinIdOf(id: string): string {
  const version = isTwinId(id) ? '7' : '8'
  return `${id.slice(0, versionAt)}${version}${id.slice(versionAt + 1)}`
}

/** Whether an id is that of a test organization, or of something that it mirrors. */
export function isTwinId(id: string): boolean {
  return id[versionAt] === '8'
}

const uuidInText = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A text with the counterpart of every id in it, such as the path of a node. */
export function twinTextOf(text: string): string {
  return text.replace(uuidInText, twinIdOf)
}

/** The live counterpart of a test organization, or of something that it mirrors; what is live itself. */
export function liveIdOf(id: string): string {
  return isTwinId(id) ? twinIdOf(id) : id
}
