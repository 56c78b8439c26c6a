/** What a byte is in a PDF (ISO 32000-2 §7.2.3): 0 part of a word, 1 white space, 2 a delimiter. */
export const kinds = new Uint8Array(256)
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) kinds[byte] = 1
for (const byte of Buffer.from('()<>[]{}/%')) kinds[byte] = 2

export const lineFeed = 0x0a
export const carriageReturn = 0x0d
export const percent = 0x25
export const openParenthesis = 0x28
export const closeParenthesis = 0x29
export const slash = 0x2f
export const lessThan = 0x3c
export const greaterThan = 0x3e
export const openBracket = 0x5b
export const backslash = 0x5c
export const closeBracket = 0x5d

export function isWhiteSpace(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) if (kinds[bytes[index] ?? 0] !== 1) return false
  return true
}
