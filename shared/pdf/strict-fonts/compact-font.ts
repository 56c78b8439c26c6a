import { BigEndian } from './big-endian.ts'
import { standardEncoding } from './latin-encodings.ts'
import { compactNames } from './standard-names.ts'

/** What of a Type 1 font, compact or not, tells which letter a code shows. */
export interface NamedEmails {
  /** The names of its letters; null when they are not known. */
  readonly names: ReadonlySet<string> | null
  /** What it shows for a code where nothing else is said. */
  readonly builtIn: ReadonlyMap<number, string>
}

/**
 * Reads a font in the Compact Font Format (Adobe Technical Note 5176). Null for one whose letters have numbers instead of
 * names. Throws a `RangeError` where a part lies outside of the font.
 */
export function readCompactFont(bytes: Uint8Array): NamedEmails | null {
  const font = new BigEndian(bytes)
  const names = indexAt(font, font.byte(2))
  const dictionaries = indexAt(font, names.end)
  const strings = indexAt(font, dictionaries.end)
  const first = dictionaries.items[0]
  if (!first) throw new RangeError('A font has no dictionary')
  const dictionary = operatorsOf(new BigEndian(first))
  if (dictionary.has(registryOrderingSupplement)) return null
  const glyphCount = indexAt(font, dictionary.get(charStrings)?.[0] ?? 0).items.length
  const nameOf = (id: number) =>
    compactNames[id] ?? Buffer.from(strings.items[id - compactNames.length] ?? []).toString('latin1')
  const charset = charsetAt(font, dictionary.get(charsetOperator)?.[0] ?? 0, glyphCount).map(nameOf)
  const encodingAt = dictionary.get(encodingOperator)?.[0] ?? 0
  const builtIn = encodingAt === 0 ? standardEncoding : encodingIn(font, encodingAt, { charset, nameOf })
  return { names: new Set(charset), builtIn }
}

const registryOrderingSupplement = 0x0c1e
const charsetOperator = 15
const encodingOperator = 16
const charStrings = 17

function indexAt(font: BigEndian, start: number): { items: Uint8Array[]; end: number } {
  const count = font.short(start)
  if (count === 0) return { items: [], end: start + 2 }
  const size = font.byte(start + 2)
  const base = start + 3 + (count + 1) * size - 1
  const offsetOf = (index: number) => {
    const at = start + 3 + index * size
    return font.part(at, at + size).reduce((number, byte) => number * 256 + byte, 0)
  }
  const items = Array.from({ length: count }, (_, index) =>
    font.part(base + offsetOf(index), base + offsetOf(index + 1)),
  )
  return { items, end: base + offsetOf(count) }
}

/** The operands by operator; those of two bytes have 0x0c00 added. Real numbers count as 0: none of them is an offset. */
function operatorsOf(data: BigEndian): Map<number, number[]> {
  const operators = new Map<number, number[]>()
  let operands: number[] = []
  let at = 0
  while (at < data.length) {
    const byte = data.byte(at)
    if (byte <= 21) {
      const isLong = byte === 12
      operators.set(isLong ? 0x0c00 + data.byte(at + 1) : byte, operands)
      operands = []
      at += isLong ? 2 : 1
    } else {
      const { value, length } = operandAt(data, at)
      operands.push(value)
      at += length
    }
  }
  return operators
}

function operandAt(data: BigEndian, at: number): { value: number; length: number } {
  const byte = data.byte(at)
  if (byte === 28) return { value: data.signedShort(at + 1), length: 3 }
  if (byte === 29) return { value: data.long(at + 1) | 0, length: 5 }
  if (byte === 30) {
    let end = at + 1
    while ((data.byte(end) & 0x0f) !== 0x0f) end += 1
    return { value: 0, length: end + 1 - at }
  }
  if (byte <= 246) return { value: byte - 139, length: 1 }
  if (byte <= 250) return { value: (byte - 247) * 256 + data.byte(at + 1) + 108, length: 2 }
  return { value: -(byte - 251) * 256 - data.byte(at + 1) - 108, length: 2 }
}

/** The ids of the names of all glyphs. Those of the expert sets are in no text that this reads. */
function charsetAt(font: BigEndian, offset: number, glyphCount: number): number[] {
  if (offset <= 2) return Array.from({ length: Math.min(glyphCount, 229) }, (_, glyph) => glyph)
  const ids = [0]
  const format = font.byte(offset)
  if (format === 0) {
    while (ids.length < glyphCount) ids.push(font.short(offset + 1 + 2 * (ids.length - 1)))
    return ids
  }
  const size = format === 1 ? 3 : 4
  for (let at = offset + 1; ids.length < glyphCount; at += size) {
    const first = font.short(at)
    const more = format === 1 ? font.byte(at + 2) : font.short(at + 2)
    for (let step = 0; step <= more && ids.length < glyphCount; step += 1) ids.push(first + step)
  }
  return ids
}

interface Names {
  readonly charset: readonly string[]
  nameOf(id: number): string
}

function encodingIn(font: BigEndian, offset: number, { charset, nameOf }: Names): Map<number, string> {
  const encoding = new Map<number, string>()
  // The expert encoding has no Latin letters.
  if (offset === 1) return encoding
  const format = font.byte(offset)
  const count = font.byte(offset + 1)
  let at = offset + 2
  let glyph = 1
  for (let index = 0; index < count; index += 1) {
    const isRun = (format & 0x7f) === 1
    const first = font.byte(at)
    const more = isRun ? font.byte(at + 1) : 0
    for (let step = 0; step <= more; step += 1, glyph += 1) encoding.set(first + step, charset[glyph] ?? '.notdef')
    at += isRun ? 2 : 1
  }
  if ((format & 0x80) === 0) return encoding
  const supplements = font.byte(at)
  for (let index = 0; index < supplements; index += 1)
    encoding.set(font.byte(at + 1 + 3 * index), nameOf(font.short(at + 2 + 3 * index)))
  return encoding
}
