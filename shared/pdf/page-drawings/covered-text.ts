import type { TextItem } from 'pdfjs-dist/types/src/display/api.d.ts'
import { type Box, displayedToUserSpace, type PageGeometry, transformed } from '../page-geometry.ts'
import { openDocument } from './open-document.ts'

/** A field on a page, measured from the top-left of the page as displayed. */
export type PlacedBox = Box & { readonly page: number }

/** Pages whose text is read; fields on others count as covering none. */
export const pagesRead = 20

/** A field may touch the letters around it. */
const inset = 1
/** The places of letters in a line are estimated, so one alone may be beside the field. */
const leastLetters = 2

/**
 * The indexes of fields that lie over letters or digits. Rules, dots and underscores are there to be written on. Takes a few
 * milliseconds a page; only inspect-process.ts reads documents of untrusted senders.
 */
export async function fieldsOverText(
  bytes: Uint8Array,
  fields: readonly PlacedBox[],
  pages: readonly PageGeometry[],
): Promise<number[]> {
  const numbers = [...new Set(fields.map(({ page }) => page))].slice(0, pagesRead)
  if (numbers.length === 0) return []
  const { pdf } = await openDocument(bytes)
  try {
    const letters = new Map<number, Point[]>()
    for (const number of numbers) letters.set(number, await lettersOf(await pdf.getPage(number)))
    return fields.flatMap((field, index) => {
      const geometry = pages[field.page - 1]
      return geometry && covers(field, geometry, letters.get(field.page) ?? []) ? [index] : []
    })
  } finally {
    await pdf.loadingTask.destroy()
  }
}

function covers(field: PlacedBox, geometry: PageGeometry, letters: readonly Point[]): boolean {
  const { x, y, width, height } = field
  const displayed = { x, y: geometry.height - y - height, width, height }
  const box = transformed(displayed, displayedToUserSpace(geometry))
  const [left, bottom] = [box.x + inset, box.y + inset]
  const [right, top] = [box.x + box.width - inset, box.y + box.height - inset]
  const covered = letters.filter(([a, b]) => a > left && a < right && b > bottom && b < top)
  return covered.length >= leastLetters
}

/** A place in the user space of a page. */
type Point = readonly [x: number, y: number]
type TextPage = Awaited<ReturnType<Awaited<ReturnType<typeof openDocument>>['pdf']['getPage']>>

/** The middles of all letters and digits of a page, as if those of a line were equally wide. */
async function lettersOf(page: TextPage): Promise<Point[]> {
  const { items } = await page.getTextContent({ disableNormalization: true })
  return items.flatMap((item) => ('str' in item ? lettersIn(item) : []))
}

function lettersIn({ str, transform, width }: TextItem): Point[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: number[] = transform
  const along = Math.hypot(a, b) || 1
  const characters = [...str]
  return characters.flatMap((character, index): Point[] => {
    if (!/[\p{L}\p{N}]/u.test(character)) return []
    const distance = (width * (index + 0.5)) / characters.length
    // A third of the height of a line above its base: the middle of small letters.
    return [[e + (a / along) * distance + c / 3, f + (b / along) * distance + d / 3]]
  })
}
