import { nameIn } from './operator-text.ts'

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

export interface StateFault {
  /** Of the operator that draws in another state, among all of `before`, `content` and `after`. */
  readonly index: number
  readonly expected: string
  readonly found: string
}

/**
 * Equal operators may draw something else in other surroundings. A restore that has nothing to restore does nothing in pdf.js,
 * even within a form; between saved states it restores one of them. Tells the first operator of the content that draws in
 * another state for this reason, or that what comes after it does not begin in the state of the page's start.
 */
export function stateFault(
  before: readonly string[],
  content: readonly string[],
  after: readonly string[],
): StateFault | null {
  /** Whether the content changed each of the states, from the outermost to the present one. */
  const states = [false]
  const changed = () => states.at(-1) ?? false
  for (const text of before) follow(states, nameIn(text))
  let [surrounding, isUndone] = [states.length, false]
  for (const [index, text] of content.entries()) {
    const name = nameIn(text)
    if (isUndone && isDrawing(name))
      return {
        index: before.length + index,
        expected: `${name} in the present state`,
        found: `${name} in an earlier one`,
      }
    if (closing.has(name) && states.length <= surrounding) {
      isUndone ||= changed()
      surrounding -= 1
    }
    follow(states, name)
    if (!opening.has(name) && !closing.has(name) && !painting.has(name)) states[states.length - 1] = true
  }
  for (const [index, text] of after.entries()) {
    const name = nameIn(text)
    if (opening.has(name) && changed())
      return {
        index: before.length + content.length + index,
        expected: 'the state of the start',
        found: 'another state',
      }
    if (opening.has(name)) return null
    follow(states, name)
  }
  return null
}

/** Whether it draws something itself, in the state that there is. */
function isDrawing(name: string): boolean {
  return (
    !opening.has(name) && !closing.has(name) && !/^(set|transform|clip|eoClip|begin|end|moveText|nextLine)/.test(name)
  )
}

function follow(states: boolean[], name: string): void {
  if (opening.has(name)) states.push(states.at(-1) ?? false)
  // pdf.js never restores the outermost state.
  else if (closing.has(name) && states.length > 1) states.pop()
}
