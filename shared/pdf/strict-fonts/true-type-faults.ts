import { codePointOf, isListedName } from './adobe-glyph-list.ts'
import type { FontEncoding } from './font-encoding.ts'
import { macRomanEncoding, standardEncoding } from './latin-encodings.ts'
import type { CodeTable, TrueTypeFont } from './true-type-font.ts'

interface SimpleFont {
  readonly encoding: FontEncoding
  /** Whether it says that its letters are Latin ones, and not that they are its own. */
  readonly isNonsymbolic: boolean
  /** Whether it says that its letters are its own; a font may say neither, or both. */
  readonly isSymbolic: boolean
  readonly codes: readonly number[]
}

/** All encodings have nearly the same letters from here on … */
const firstCommon = 32
/** … to here. */
const lastCommon = 126
const symbolPrefixes = [0xf000, 0xf100, 0xf200, 0]

const macintoshCodes: ReadonlyMap<number, number> = new Map(
  [...macRomanEncoding].map(([code, name]) => [codePointOf(name) ?? -1, code]),
)

/**
 * Whether the letters of a TrueType font with one-byte codes depend on which of its tables a reader takes. ISO 32000-2
 * §9.6.5.4 names the tables, and leaves the choice to readers where a font says little or contradicts itself.
 */
export function isTrueTypeAmbiguous(font: TrueTypeFont, described: SimpleFont): boolean {
  const { encoding } = described
  if (encoding.isUncertain) return true
  const hasNames = encoding.base !== null || encoding.differences.size > 0
  const isByName = hasNames && (described.isNonsymbolic || (encoding.base !== null && encoding.differences.size === 0))
  if (font.codeTables.length === 0 && !isByName) return true
  const isNamed = hasNames || !described.isSymbolic
  const ways = glyphsAnyWay(font, {
    hasDifferences: encoding.differences.size > 0,
    hasNames,
    isSymbolic: described.isSymbolic,
  })
  return described.codes.some((code) => {
    const glyphs = lookedUp(font, code, nameOf(encoding, code, isNamed))
    if (!described.isSymbolic && isUnknownName(font, glyphs)) return true
    return isByName && described.isNonsymbolic ? differByName(font, glyphs) : differ(font, ways(glyphs, code))
  })
}

function nameOf({ base, differences }: FontEncoding, code: number, hasNames: boolean): string | null {
  return hasNames ? (differences.get(code) ?? (base ?? standardEncoding).get(code) ?? null) : null
}

/** The glyphs of one code by each way to look it up; 0 where there is none. */
interface Glyphs {
  readonly name: string | null
  readonly byUnicode: number
  readonly byMacintosh: number
  readonly byPost: number
  readonly bySymbol: number
  readonly byMacintoshCode: number
  readonly byUnicodeCode: number
}

function lookedUp(font: TrueTypeFont, code: number, name: string | null): Glyphs {
  const [unicode, symbol, macintosh] = [isUnicode(font), isOf(3, 0), isOf(1, 0)].map((is) => font.codeTables.filter(is))
  const codePoint = name === null ? null : codePointOf(name)
  const macintoshCode = codePoint === null ? undefined : macintoshCodes.get(codePoint)
  return {
    name,
    byUnicode: codePoint === null ? 0 : glyphIn(unicode, codePoint),
    byMacintosh: macintoshCode === undefined ? 0 : glyphIn(macintosh, macintoshCode),
    byPost: name === null ? 0 : font.glyphNamed(name),
    bySymbol: symbolPrefixes.map((prefix) => glyphIn(symbol, prefix + code)).find((glyph) => glyph !== 0) ?? 0,
    byMacintoshCode: glyphIn(macintosh, code),
    byUnicodeCode: glyphIn(unicode, code),
  }
}

function isOf(platform: number, encoding: number) {
  return (table: CodeTable) => table.platform === platform && table.encoding === encoding
}

/** Those of Windows, or else those of the Unicode platform. */
function isUnicode(font: TrueTypeFont) {
  return (table: CodeTable) =>
    hasUnicodeOfWindows(font)
      ? table.platform === 3 && (table.encoding === 1 || table.encoding === 10)
      : table.platform === 0
}

function glyphIn(tables: readonly CodeTable[] | undefined, code: number): number {
  for (const table of tables ?? []) {
    const glyph = table.glyphOf(code)
    if (glyph !== 0) return glyph
  }
  return 0
}

/** A name that is in no list and not in the font: some readers then go by the code, or by a number in the name. */
function isUnknownName(font: TrueTypeFont, glyphs: Glyphs): boolean {
  const { name, byUnicode, byPost } = glyphs
  if (name === null || name === '.notdef' || isListedName(name) || byPost !== 0) return false
  if (byUnicode !== 0 && hasUnicodeOfWindows(font)) return false
  const byCode = [glyphs.bySymbol, glyphs.byMacintoshCode, glyphs.byUnicodeCode]
  return font.codeTables.length === 0 || byCode.some((glyph) => glyph !== 0 && font.look(glyph) !== '')
}

/** Readers take the Unicode of the name where the font has that; otherwise they differ in what they take. */
function differByName(font: TrueTypeFont, { byUnicode, byMacintosh, byPost, bySymbol }: Glyphs): boolean {
  if (byUnicode !== 0 && hasUnicodeOfWindows(font)) return false
  const byName = [byUnicode, byMacintosh, byPost]
  return byName.some((glyph) => glyph !== 0) && differ(font, [...byName, bySymbol])
}

/** What readers may take for a code, by what the font says of itself. */
function glyphsAnyWay(
  font: TrueTypeFont,
  { hasDifferences, hasNames, isSymbolic }: { hasDifferences: boolean; hasNames: boolean; isSymbolic: boolean },
): (glyphs: Glyphs, code: number) => number[] {
  const isOfWindows = hasUnicodeOfWindows(font)
  return ({ byUnicode, byMacintosh, byPost, bySymbol, byMacintoshCode, byUnicodeCode }, code) => {
    // A font with codes of its own tells the names of its letters only for copying text.
    const byOwnCode = [bySymbol, byMacintoshCode]
    const isFound = byOwnCode.some((glyph) => glyph !== 0)
    if (isSymbolic && hasDifferences && !isOfWindows && isFound) return byOwnCode
    const byName = isOfWindows ? [byUnicode || byMacintosh || byPost] : [byUnicode, byMacintosh, byPost]
    const isCommon = code >= firstCommon && code <= lastCommon
    if (isCommon || hasDifferences || (!hasNames && !isSymbolic))
      return [...byName, bySymbol, byMacintoshCode, byUnicodeCode]
    return hasNames ? [...byName, bySymbol] : byOwnCode
  }
}

function hasUnicodeOfWindows(font: TrueTypeFont): boolean {
  return font.codeTables.some((table) => table.platform === 3 && (table.encoding === 1 || table.encoding === 10))
}

function differ(font: TrueTypeFont, glyphs: readonly number[]): boolean {
  const found = glyphs.filter((glyph) => glyph !== 0)
  return new Set(found).size > 1 && new Set(found.map((glyph) => font.look(glyph))).size > 1
}
