import { hash, randomUUID } from 'node:crypto'
import * as v from 'valibot'

/** Makes the ids of what is created, of a moment where their order has to follow it. Passed in, so that tests foresee them. */
export type Ids = (atMs?: number) => string

/**
 * UUID version 7 (RFC 9562 §5.7): sorts by creation time, to the millisecond. Its random part is that of a version 4, whose
 * bits stand in the same places.
 */
export function uuidV7(timeMs: number, random: string = randomUUID()): string {
  const time = timeMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

/** A UUID version 7 of a moment that follows from a text, in the place of chance. */
export function derivedUuidV7(timeMs: number, text: string): string {
  const digest = hash('sha256', text, 'hex')
  const random = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(12, 15)}-8${digest.slice(15, 18)}-${digest.slice(18, 30)}`
  return uuidV7(timeMs, random)
}

/** A UUID version 8 (RFC 9562 §5.8) that follows from a text alone: whoever makes it again makes the same. */
export function derivedUuid(text: string): string {
  const digest = hash('sha256', text, 'hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(12, 15)}-8${digest.slice(15, 18)}-${digest.slice(18, 30)}`
}

/** The smallest UUID version 7 of a moment: where a range of creation times starts in a list sorted by id. */
export function firstUuidV7Of(timeMs: number): string {
  return uuidV7(timeMs, '00000000-0000-4000-8000-000000000000')
}

/** The moment that a UUID version 7 was made of. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The greatest one. */
export function lastUuidV7Of(timeMs: number): string {
  return uuidV7(timeMs, 'ffffffff-ffff-4fff-bfff-ffffffffffff')
}

/**
 * An id as the root of others, and those by their places: the last 16 bits count, so that they sort in their order and
 * need not be stored. 58 random bits and the millisecond tell roots apart.
 */
export function idAt(root: string, place: number): string {
  return root.slice(0, -4) + place.toString(16).padStart(4, '0')
}

export const systemIds: Ids = (atMs = Date.now()) => uuidV7(atMs)

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Any version, lower or upper case; ids are compared in lower case. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidPattern.test(value.toLowerCase())
}

/** A UUID of any version. Ids are compared as texts, so every id that comes in turns to lower case. */
export const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())
