import type { Bidi } from 'bidi-js'
import type { SvgPathCommand } from 'harfbuzzjs'
import { type FaceName, faceFiles, fontsFor } from './font-choice.ts'
import type { FontFile } from './font-files.ts'
import { type HarfBuzz, harfBuzz, openFont } from './fonts.ts'
import type { Cluster, Direction, LineOptions, PlacedGlyph, ShapedLine } from './shaped-line.ts'

type Run = { font: FontFile; level: number; start: number; end: number }

const mark = /\p{M}/u
const ignorable = /\p{Default_Ignorable_Code_Point}/u
const joiners = /\u200c|\u200d|[\ufe00-\ufe0f]/u
/** Scripts whose letters are one glyph each, from left to right; a line of others is shaped. */
const simple = /^[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{sc=Zyyy}]*$/u
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Loads what shapes text. Fonts are read later, as they are needed. */
export async function loadTypesetter(): Promise<Typesetter> {
  const [harfbuzz, { default: imported }] = await Promise.all([harfBuzz(), import('bidi-js')])
  // The package declares an ES module's default, and is CommonJS: what is imported is the function itself.
  const bidi = imported as unknown as () => Bidi
  return new Typesetter(harfbuzz, bidi())
}

/** Turns text into lines of placed glyphs. The same text gives the same line, so lines are kept. */
export class Typesetter {
  readonly #harfbuzz: HarfBuzz
  readonly #bidi: Bidi
  readonly #lines = new Map<string, ShapedLine>()

  constructor(harfbuzz: HarfBuzz, bidi: Bidi) {
    this.#harfbuzz = harfbuzz
    this.#bidi = bidi
  }

  /** `text` has no line breaks. A character that no font has is spelled by its number: a box would tell nothing. */
  line(text: string, face: FaceName, { locale = '', direction }: LineOptions = {}): ShapedLine {
    const key = `${face} ${locale} ${direction} ${text}`
    const known = this.#lines.get(key)
    if (known) return known
    // From the right, also digits and punctuation alone change places, and brackets are mirrored.
    const plain = direction === 'rtl' ? null : this.#plainLine(text, face)
    const made = plain ?? this.#shapedLine(text, face, locale, direction)
    this.#lines.set(key, made)
    return made
  }

