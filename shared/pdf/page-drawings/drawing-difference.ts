import { stateFault } from './graphics-state.ts'
import { nameIn } from './operator-text.ts'
import type { PageDrawing } from './page-drawing.ts'

/** Where a page differs. It tells no text of the document, so that logs may have it. */
export interface PageDifference {
  readonly part: 'page box' | 'content' | 'annotations'
  /** The first operator or annotation that differs, from 0. */
  readonly index: number
  readonly expected: string
  readonly found: string
}

/** The first place where two pages do not show the same; null where they do. */
export function pageDifference(expected: PageDrawing, found: PageDrawing): PageDifference | null {
  return (
    pageBoxDifference(expected, found) ??
    firstDifference('content', expected.content, found.content) ??
    firstDifference('annotations', expected.annotations, found.annotations)
  )
}

export function pageBoxDifference(expected: PageDrawing, found: PageDrawing): PageDifference | null {
  return expected.box === found.box ? null : { part: 'page box', index: 0, expected: expected.box, found: found.box }
}

export function firstDifference(
  part: PageDifference['part'],
  expected: readonly string[],
  found: readonly string[],
): PageDifference | null {
  for (let index = 0; index < Math.max(expected.length, found.length); index += 1)
    if (expected[index] !== found[index])
      return { part, index, expected: namedAt(expected, index), found: namedAt(found, index) }
  return null
}

function namedAt(texts: readonly string[], index: number): string {
  const text = texts[index]
  return text === undefined ? 'nothing' : nameIn(text)
}

/** The only content of the pages of a sample: it marks where the content of other pages is. */
export const placeOfContent = 'SealpostPageContent'

/**
 * The first place where a stamped page shows anything but the shown page and our stamps on top of it; null where it does
 * not. `sample` is an empty page with the same stamps: it has every operator that surrounds the content of a page.
 */
export function stampedPageDifference(
  shown: PageDrawing,
  stamped: PageDrawing,
  sample: PageDrawing,
): PageDifference | null {
  const { before, after } = aroundContent(sample)
  const expected = { ...shown, content: [...before, ...shown.content, ...after] }
  const difference = pageDifference(expected, stamped)
  if (difference || before.length + after.length === 0) return difference
  const fault = stateFault(before, shown.content, after)
  return fault && { part: 'content', ...fault }
}

/** The operators around the place of the content in a sample: see `stampSample`. */
function aroundContent({ content }: PageDrawing): { before: readonly string[]; after: readonly string[] } {
  const start = content.findIndex((text) => nameIn(text) === 'beginMarkedContent' && text.includes(placeOfContent))
  if (start < 0) throw new Error('The sample has no place for the content of a page')
  return { before: content.slice(0, start), after: content.slice(start + 2) }
}
