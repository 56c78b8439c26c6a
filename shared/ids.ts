import { randomBytes } from 'node:crypto'

/** Makes the ids of what is created, of a moment where their order has to follow it. Passed in, so that tests foresee them. */
export type Ids = (atMs?: number) => string

/** UUID version 7 (RFC 9562 §5.7): sorts by creation time, to the millisecond. */
export function uuidV7(timeMs: number, random: Uint8Array = randomBytes(10)): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(timeMs, 0, 6)
  bytes.set(random, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest UUID version 7 of a moment: where a range of creation times starts in a list sorted by id. */
export function firstUuidV7Of(timeMs: number): string {
  return uuidV7(timeMs, new Uint8Array(10))
}

export const systemIds: Ids = (atMs = Date.now()) => uuidV7(atMs)

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Any version, lower or upper case; ids are compared in lower case. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidPattern.test(value.toLowerCase())
}
