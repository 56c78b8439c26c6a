import { type Fonts, fontOf, resourceNames } from './fonts.ts'
import type { EmailStyle, PlacedLine } from './placed-line.ts'
import { hexadecimal } from './shaped-glyphs.ts'
import { type TextSetting, textWidth } from './typesetting.ts'
import type { ShapedLine } from './typography/shaped-line.ts'

/** A content stream in the making (ISO 32000-2 §8 and §9), its origin at the bottom-left. */
export type Drawing = { readonly operators: string[]; readonly fonts: Fonts }

/** Red, green and blue, 0 to 1. */
export type Colour = readonly [number, number, number]
export const ink: Colour = [0.1, 0.12, 0.16]
export const fadedInk: Colour = [0.38, 0.42, 0.48]
export const accent: Colour = [0.12, 0.31, 0.6]
export const hairline: Colour = [0.8, 0.83, 0.87]
export const paper: Colour = [1, 1, 1]

export type TextStyle = EmailStyle & { colour: Colour }

export function newDrawing(fonts: Fonts): Drawing {
  return { operators: [], fonts }
}

export function drawingBytes(drawing: Drawing): Uint8Array {
  return Buffer.from(`${drawing.operators.join('\n')}\n`, 'latin1')
}

/** `x` and `y` are where the baseline starts, on the left also of text that is read from the right. */
export function drawText(drawing: Drawing, text: string, x: number, y: number, style: TextStyle) {
  const { font, size, slant = 0, locale, direction } = style
  const line = drawing.fonts.typesetter.line(text, font, { locale, direction })
  drawing.operators.push(
    `BT ${colour(style.colour)} rg ${numbers(1, 0, slant, 1, x, y)} Tm`,
    ...(line.isPlain ? [plainText(drawing, text, style)] : shapedText(drawing, line, size)),
    'ET',
  )
}

/** Embedded fonts are shown by the two-byte number of each glyph (Identity-H). */
function plainText({ fonts }: Drawing, text: string, { font, size }: TextStyle): string {
  const glyphs = fontOf(fonts, font).encodeTextToGids(text)
  return `/${resourceNames[font]} ${number(size)} Tf <${glyphs.map((glyph) => hexadecimal(glyph, 4)).join('')}> Tj`
}

/** From left to right, as readers expect it, who turn round what is read from the right when they copy it. */
function shapedText({ fonts }: Drawing, { clusters, direction }: ShapedLine, size: number): string[] {
  const stretches: { font: string; codes: string }[] = []
  for (const cluster of clusters) {
    const { font, code } = fonts.shaped.codeOf(cluster, direction)
    const last = stretches.at(-1)
    if (last?.font === font) last.codes += hexadecimal(code, 2)
    else stretches.push({ font, codes: hexadecimal(code, 2) })
  }
  return stretches.map(({ font, codes }) => `/${font} ${number(size)} Tf <${codes}> Tj`)
}

export function drawLines(drawing: Drawing, lines: readonly PlacedLine[], colour: Colour) {
  for (const { text, x, y, style } of lines) drawText(drawing, text, x, y, { ...style, colour })
}

/** What text of a style is measured in. */
export function settingOf({ fonts }: Drawing, { font, locale, direction }: EmailStyle): TextSetting {
  return { typesetter: fonts.typesetter, font, locale, direction }
}

export function drawTextRight(drawing: Drawing, text: string, right: number, y: number, style: TextStyle) {
  drawText(drawing, text, right - textWidth(settingOf(drawing, style), text, style.size), y, style)
}

type Rectangle = { x: number; y: number; width: number; height: number }

export function fillRectangle(drawing: Drawing, { x, y, width, height }: Rectangle, fill: Colour) {
  drawing.operators.push(`q ${colour(fill)} rg ${numbers(x, y, width, height)} re f Q`)
}

export function strokeRectangle(drawing: Drawing, { x, y, width, height }: Rectangle, stroke: Colour, weight = 0.5) {
  drawing.operators.push(`q ${colour(stroke)} RG ${number(weight)} w ${numbers(x, y, width, height)} re S Q`)
}

export function drawLine(drawing: Drawing, from: [number, number], to: [number, number], stroke: Colour, weight = 0.5) {
  drawing.operators.push(`q ${colour(stroke)} RG ${number(weight)} w ${numbers(...from)} m ${numbers(...to)} l S Q`)
}

/** Draws within a transformed or clipped state that ends with it. */
export function withinState(drawing: Drawing, operators: string, draw: () => void) {
  drawing.operators.push(`q ${operators}`)
  draw()
  drawing.operators.push('Q')
}

export function numbers(...values: number[]): string {
  return values.map(number).join(' ')
}

function number(value: number): string {
  return String(Number(value.toFixed(3)))
}

function colour(channels: Colour): string {
  return numbers(...channels)
}
