import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { looseFonts } from '../../../../../shared/pdf/fonts.ts'
import { plainStyle, richWidths, visualRuns, wrapRich } from '../../../../../shared/pdf/rich-text.ts'
import { cut, fitText, printable, wrap } from '../../../../../shared/pdf/typesetting.ts'
import { faceFiles } from '../../../../../shared/pdf/typography/font-choice.ts'
import type { ShapedLine } from '../../../../../shared/pdf/typography/shaped-line.ts'
import { loadTypesetter, type Typesetter } from '../../../../../shared/pdf/typography/typesetter.ts'
import { namesOfTheWorld } from '../../../../support/documents/names.ts'

let typesetter: Typesetter

beforeAll(async () => {
  typesetter = await loadTypesetter()
})

const glyphsOf = ({ clusters }: ShapedLine) => clusters.flatMap(({ glyphs }) => glyphs)
const fontsOf = (line: ShapedLine) => [...new Set(glyphsOf(line).map(({ font }) => font.replace(/_.*/, '')))]
/** What is copied: the clusters in the order of reading. */
const textOf = ({ clusters }: ShapedLine) =>
  clusters
    .toSorted((a, b) => a.start - b.start)
    .map(({ text }) => text)
    .join('')

function expectWhole(line: ShapedLine, text: string) {
  expect(glyphsOf(line).filter(({ glyph }) => glyph === 0)).toEqual([])
  expect(textOf(line)).toBe(text)
  expect(line.width).toBeGreaterThan(0)
  expect(Number.isFinite(line.width)).toBe(true)
}