  /** Whether each character is a glyph of the face itself, to be drawn one after the other. */
  isPlain(text: string, face: FaceName): boolean {
    return simple.test(text) && ![...text].some((character) => !this.#isPlainIn(character, face))
  }

  /** The direction of a paragraph: that of its first letter. */
  directionOf(text: string): Direction {
    let isolates = 0
    // Rules P2 and P3. Levels of the whole text would take long where it has no letters.
    for (const character of text) {
      const type = this.#bidi.getBidiCharTypeName(character)
      if (type === 'B') break
      if (type === 'LRI' || type === 'RLI' || type === 'FSI') isolates += 1
      else if (type === 'PDI') isolates = Math.max(0, isolates - 1)
      else if (isolates === 0 && type === 'L') return 'ltr'
      else if (isolates === 0 && (type === 'R' || type === 'AL')) return 'rtl'
    }
    return 'ltr'
  }

  /** How deeply each character is nested in text of the other direction: odd levels are read from the right. */
  levelsOf(text: string, direction: Direction): Uint8Array {
    return this.#bidi.getEmbeddingLevels(text, direction).levels
  }

  /** The characters of a text that no font has, each once. */
  missing(text: string): string[] {
    const found = splitIntoGraphemes(text).filter(
      ({ segment }) => !this.#fontOf(segment, 'regular', { text, locale: '' }),
    )
    const characters = found.flatMap(({ segment }) => [...segment])
    const lone = characters.filter((each) => !this.#fontOf(each, 'regular', { text, locale: '' }))
    return [...new Set(lone)]
  }

  /** The outline of a cluster, from where it starts, in thousandths of the size. */
  outlineOf({ glyphs }: Cluster): SvgPathCommand[] {
    return glyphs.flatMap(({ font, glyph, x, y }) =>
      openFont(this.#harfbuzz, font)
        .glyphToJson(glyph)
        .map(({ type, values }) => ({
          type,
          values: values.map((value, index) => value + (index % 2 === 0 ? x : y)),
        })),
    )
  }

  #isPlainIn(character: string, face: FaceName): boolean {
    return !mark.test(character) && !ignorable.test(character) && this.#has(faceFiles[face], character)
  }

  #has(file: FontFile, character: string): boolean {
    return openFont(this.#harfbuzz, file).nominalGlyph(character.codePointAt(0) ?? 0) !== undefined
  }

  #plainLine(text: string, face: FaceName): ShapedLine | null {
    if (!this.isPlain(text, face)) return null
    const file = faceFiles[face]
    const font = openFont(this.#harfbuzz, file)
    const clusters: Cluster[] = []
    let [start, width] = [0, 0]
    for (const character of text) {
      const glyph = font.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0
      const advance = font.glyphHAdvance(glyph)
      clusters.push({
        text: character,
        start,
        advance,
        isRightToLeft: false,
        glyphs: [{ font: file, glyph, x: 0, y: 0 }],
      })
      start += character.length
      width += advance
    }
    return { text, width, isPlain: true, direction: 'ltr', clusters }
  }

  #shapedLine(given: string, face: FaceName, locale: string, asked: Direction | undefined): ShapedLine {
    const direction = asked ?? this.directionOf(given)
    const text = this.#spelled(given, face, locale)
    const { levels } = this.#bidi.getEmbeddingLevels(text, direction)
    const runs = this.#runsOf(text, { face, locale, levels })
    const clusters = inVisualOrder(runs).flatMap((run) => this.#shape(text, run, locale))
    const width = clusters.reduce((sum, { advance }) => sum + advance, 0)
    return { text, width, isPlain: false, direction, clusters }
  }

  #spelled(text: string, face: FaceName, locale: string): string {
    return splitIntoGraphemes(text)
      .map(({ segment }) => {
        if (this.#fontOf(segment, face, { text, locale })) return segment
        const spell = (each: string) => (this.#fontOf(each, face, { text, locale }) ? each : numbered(each))
        return [...segment].map(spell).join('')
      })
      .join('')
  }

  /** The first font that has all of it; null where none has. */
  #fontOf(grapheme: string, face: FaceName, line: { text: string; locale: string }): FontFile | null {
    const characters = [...grapheme].filter((character) => !ignorable.test(character))
    if (characters.length === 0) return joiners.test(grapheme) ? faceFiles.regular : null
    for (const file of fontsFor(grapheme, face, line))
      if (characters.every((character) => this.#has(file, character))) return file
    return null
  }

  /** Stretches of one font and one level. */
  #runsOf(text: string, { face, locale, levels }: { face: FaceName; locale: string; levels: Uint8Array }): Run[] {
    const runs: Run[] = []
    const add = (piece: string, start: number, font: FontFile) => {
      const [last, level] = [runs.at(-1), levels[start] ?? 0]
      if (last?.font === font && last.level === level) last.end += piece.length
      else runs.push({ font, level, start, end: start + piece.length })
    }
    for (const { segment, index } of splitIntoGraphemes(text)) {
      const font = this.#fontOf(segment, face, { text, locale })
      if (font) add(segment, index, font)
      // Its characters have no font in common.
      else {
        let at = index
        for (const character of segment) {
          add(character, at, this.#fontOf(character, face, { text, locale }) ?? faceFiles.regular)
          at += character.length
        }
      }
    }
    return runs
  }

  #shape(text: string, { font: file, level, start, end }: Run, locale: string): Cluster[] {
    const { Buffer, BufferFlag, Direction, shape } = this.#harfbuzz
    const font = openFont(this.#harfbuzz, file)
    const buffer = new Buffer()
    buffer.addText(text, start, end - start)
    buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
    if (locale) buffer.setLanguage(locale)
    buffer.setFlags(BufferFlag.DO_NOT_INSERT_DOTTED_CIRCLE)
    buffer.guessSegmentProperties()
    shape(font, buffer)
    const glyphs = buffer.getGlyphInfosAndPositions()
    const starts = startsOfClusters(text, glyphs)
    const endOf = new Map(starts.map((each, index) => [each, starts[index + 1] ?? end]))
    const isRightToLeft = level % 2 === 1
    const clusters: (Omit<Cluster, 'advance' | 'glyphs'> & { advance: number; glyphs: PlacedGlyph[] })[] = []
    for (const { codepoint: glyph, cluster: at, xAdvance = 0, xOffset = 0, yOffset = 0 } of glyphs) {
      const cluster = starts.findLast((each) => each <= at) ?? at
      if (clusters.at(-1)?.start !== cluster)
        clusters.push({
          text: text.slice(cluster, endOf.get(cluster)),
          start: cluster,
          isRightToLeft,
          advance: 0,
          glyphs: [],
        })
      const last = clusters.at(-1)
      if (!last) continue
      last.glyphs.push({ font: file, glyph, x: last.advance + xOffset, y: yOffset })
      last.advance += xAdvance
    }
    return clusters
  }
}

/** Where clusters start. What only joins letters, or keeps them apart, belongs to the letter before: readers drop it when it is alone. */
function startsOfClusters(text: string, glyphs: readonly { cluster: number }[]): number[] {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  return starts.filter((start, index) => index === 0 || !ignorable.test(text.charAt(start)))
}

function splitIntoGraphemes(text: string) {
  return Array.from(graphemes.segment(text))
}

function numbered(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** The Unicode bidirectional algorithm's rule L2: from the deepest level up, runs at that level or deeper are reversed. */
export function inVisualOrder<R extends { readonly level: number }>(runs: readonly R[]): R[] {
  const ordered = [...runs]
  const deepest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = deepest; level > 0; level -= 1) {
    for (let first = 0; first < ordered.length; first += 1) {
      let after = first
      while (after < ordered.length && (ordered[after]?.level ?? 0) >= level) after += 1
      if (after === first) continue
      ordered.splice(first, after - first, ...ordered.slice(first, after).reverse())
      first = after
    }
  }
  return ordered
}
