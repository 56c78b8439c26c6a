import { accent, type Colour, type Drawing, drawText, fillRectangle, ink } from './drawing.ts'
import { a4, currentPage, type PageFlow, pageMargin, takeRoom } from './page-flow.ts'
import type { DrawSignature } from './signature-block.ts'

/** How an organization shows itself on pages of ours in documents. */
export interface DocumentBrand {
  /** What it calls itself. */
  readonly name: string
  readonly accent: Colour | null
  /** A PNG of our own making. */
  readonly logo: Uint8Array | null
}

const logoSize = { width: 150, height: 32 }

/** The head of a first page: the logo or the name, and a bar in the organization's colour. */
export function setBrand(flow: PageFlow, { name, accent: own }: DocumentBrand, drawLogo: DrawSignature | null) {
  const top = takeRoom(flow, drawLogo ? logoSize.height + 14 : 28)
  const page: Drawing = currentPage(flow)
  if (drawLogo) drawLogo(page, { x: pageMargin, y: top - logoSize.height, ...logoSize })
  else drawText(page, name, pageMargin, top - 12, { font: 'semiBold', size: 11, colour: ink })
  fillRectangle(page, { x: pageMargin, y: flow.y + 4, width: a4.width - 2 * pageMargin, height: 2 }, own ?? accent)
}

/** A colour such as `#1a7f5a`. */
export function colourOf(hex: string): Colour {
  const channel = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255
  return [channel(1), channel(3), channel(5)]
}
