import { BigEndian } from './big-endian.ts'
import { macintoshNames } from './standard-names.ts'

/** One table of codes: 0 for a code that it lacks. */
export interface CodeTable {
  readonly platform: number
  readonly encoding: number
  glyphOf(code: number): number
}

const mostTables = 64

/**
 * What of a TrueType or OpenType font tells which letter a code shows. Throws a `RangeError` where a part that is read lies
 * outside of the font.
 */
export class TrueTypeFont {
  readonly codeTables: readonly CodeTable[]
  readonly #tables: ReadonlyMap<string, BigEndian>
  readonly #glyphs: ReadonlyMap<string, number>

  constructor(bytes: Uint8Array) {
    this.#tables = tablesOf(new BigEndian(bytes))
    this.codeTables = codeTablesOf(this.#tables.get('cmap'))
    this.#glyphs = glyphNamesOf(this.#tables.get('post'))
  }

  /** The compact font within an OpenType font. */
  get compactFont(): Uint8Array | null {
    return this.#tables.get('CFF ')?.bytes ?? null
  }

  /** The glyph with a name; 0 when none has it. */
  glyphNamed(name: string): number {
    return this.#glyphs.get(name) ?? 0
  }

  /** Something that two glyphs share only when they look the same; empty for one that shows nothing. */
  look(glyph: number): string {
    const [glyphs, places, head] = ['glyf', 'loca', 'head'].map((tag) => this.#tables.get(tag))
    if (!(glyphs && places && head)) return `glyph ${glyph}`
    const isLong = head.short(50) !== 0
    const size = isLong ? 4 : 2
    if ((glyph + 2) * size > places.length) return ''
    const [start, end] = [glyph, glyph + 1].map((index) =>
      isLong ? places.long(index * 4) : places.short(index * 2) * 2,
    )
    if (start === undefined || end === undefined || end <= start) return ''
    return glyphs.text(start, Math.min(end, glyphs.length))
  }
}

function tablesOf(font: BigEndian): Map<string, BigEndian> {
  const count = Math.min(font.short(4), mostTables)
  return new Map(
    Array.from({ length: count }, (_, index): [string, BigEndian] => {
      const row = 12 + 16 * index
      const start = font.long(row + 8)
      const end = Math.min(start + font.long(row + 12), font.length)
      return [font.text(row, row + 4), new BigEndian(start > end ? new Uint8Array() : font.part(start, end))]
    }),
  )
}

function codeTablesOf(table: BigEndian | undefined): CodeTable[] {
  if (!table || table.length < 4) return []
  const count = Math.min(table.short(2), mostTables)
  return Array.from({ length: count }, (_, index) => {
    const row = 4 + 8 * index
    const start = table.long(row + 4)
    // Readers pass over a table of codes that lies outside of the font.
    const codes = new BigEndian(table.part(Math.min(start, table.length), table.length))
    return { platform: table.short(row), encoding: table.short(row + 2), glyphOf: lookupIn(codes) }
  })
}

/** The formats of tables in use: of bytes, of segments, of one run, of groups (OpenType, `cmap`). */
function lookupIn(table: BigEndian): (code: number) => number {
  const format = table.length < 2 ? null : table.short(0)
  if (format === 0) return (code) => (code < 256 ? table.byte(6 + code) : 0)
  if (format === 4) return (code) => glyphInSegments(table, code)
  if (format === 6) {
    const first = table.short(6)
    const count = table.short(8)
    return (code) => (code >= first && code < first + count ? table.short(10 + 2 * (code - first)) : 0)
  }
  if (format === 12) return (code) => glyphInGroups(table, code)
  return () => 0
}

function glyphInSegments(table: BigEndian, code: number): number {
  if (code > 0xffff) return 0
  const size = table.short(6) & ~1
  for (let at = 14; at < 14 + size; at += 2) {
    if (table.short(at) < code) continue
    const start = table.short(at + size + 2)
    if (start > code) return 0
    const delta = table.short(at + 2 * size + 2)
    const offsetAt = at + 3 * size + 2
    const offset = table.short(offsetAt)
    if (offset === 0 || offset === 0xffff) return (code + delta) & 0xffff
    const place = offsetAt + offset + 2 * (code - start)
    const glyph = place + 2 <= table.length ? table.short(place) : 0
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}

function glyphInGroups(table: BigEndian, code: number): number {
  const count = Math.min(table.long(12), Math.floor((table.length - 16) / 12))
  for (let at = 16; at < 16 + 12 * count; at += 12)
    if (code >= table.long(at) && code <= table.long(at + 4)) return table.long(at + 8) + code - table.long(at)
  return 0
}

function glyphNamesOf(table: BigEndian | undefined): Map<string, number> {
  const version = table && table.length >= 32 ? table.long(0) : 0
  if (version === 0x00010000) return firstOfEach(macintoshNames)
  if (!table || version !== 0x00020000 || table.length < 34) return new Map()
  const count = Math.min(table.short(32), Math.floor((table.length - 34) / 2))
  const own: string[] = []
  for (let at = 34 + 2 * count; at < table.length; at += 1 + table.byte(at))
    own.push(table.text(at + 1, Math.min(at + 1 + table.byte(at), table.length)))
  return firstOfEach(
    Array.from({ length: count }, (_, glyph) => {
      const index = table.short(34 + 2 * glyph)
      return macintoshNames[index] ?? own[index - macintoshNames.length] ?? ''
    }),
  )
}

function firstOfEach(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, glyph): [string, number] => [name, glyph]).reverse())
}
