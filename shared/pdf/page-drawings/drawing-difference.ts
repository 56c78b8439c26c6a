import { nameIn } from './operator-text.ts'
import type { PageDrawing } from './page-drawing.ts'
import { placeOfContent } from './stamp-sample.ts'

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
  if (expected.box !== found.box) return { part: 'page box', index: 0, expected: expected.box, found: found.box }
  return (
    firstDifference('content', expected.content, found.content) ??
    firstDifference('annotations', expected.annotations, found.annotations)
  )
}

function firstDifference(
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
  if (before.length + after.length === 0) return pageDifference(shown, stamped)
  const started = [...before, ...shown.content]
  // Content that restores more states than it saves is surrounded by as many more.
  const moreSaves = Math.max(0, leadingSaves(stamped.content) - leadingSaves(started))
  const saves = stamped.content.slice(0, moreSaves)
  return (
    pageDifference({ ...shown, content: [...saves, ...started, ...after] }, stamped) ??
    stateDifference([...saves, ...before], shown.content, after)
  )
}

/** The operators around the place of the content in a sample: see `stampSample`. */
function aroundContent({ content }: PageDrawing): { before: readonly string[]; after: readonly string[] } {
  const start = content.findIndex((text) => text.startsWith('beginMarkedContent ') && text.includes(placeOfContent))
  if (start < 0) throw new Error('The sample has no place for the content of a page')
  return { before: content.slice(0, start), after: content.slice(start + 2) }
}

function leadingSaves(texts: readonly string[]): number {
  const other = texts.findIndex((text) => nameIn(text) !== 'save')
  return other < 0 ? texts.length : other
}

const opening = new Set(['save', 'paintFormXObjectBegin', 'beginGroup'])
const closing = new Set(['restore', 'paintFormXObjectEnd', 'endGroup'])
/** Operators after which the graphics state is as before. */
const painting = new Set([
  'constructPath',
  'shadingFill',
  'showText',
  'beginText',
  'endText',
  'moveText',
  'nextLine',
  'setTextMatrix',
  'paintImageXObject',
  'paintInlineImageXObject',
  'paintImageMaskXObject',
  'paintSolidColorImageMask',
  'beginMarkedContent',
  'beginMarkedContentProps',
  'endMarkedContent',
])

/**
 * The same operators can draw something else between saved states than on their own: a restore that has nothing to restore
 * does nothing, and gets something to restore there. And stamps must not come into a state that the content left behind.
 */
function stateDifference(
  before: readonly string[],
  content: readonly string[],
  after: readonly string[],
): PageDifference | null {
  const fault = (index: number, expected: string, found: string): PageDifference => ({
    part: 'content',
    index,
    expected,
    found,
  })
  const states: boolean[] = []
  let [isChanged, restoresWhatIsAround, isUndone] = [false, 0, false]
  for (const [index, text] of content.entries()) {
    const name = nameIn(text)
    if (opening.has(name)) {
      states.push(isChanged)
    } else if (!closing.has(name)) {
      if (isUndone) return fault(before.length + index, 'the state that was set before', 'the state of the start')
      isChanged ||= !painting.has(name)
    } else if (states.length > 0) {
      isChanged = states.pop() ?? false
    } else {
      restoresWhatIsAround += 1
      isUndone ||= isChanged
    }
  }
  const opened = before.filter((text) => opening.has(nameIn(text))).length - restoresWhatIsAround
  const closed = after.findIndex((text) => !closing.has(nameIn(text)))
  return closed > 0 && closed <= opened
    ? null
    : fault(before.length + content.length, `at most ${opened} restored states`, `${closed} restored states`)
}
