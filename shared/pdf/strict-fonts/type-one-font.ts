import type { NamedEmails } from './compact-font.ts'
import { standardEncoding } from './latin-encodings.ts'

const mark = Buffer.from('eexec')
const encryptionKey = 55_665

/**
 * Reads the built-in encoding and the names of the letters of a Type 1 font (Adobe Type 1 Font Format). The names are null
 * where its second part cannot be read. Throws a `RangeError` for what is no such font.
 */
export function readTypeOneFont(bytes: Uint8Array): NamedEmails {
  const font = Buffer.from(withoutSegments(bytes))
  const end = font.indexOf(mark)
  if (end < 0) throw new RangeError('A font has no second part')
  return { builtIn: builtInEncoding(font.toString('latin1', 0, end)), names: namesIn(font.subarray(end + mark.length)) }
}

/** Windows keeps such fonts in segments, each behind six bytes. */
function withoutSegments(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x80) return bytes
  const font = Buffer.from(bytes)
  const parts: Buffer[] = []
  for (let at = 0; at + 6 <= font.length && font[at] === 0x80 && font[at + 1] !== 3; ) {
    const end = at + 6 + font.readUInt32LE(at + 2)
    parts.push(font.subarray(at + 6, end))
    at = end
  }
  return Buffer.concat(parts)
}

function builtInEncoding(program: string): ReadonlyMap<number, string> {
  if (/\/Encoding\s+StandardEncoding\b/.test(program)) return standardEncoding
  const entries = program.matchAll(/\bdup\s+(\d+)\s*\/(\S+)\s+put\b/g)
  return new Map(Array.from(entries, ([, code, name]) => [Number(code), name ?? '']))
}

function namesIn(encrypted: Buffer): ReadonlySet<string> | null {
  const start = encrypted.findIndex((byte) => ![0x20, 0x0a, 0x0d, 0x09].includes(byte))
  if (start < 0) return null
  const data = encrypted.subarray(start)
  const isHexadecimal = /^[0-9A-Fa-f]{8}/.test(data.toString('latin1', 0, 8))
  const program = decrypted(isHexadecimal ? fromHexadecimal(data) : data)
  const from = program.indexOf('/CharStrings')
  if (from < 0) return null
  const names = program.slice(from).matchAll(/\/(\S+)\s+\d+\s+(?:RD|-\||\S{1,16})\s/g)
  return new Set(Array.from(names, ([, name]) => name ?? ''))
}

function fromHexadecimal(data: Buffer): Buffer {
  return Buffer.from(data.toString('latin1').replaceAll(/\s/g, ''), 'hex')
}

function decrypted(data: Buffer): string {
  let key = encryptionKey
  const plain = Buffer.alloc(data.length)
  for (const [index, byte] of data.entries()) {
    plain[index] = byte ^ (key >> 8)
    key = ((byte + key) * 52_845 + 22_719) & 0xffff
  }
  return plain.toString('latin1')
}
