import { type ContentOperator, contentOperators, nameOf, textOf, UncertainContent } from './content-operators.ts'

const endsPath = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n'])
const buildsPath = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're', 'W', 'W*'])
const paintsWhole = new Set(['sh', 'Do', 'BI', 'MP', 'DP'])
const showsText = new Set(['Tj', 'TJ', "'", '"'])
/** The place of the next text no longer depends on the text before. */
const placesText = new Set(['Td', 'TD', 'Tm', 'T*', 'BT', 'ET'])

/** `EMC` may end a layer, other marked content, or such within hidden content. */
type Marked = { isLayer: boolean; isHidden: boolean }

/** Whether content may have marks of layers. */
export function mayHaveLayers(content: Uint8Array): boolean {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return text.includes('BDC') && /\/(O|#4f)(C|#43)/i.test(text.toString('latin1'))
}

/**
 * Content without the marks of layers (`/OC /name BDC … EMC`) and without what hidden layers paint. Graphics state, clipping
 * and positions that hidden content sets stay, as they count for what follows (ISO 32000-2 §8.11.3.2). Null: it has no such
 * marks. Throws `UncertainContent`.
 */
export function visibleContent(content: Uint8Array, isVisible: (name: string) => boolean): Buffer | null {
  const marked: Marked[] = []
  const kept: string[] = []
  const text = new HiddenText()
  const path: string[] = []
  let hasLayers = false
  for (const operator of contentOperators(content)) {
    const isHidden = marked.some((each) => each.isHidden)
    const isMark = ['BMC', 'BDC', 'EMC'].includes(operator.name)
    if (isMark && path.length > 0) throw new UncertainContent('Marked content begins or ends within a path')
    if (operator.name === 'BMC' || operator.name === 'BDC') {
      const mark = markOf(content, operator, isVisible)
      marked.push(mark)
      hasLayers ||= mark.isLayer
      if (mark.isLayer || isHidden) continue
    } else if (operator.name === 'EMC') {
      const mark = marked.pop()
      if (!mark) throw new UncertainContent('Marked content ends that has not begun')
      if (mark.isLayer || isHidden) continue
    }
    text.pass(content, operator, isHidden)
    if (buildsPath.has(operator.name)) path.push(textOf(content, operator))
    else if (!endsPath.has(operator.name))
      kept.push(isHidden ? withoutPainting(content, operator) : textOf(content, operator))
    else kept.push(...endedPath(path.splice(0), isHidden ? 'n' : operator.name))
  }
  kept.push(...path)
  if (marked.length > 0 && hasLayers) throw new UncertainContent('Marked content does not end')
  return hasLayers ? Buffer.from(`${kept.filter((each) => each !== '').join('\n')}\n`, 'latin1') : null
}

function markOf(content: Uint8Array, { operands }: ContentOperator, isVisible: (name: string) => boolean): Marked {
  const [tag, properties] = operands
  if (nameOf(content, tag) !== 'OC' || !properties) return { isLayer: false, isHidden: false }
  const name = nameOf(content, properties)
  if (name === null) throw new UncertainContent('A layer is given in the content itself')
  return { isLayer: true, isHidden: !isVisible(name) }
}

/** A path that is neither painted nor clips is left out: it could be hidden letters. */
function endedPath(path: readonly string[], end: string): string[] {
  const clips = path.some((step) => step.startsWith('W'))
  return end === 'n' && !clips ? [] : [...path, end]
}

/** What an operator does besides painting. */
function withoutPainting(content: Uint8Array, operator: ContentOperator): string {
  const { name, operands } = operator
  if (paintsWhole.has(name) || name === 'Tj' || name === 'TJ') return ''
  if (name === "'") return 'T*'
  if (name !== '"') return textOf(content, operator)
  const [word, character] = operands
  if (!word || !character) throw new UncertainContent('Text lacks its spacing')
  return `${textOf(content, word)} Tw ${textOf(content, character)} Tc T*`
}

/** Hidden text still moves what is shown right behind it, by widths that only its font knows. */
class HiddenText {
  #hasMoved = false
  #mayClip = false

  pass(content: Uint8Array, { name, operands }: ContentOperator, isHidden: boolean) {
    const [mode] = operands
    if (name === 'Tr' && mode && Number(textOf(content, mode)) >= 4) this.#mayClip = true
    if (placesText.has(name)) this.#hasMoved = false
    if (!showsText.has(name)) return
    if (isHidden) {
      if (this.#mayClip) throw new UncertainContent('Hidden text may clip what follows')
      this.#hasMoved = true
    } else if (name === "'" || name === '"') {
      this.#hasMoved = false
    } else if (this.#hasMoved) {
      throw new UncertainContent('Shown text stands right behind hidden text')
    }
  }
}
