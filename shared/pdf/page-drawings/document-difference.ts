import { type PageDifference, pageDifference, stampedPageDifference } from './drawing-difference.ts'
import { type DrawingLimits, PageDrawings } from './page-drawing.ts'

/** Where two documents do not show the same. */
export type DocumentDifference =
  | { readonly part: 'page count'; readonly expected: number; readonly found: number }
  | ({ readonly page: number } & PageDifference)

/**
 * The first place where pdf.js draws two documents differently; null where it draws them alike. Throws `TooComplex`, and
 * what pdf.js throws where it cannot open one of them.
 */
export async function documentDifference(
  expected: Uint8Array,
  found: Uint8Array,
  limits: DrawingLimits,
): Promise<DocumentDifference | null> {
  await using first = await PageDrawings.open(expected, limits)
  await using second = await PageDrawings.open(found, limits)
  if (first.pageCount !== second.pageCount) return countDifference(first.pageCount, second.pageCount)
  return await firstOfPages(pageNumbers(first), async (number) =>
    pageDifference(await first.read(number), await second.read(number)),
  )
}

export interface StampedDocument {
  readonly shown: Uint8Array
  /** The shown document with our stamps, sealed or not. */
  readonly stamped: Uint8Array
  /** The same stamps on empty pages: see `stampSample`. */
  readonly sample: Uint8Array
}

export interface ComparedPages {
  readonly limits: DrawingLimits
  /** Numbers of pages of the shown document; all of them where it is left out. Appended pages are always compared. */
  readonly pages?: ReadonlySet<number>
}

/**
 * The first place where a stamped document shows anything but the shown document, our stamps on top of it and the pages
 * that we append; null where it does not. Throws as `documentDifference` does.
 */
export async function stampedDifference(
  documents: StampedDocument,
  { limits, pages }: ComparedPages,
): Promise<DocumentDifference | null> {
  await using shown = await PageDrawings.open(documents.shown, limits)
  await using stamped = await PageDrawings.open(documents.stamped, limits)
  await using sample = await PageDrawings.open(documents.sample, limits)
  if (stamped.pageCount !== sample.pageCount) return countDifference(sample.pageCount, stamped.pageCount)
  if (shown.pageCount > stamped.pageCount) return countDifference(shown.pageCount, stamped.pageCount)
  const numbers = pageNumbers(stamped).filter((number) => number > shown.pageCount || (pages?.has(number) ?? true))
  return await firstOfPages(numbers, async (number) => {
    const [found, sampled] = [await stamped.read(number), await sample.read(number)]
    if (number > shown.pageCount) return pageDifference(sampled, found)
    return stampedPageDifference(await shown.read(number), found, sampled)
  })
}

function pageNumbers({ pageCount }: PageDrawings): number[] {
  return Array.from({ length: pageCount }, (_, index) => index + 1)
}

async function firstOfPages(
  numbers: readonly number[],
  differenceOn: (number: number) => Promise<PageDifference | null>,
): Promise<DocumentDifference | null> {
  for (const page of numbers) {
    const difference = await differenceOn(page)
    if (difference) return { page, ...difference }
  }
  return null
}

function countDifference(expected: number, found: number): DocumentDifference {
  return { part: 'page count', expected, found }
}
