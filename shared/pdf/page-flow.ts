import { type Drawing, drawLine, drawText, hairline, newDrawing, type TextStyle } from './drawing.ts'
import type { Fonts } from './fonts.ts'
import { leadingFactor, printable, wrap } from './typesetting.ts'
import type { Direction } from './typography/shaped-line.ts'

/** A4 upright. */
export const a4 = { width: 595.28, height: 841.89 }
export const pageMargin = 48
export const textColumn = a4.width - 2 * pageMargin
const footerHeight = 24
const lowest = pageMargin + footerHeight
const highest = a4.height - pageMargin

/** Text set from top to bottom over as many pages as it takes. `y` is where the next line hangs from. */
export type PageFlow = { readonly fonts: Fonts; readonly pages: Drawing[]; y: number }

/**
 * A paragraph, its lines `indent` points from the left margin, after `space` points. `width` is that of the column, less than the
 * page's. `direction` is that of its language; without it the first letter decides, which may be that of a name.
 */
export type Paragraph = {
  text: string
  style: TextStyle
  indent?: number
  space?: number
  label?: string
  width?: number
  direction?: Direction
}

type Line = { text: string; style: TextStyle; indent: number; space: number; label: string | null; leading: number }

export function newPageFlow(fonts: Fonts): PageFlow {
  return { fonts, pages: [newDrawing(fonts)], y: highest }
}

export function currentPage(flow: PageFlow): Drawing {
  return flow.pages.at(-1) ?? newPage(flow)
}

/** Sets paragraphs that belong together: on one page if one can hold them, else broken between lines. */
export function setTogether(flow: PageFlow, paragraphs: Paragraph[]) {
  const lines = paragraphs.flatMap((paragraph) => linesOf(flow, paragraph))
  const height = lines.reduce((sum, line) => sum + line.leading + line.space, 0)
  if (height > flow.y - lowest && height <= highest - lowest) newPage(flow)
  for (const line of lines) setLine(flow, line)
}

/** How high paragraphs are that are set together. */
export function heightOf(flow: PageFlow, paragraphs: Paragraph[]): number {
  return paragraphs
    .flatMap((paragraph) => linesOf(flow, paragraph))
    .reduce((sum, { leading, space }) => sum + leading + space, 0)
}

/** Room for something that is drawn, of a height; gives its top. It is all on one page if one can hold it. */
export function takeRoom(flow: PageFlow, height: number): number {
  if (height > flow.y - lowest && !isPageEmpty(flow)) newPage(flow)
  const top = flow.y
  flow.y -= height
  return top
}

/** A rule across the column, never the first thing on a page. */
export function setRule(flow: PageFlow, space: number) {
  if (flow.y === highest) return
  flow.y -= space
  drawLine(currentPage(flow), [pageMargin, flow.y], [a4.width - pageMargin, flow.y], hairline)
  flow.y -= space
}

/** How much fits below what is set already. */
export function roomLeft(flow: PageFlow): number {
  return flow.y - lowest
}

/** Of an empty page. */
export const pageRoom = highest - lowest

export function isPageEmpty(flow: PageFlow): boolean {
  return flow.y === highest
}

/** What is set next stands on a page of its own. */
export function newPage(flow: PageFlow): Drawing {
  const page = newDrawing(flow.fonts)
  flow.pages.push(page)
  flow.y = highest
  return page
}

function linesOf(flow: PageFlow, paragraph: Paragraph): Line[] {
  const { indent = 0, space = 0, label, width = textColumn } = paragraph
  const { typesetter } = flow.fonts
  const style = {
    ...paragraph.style,
    direction: paragraph.direction ?? typesetter.directionOf(printable(paragraph.text)),
  }
  const leading = style.size * leadingFactor
  const texts = wrap({ typesetter, ...style }, paragraph.text, style.size, width - indent)
  return texts.map((text, index) => {
    const first = index === 0
    return { text, style, indent, space: first ? space : 0, label: first && label ? label : null, leading }
  })
}

function setLine(flow: PageFlow, line: Line) {
  if (flow.y - line.space - line.leading < lowest) newPage(flow)
  if (flow.y !== highest) flow.y -= line.space
  flow.y -= line.leading
  const baseline = flow.y + line.style.size * 0.3
  const page = currentPage(flow)
  if (line.label)
    drawText(page, line.label, pageMargin, baseline, { ...line.style, font: 'semiBold', direction: 'ltr' })
  drawText(page, line.text, pageMargin + line.indent, baseline, line.style)
}
