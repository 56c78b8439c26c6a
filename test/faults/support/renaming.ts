import { randomInt } from 'node:crypto'

/** Gives every id another one, the same each time; an id that follows from another by its last digits still does. */
export interface Renaming {
  text(text: string): string
  /** What JSON and items hold: texts and the names of members, however deep. Bytes are left as they are. */
  value(value: unknown): unknown
  /** What a text was before. */
  back(text: string): string
}

const idPattern = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)([0-9a-f]{8})([0-9a-f]{4})/g
/** Of no moment: ids that the service itself names, such as those of its roles. */
const fixedStart = '00000000-0000-'

let lastMask = randomInt(2 ** 31)

/**
 * Of a UUID only random digits change: time, version and place stay, and with them the order. No two renamings of a process
 * meet. Ids of what is shared with others stay as they are.
 */
export function newRenaming(shared: readonly string[] = []): Renaming {
  lastMask += 1
  const mask = lastMask
  const text = (given: string) =>
    given.replace(idPattern, (id: string, start: string, random: string, place: string) => {
      if (start.startsWith(fixedStart) || shared.includes(id)) return id
      const other = (Number.parseInt(random, 16) ^ mask) >>> 0
      return `${start}${other.toString(16).padStart(8, '0')}${place}`
    })
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given)
    if (Array.isArray(given)) return given.map(value)
    if (typeof given !== 'object' || given === null || given instanceof Uint8Array) return given
    return Object.fromEntries(Object.entries(given).map(([name, member]) => [text(name), value(member)]))
  }
  // What is done twice is undone.
  return { text, value, back: text }
}

/** The ids in a text that a renaming changes. */
export function idsIn(text: string): Set<string> {
  return new Set((text.match(idPattern) ?? []).filter((id) => !id.startsWith(fixedStart)))
}
