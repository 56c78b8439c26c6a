import type { EmbeddedFont } from '@libpdf/core'
import { type FontName, type Fonts, fontOf, resourceNames } from './fonts.ts'
import { textWidth } from './typesetting.ts'

/** A content stream in the making (ISO 32000-2 §8 and §9), its origin at the bottom-left. */
export type Drawing = { readonly operators: string[]; readonly fonts: Fonts }

/** Red, green and blue, 0 to 1. */
export type Colour = readonly [number, number, number]
export const ink: Colour = [0.1, 0.12, 0.16]
export const fadedInk: Colour = [0.38, 0.42, 0.48]
export const accent: Colour = [0.12, 0.31, 0.6]
export const hairline: Colour = [0.8, 0.83, 0.87]
export const paper: Colour = [1, 1, 1]

/** `slant` is how far a letter leans to the right over its height. */
export type TextStyle = { font: FontName; size: number; colour: Colour; slant?: number }

export function newDrawing(fonts: Fonts): Drawing {
  return { operators: [], fonts }
}

export function drawingBytes(drawing: Drawing): Uint8Array {
  return Buffer.from(`${drawing.operators.join('\n')}\n`, 'latin1')
}

/** `x` and `y` are where the baseline starts. A character that the font lacks shows as its box. */
export function drawText(drawing: Drawing, text: string, x: number, y: number, style: TextStyle) {
  const { font, size, slant = 0 } = style
  drawing.operators.push(
    `BT ${colour(style.colour)} rg /${resourceNames[font]} ${number(size)} Tf ${numbers(1, 0, slant, 1, x, y)} Tm`,
    `<${glyphs(fontOf(drawing.fonts, font), text)}> Tj ET`,
  )
}

export function drawTextRight(drawing: Drawing, text: string, right: number, y: number, style: TextStyle) {
  drawText(drawing, text, right - textWidth(fontOf(drawing.fonts, style.font), text, style.size), y, style)
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

/** Embedded fonts are shown by the two-byte number of each glyph (Identity-H). */
function glyphs(font: EmbeddedFont, text: string): string {
  return font
    .encodeTextToGids(text)
    .map((glyph) => glyph.toString(16).padStart(4, '0'))
    .join('')
}
