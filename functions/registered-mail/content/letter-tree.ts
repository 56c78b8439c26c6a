import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, parseFragment } from 'parse5'
import { withoutDirections } from '../../../shared/platform/visible-text.ts'
import {
  allowedElements,
  blockElements,
  isAllowedAttribute,
  isAllowedElement,
  isAllowedNumber,
  type LetterElementName,
  maxDepth,
} from './allowed-html.ts'
import { letterAddress } from './letter-address.ts'

/** A letter as a tree of allowed elements and text. The page and the PDF are made of the same tree. */
export type LetterNode = string | LetterElement

export interface LetterElement {
  readonly name: LetterElementName
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly LetterNode[]
}

/** HTML that holds something which a letter may not have. */
export class ForeignContent extends Error {}

/** The tree that browsers build of the HTML within a page. Throws `ForeignContent` for anything outside the allowed list, except for `div`. */
export function readLetter(html: string): LetterNode[] {
  const page = defaultTreeAdapter.createElement('div', names.NS.HTML, [])
  return readChildren(parseFragment(page, html, {}).childNodes, 0)
}

type ParsedNode = DefaultTreeAdapterTypes.ChildNode
type ParsedElement = DefaultTreeAdapterTypes.Element

function readChildren(nodes: readonly ParsedNode[], depth: number): LetterNode[] {
  // The parser adds some levels, such as `tbody`.
  if (depth > 2 * maxDepth) throw new ForeignContent('the letter is nested too deeply')
  return nodes.flatMap((node): LetterNode[] => {
    // Characters of direction would make the page and the PDF read differently.
    if ('value' in node) return [withoutDirections(node.value)]
    if (!('tagName' in node)) throw new ForeignContent(`a ${node.nodeName} is not allowed`)
    return readElement(node, depth)
  })
}

function readElement(element: ParsedElement, depth: number): LetterNode[] {
  const { tagName: name, namespaceURI, attrs, childNodes } = element
  const isForeign = namespaceURI !== names.NS.HTML || attrs.some(({ prefix }) => prefix)
  if (isForeign) throw new ForeignContent(`${name} is not HTML`)
  const children = readChildren(childNodes, depth + 1)
  if (name === 'div') return unwrappedDiv(children)
  if (!isAllowedElement(name)) throw new ForeignContent(`the element ${name} is not allowed`)
  const attributes = Object.fromEntries(attrs.map(({ name: attribute, value }) => [attribute, value]))
  for (const [attribute, value] of Object.entries(attributes))
    if (!isAllowedValue(name, attribute, value)) throw new ForeignContent(`${attribute} of ${name} is not allowed`)
  return [{ name, attributes, children }]
}

function isAllowedValue(element: LetterElementName, attribute: string, value: string): boolean {
  if (!isAllowedAttribute(element, attribute)) return false
  return attribute === 'href' ? letterAddress(value).href === value : isAllowedNumber(attribute, value)
}

/** A paragraph, or what it holds, with paragraphs around text between blocks. */
function unwrappedDiv(children: readonly LetterNode[]): LetterNode[] {
  const unwrapped: LetterNode[] = []
  let run: LetterNode[] = []
  const endRun = () => {
    if (run.some((node) => typeof node !== 'string' || node.trim() !== ''))
      unwrapped.push({ name: 'p', attributes: {}, children: run })
    run = []
  }
  for (const child of children) {
    if (!holdsBlock(child)) {
      run.push(child)
      continue
    }
    endRun()
    unwrapped.push(child)
  }
  endRun()
  return unwrapped
}

function holdsBlock(node: LetterNode): boolean {
  return typeof node !== 'string' && (blockElements.has(node.name) || node.children.some(holdsBlock))
}

/** The HTML of a tree, in one form: allowed names, and every text and value escaped. */
export function writeLetter(nodes: readonly LetterNode[]): string {
  return nodes.map(written).join('')
}

function written(node: LetterNode): string {
  if (typeof node === 'string') return escaped(node)
  const { name, attributes, children } = node
  const values = allowedElements[name].flatMap((attribute) => {
    const value = attributes[attribute]
    return value === undefined ? [] : [` ${attribute}="${escaped(value)}"`]
  })
  const opening = `<${name}${values.join('')}>`
  return name === 'br' ? opening : `${opening}${writeLetter(children)}</${name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}