describe('a line of text', () => {
  it.each(namesOfTheWorld)('has a glyph for every letter of a name in $script', ({ name, locale }) => {
    expect(typesetter.missing(name)).toEqual([])
    expectWhole(typesetter.line(printable(name), 'regular', { locale }), printable(name))
  })

  it('is plain in Latin, Greek and Cyrillic letters, as the library measures and shows them', async () => {
    const { fonts } = await looseFonts({ withHandwriting: true })
    for (const face of ['regular', 'semiBold', 'handwriting'] as const)
      for (const text of ['Émile Zola', 'Владимир', 'œuf ffi ß “x” 12 %', '+ – € …']) {
        const line = typesetter.line(text, face)
        expect(line.isPlain).toBe(true)
        expect(line.width).toBeCloseTo(fonts[face]?.getTextWidth(text, 1000) ?? 0, 6)
        expect(glyphsOf(line).map(({ glyph }) => glyph)).toEqual(fonts[face]?.encodeTextToGids(text))
      }
    expect(typesetter.isPlain('Παπαδοπούλου', 'regular')).toBe(true)
    expect(typesetter.isPlain('Παπαδοπούλου', 'handwriting')).toBe(false)
  })

  it('joins Arabic letters, and runs from right to left', () => {
    const line = typesetter.line('محمد', 'regular')
    expect(line.clusters.map(({ start }) => start)).toEqual([3, 2, 1, 0])
    const alone = new Set([...'محمد'].flatMap((letter) => glyphsOf(typesetter.line(letter, 'regular'))[0]?.glyph))
    // The last letter does not join, and so all but it have other forms.
    expect(glyphsOf(line).filter(({ glyph }) => !alone.has(glyph)).length).toBeGreaterThanOrEqual(3)
  })

  it('sets digits and punctuation alone from right to left where their paragraph is', () => {
    const drawn = (text: string) => typesetter.line(text, 'regular', { direction: 'rtl' })
    expect(drawn('(12).').clusters.map(({ text }) => text)).toEqual(['.', ')', '1', '2', '('])
    // A bracket that opens from the right looks like one that closes from the left.
    const glyphOf = (line: ShapedLine) => glyphsOf(line).map(({ glyph }) => glyph)
    expect(glyphOf(drawn(')'))).toEqual(glyphOf(typesetter.line('(', 'regular')))
  })

  it('orders digits at the start of a line by the line before, as browsers do', () => {
    const line = (text: string, before: string) => ({ spans: [{ ...plainStyle, text }], width: 0, before, after: '' })
    const order = (text: string, before: string) =>
      visualRuns(typesetter, line(text, before), 'rtl').map(({ span }) => span.text)
    expect(order('12-11', '')).toEqual(['12-11'])
    expect(order('12-11', 'محمد ')).toEqual(['11', '-', '12'])
    const [first, second] = wrapRich(typesetter, [{ ...plainStyle, text: 'محمد 12-11' }], 10, 30)
    expect([first?.after, second?.before]).toEqual([' 12-11', 'محمد '])
  })

  it('mirrors brackets from right to left, and keeps numbers from left to right', () => {
    const line = typesetter.line('שלום (12)', 'regular')
    expect(line.clusters.map(({ text }) => text).join('')).toBe(')12( םולש')
    const [first] = line.clusters
    expect(first?.glyphs[0]?.glyph).toBe(typesetter.line('(', 'regular').clusters[0]?.glyphs[0]?.glyph)
  })

  it('reorders the vowels of Devanagari', () => {
    const line = typesetter.line('कि', 'regular')
    const [cluster] = line.clusters
    const consonant = typesetter.line('क', 'regular').clusters[0]?.glyphs[0]?.glyph
    expect(line.clusters).toHaveLength(1)
    expect(cluster?.glyphs.at(-1)?.glyph).toBe(consonant)
  })

  it('shows an emoji of several as one', () => {
    for (const emoji of ['👩‍👩‍👧', '🇫🇷', '👍🏽', '❤️', '1️⃣']) {
      const { clusters } = typesetter.line(emoji, 'regular')
      expect(clusters.map(({ text }) => text)).toEqual([emoji])
      expect(fontsOf(typesetter.line(emoji, 'regular'))).toEqual(['NotoEmoji'])
    }
  })

  it.each([
    ['zh-CN', 'NotoSansSC'],
    ['zh-Hans-HK', 'NotoSansSC'],
    ['zh-TW', 'NotoSansTC'],
    ['zh-Hant', 'NotoSansTC'],
    ['zh-HK', 'NotoSansTC'],
    ['ja', 'NotoSansJP'],
    ['ko-KR', 'NotoSansKR'],
    ['fr', 'NotoSansSC'],
    [undefined, 'NotoSansSC'],
  ])('has the Chinese characters of the language %s', (locale, font) => {
    expect(fontsOf(typesetter.line('骨直', 'regular', { locale }))).toEqual([font])
  })

  it('tells Japanese and Korean from Chinese by their own letters where the language does not', () => {
    expect(fontsOf(typesetter.line('骨さくら', 'regular', { locale: 'fr' }))).toEqual(['NotoSansJP'])
    expect(fontsOf(typesetter.line('金철수', 'regular', { locale: 'fr' }))).toEqual(['NotoSansKR'])
  })

  it('spells a character that no font has by its number, and names it', () => {
    const text = 'Ada \u{10ffff}\u{12000} 王'
    expect(typesetter.missing(text)).toEqual(['\u{10ffff}', '\u{12000}'])
    expectWhole(typesetter.line(text, 'regular'), 'Ada [U+10FFFF][U+12000] 王')
  })

  it('is the same in every face that lacks its letters', () => {
    const [regular, semiBold] = (['regular', 'semiBold'] as const).map((face) => typesetter.line('王', face))
    expect(regular?.clusters).toEqual(semiBold?.clusters)
  })
})

describe('any text of the scripts drawn', () => {
  const letters = namesOfTheWorld.flatMap(({ name }) =>
    Array.from(new Intl.Segmenter().segment(name), (s) => s.segment),
  )
  const text = fc
    .array(
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...letters) }, fc.constantFrom(' ', '(', ')', '7', '-', 'é')),
    )
    .map((parts) => printable(parts.join('')))
    .filter((made) => made !== '')
  const locale = fc.constantFrom(undefined, 'fr', 'ar', 'zh-TW', 'ja')
  const face = fc.constantFrom(...(Object.keys(faceFiles) as (keyof typeof faceFiles)[]))

  it('has no box, a finite width, and the text itself to copy', () => {
    fc.assert(
      fc.property(text, face, locale, (made, font, language) => {
        expectWhole(typesetter.line(made, font, { locale: language }), made)
      }),
    )
  })

  it('is wrapped without losing or splitting a letter', () => {
    const graphemes = (given: string) => Array.from(new Intl.Segmenter().segment(given), (each) => each.segment)
    fc.assert(
      fc.property(text, locale, fc.integer({ min: 20, max: 200 }), (made, language, width) => {
        const setting = { typesetter, font: 'regular', locale: language } as const
        const lines = wrap(setting, made, 10, width)
        expect(lines.join('').replaceAll(' ', '')).toBe(made.replaceAll(/\s/gu, ''))
        const whole = new Set(graphemes(made.replaceAll(/\s/gu, ' ')))
        for (const line of lines) for (const each of graphemes(line)) expect(whole).toContain(each)
      }),
      { examples: [['ZZন্দ্র', undefined, 20]] },
    )
  })
})

describe('text that is fitted', () => {
  it('is cut between letters, never between a letter and its marks', () => {
    const setting = { typesetter, font: 'regular' } as const
    const family = '👩‍👩‍👧'
    for (const [letter, text] of [
      [family, family.repeat(9)],
      ['नि', 'नि'.repeat(30)],
      ['น้ำ', 'น้ำ'.repeat(30)],
    ] as const) {
      const short = cut(setting, text, 10, 60)
      expect(short).toMatch(/^.+…$/u)
      expect(short.slice(0, -1).replaceAll(letter, '')).toBe('')
    }
  })

  it('breaks lines between the words of scripts that have no spaces', () => {
    const setting = { typesetter, font: 'regular' } as const
    const { lines, isCut } = fitText(setting, '我同意本合同的全部条款和条件，并确认已阅读。', {
      width: 100,
      height: 60,
      maxSize: 12,
      minSize: 4,
      maxLines: 9,
    })
    expect(isCut).toBe(false)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).not.toMatch(/^[，。]/u)
  })

  it('keeps what joins and parts letters, and drops what only turns the direction', () => {
    expect(printable('نیک\u200cپور\u200f')).toBe('نیک\u200cپور')
    expect(printable('a\u202eb\u0007c')).toBe('ab c')
    expect(printable('e\u0301')).toBe('\u00e9')
    // Composed, it would be another form of the character.
    expect(printable('\ufa19')).toBe('\ufa19')
  })
})

describe('text without a space', () => {
  it.each(['W', '1', '(', 'محمد', '漢!!', 'a\u0301', '\u0301', '👩‍👩‍👧'])('is shaped in pieces: %j', (part) => {
    const shape = vi.spyOn(typesetter, 'line')
    const text = part.repeat(9_000 / part.length)
    const span = { ...plainStyle, text }
    const lines = wrapRich(typesetter, [span], 10, 500)
    richWidths(typesetter, [span], 10)
    expect(lines.flatMap(({ spans }) => spans.map((each) => each.text)).join('')).toBe(printable(text))
    expect(Math.max(...lines.map(({ width }) => width))).toBeLessThanOrEqual(500)
    // What it takes to shape a text grows with the square of its length.
    const shaped = [
      ...shape.mock.calls.map(([given]) => given),
      ...lines.map(({ spans }) => spans.map((each) => each.text).join('')),
    ]
    expect(Math.max(...shaped.map(({ length }) => length))).toBeLessThanOrEqual(2_000)
    shape.mockRestore()
  })

  it('has the direction of its first letter outside of isolates', () => {
    expect(
      ['12 (א) a', 'a א', '\u2067א\u2069 a', '12', '', '١٢ ب', '1\nא'].map((text) => typesetter.directionOf(text)),
    ).toEqual(['rtl', 'ltr', 'ltr', 'ltr', 'ltr', 'rtl', 'ltr'])
  })
})
