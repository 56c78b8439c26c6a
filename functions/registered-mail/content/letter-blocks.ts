import { type Inline, plainStyle, type SpanStyle } from '../../../shared/pdf/rich-text.ts'
import { isAllowedElement, type LetterElementName } from './allowed-html.ts'
import type { LetterElement, LetterNode } from './letter-tree.ts'

/** What a letter is set in, from top to bottom. */
export type Block = TextBlock | TableBlock

export interface TextBlock {
  readonly type: 'text'
  readonly role: 'body' | 'h1' | 'h2' | 'h3'
  readonly inlines: readonly Inline[]
  /** How many lists it stands in. */
  readonly depth: number
  /** The bullet or number of a list item, before its first block. */
  readonly marker: string | null
}

export interface TableBlock {
  readonly type: 'table'
  readonly rows: readonly TableRow[]
}

export interface TableRow {
  readonly cells: readonly TableCell[]
  /** Repeated on each page that the table goes on to. */
  readonly isHead: boolean
}

export interface TableCell {
  /** The first column, counted from 0. */
  readonly column: number
  readonly colspan: number
  readonly blocks: readonly TextBlock[]
}

/** The blocks of a letter. Nothing is left out: text outside of paragraphs makes paragraphs of its own. */
export function blocksOf(nodes: readonly LetterNode[]): Block[] {
  const builder = new BlockBuilder()
  builder.visitAll(nodes, plainStyle)
  builder.endText()
  return builder.blocks
}

const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3'])

class BlockBuilder {
  readonly blocks: Block[] = []
  #inlines: Inline[] = []
  #role: TextBlock['role'] = 'body'
  #depth = 0
  #marker: string | null = null

  visitAll(nodes: readonly LetterNode[], style: SpanStyle): void {
    for (const node of nodes)
      if (typeof node === 'string') this.#inlines.push({ ...style, text: node })
      else this.#visit(node, style)
  }

  /** Text that is set so far becomes a block. White space alone does not. */
  endText(): void {
    const hasText = this.#inlines.some((inline) => inline === 'break' || inline.text.trim() !== '')
    if (hasText || this.#marker !== null) {
      const { role, inlines, depth, marker } = {
        role: this.#role,
        inlines: this.#inlines,
        depth: this.#depth,
        marker: this.#marker,
      }
      this.blocks.push({ type: 'text', role, inlines: hasText ? inlines : [], depth, marker })
      this.#marker = null
    }
    this.#inlines = []
  }

  #visit(element: LetterElement, style: SpanStyle): void {
    const { name, children } = element
    if (name === 'br') this.#inlines.push('break')
    else if (name === 'table') this.#visitTable(element)
    else if (name === 'ul' || name === 'ol') this.#visitList(element, style)
    else if (name === 'li') this.#visitItem(children, style, '•')
    else if (isHeading(name)) this.#visitBlock(children, { ...style, isBold: true }, name)
    else if (name === 'p') this.#visitBlock(children, style, this.#role)
    else this.visitAll(children, styleWithin(element, style))
  }

  #visitBlock(children: readonly LetterNode[], style: SpanStyle, role: TextBlock['role']): void {
    this.#startText()
    const outer = this.#role
    this.#role = role
    this.visitAll(children, style)
    this.endText()
    this.#role = outer
  }

  /** A marker waits for the first block of its item. */
  #startText(): void {
    const isEmpty = this.#inlines.every((inline) => inline !== 'break' && inline.text.trim() === '')
    if (isEmpty) this.#inlines = []
    else this.endText()
  }

  #visitList({ name, attributes, children }: LetterElement, style: SpanStyle): void {
    this.#startText()
    let number = Number(attributes.start ?? 1) - 1
    for (const child of children) {
      if (typeof child !== 'string' && child.name === 'li') {
        number += 1
        this.#visitItem(child.children, style, name === 'ol' ? `${number}.` : '•')
      } else if (typeof child !== 'string' && (child.name === 'ol' || child.name === 'ul')) {
        // Google Docs puts lists right into lists. Browsers move them in as they do within an item.
        this.#depth += 1
        this.#visitList(child, style)
        this.#depth -= 1
      } else this.visitAll([child], style)
    }
    this.endText()
  }

  #visitItem(children: readonly LetterNode[], style: SpanStyle, marker: string): void {
    this.endText()
    this.#depth += 1
    this.#marker = marker
    this.visitAll(children, style)
    this.endText()
    this.#depth -= 1
  }

  #visitTable(element: LetterElement): void {
    this.endText()
    const rows = rowsOf(element)
    if (rows.length > 0) this.blocks.push({ type: 'table', rows })
  }
}

function isHeading(name: LetterElementName): name is 'h1' | 'h2' | 'h3' {
  return headings.has(name)
}

function styleWithin({ name, attributes }: LetterElement, style: SpanStyle): SpanStyle {
  switch (name) {
    case 'strong':
      return { ...style, isBold: true }
    case 'em':
      return { ...style, isItalic: true }
    case 'u':
      return { ...style, isUnderlined: true }
    case 's':
      return { ...style, isStruck: true }
    case 'sup':
      return { ...style, position: 'super' }
    case 'sub':
      return { ...style, position: 'sub' }
    case 'a':
      return attributes.href === undefined ? style : { ...style, href: attributes.href }
    default:
      return style
  }
}

interface FoundRow {
  readonly cells: readonly LetterElement[]
  readonly isHead: boolean
}

function foundRows({ children }: LetterElement, isHead = false): FoundRow[] {
  return children.flatMap((child): FoundRow[] => {
    if (typeof child === 'string') return []
    if (child.name === 'tr') return [{ cells: child.children.filter(isCell), isHead }]
    return isAllowedElement(child.name) ? foundRows(child, child.name === 'thead') : []
  })
}

function isCell(node: LetterNode): node is LetterElement {
  return typeof node !== 'string' && (node.name === 'td' || node.name === 'th')
}

/** Puts each cell into its column: cells over several rows take places of the rows below. */
function rowsOf(table: LetterElement): TableRow[] {
  /** How many more rows each column is taken for. */
  const taken: number[] = []
  return foundRows(table).map(({ cells, isHead }) => {
    let column = 0
    const placed = cells.map((cell): TableCell => {
      while ((taken[column] ?? 0) > 0) column += 1
      const [colspan, rowspan] = [Number(cell.attributes.colspan ?? 1), Number(cell.attributes.rowspan ?? 1)]
      const place = { column, colspan, blocks: cellBlocks(cell) }
      for (let offset = 0; offset < colspan; offset += 1) taken[column + offset] = rowspan
      column += colspan
      return place
    })
    for (const [index, rows] of taken.entries()) taken[index] = Math.max(0, (rows ?? 0) - 1)
    return { cells: placed, isHead }
  })
}

function cellBlocks({ name, children }: LetterElement): TextBlock[] {
  const builder = new BlockBuilder()
  builder.visitAll(children, { ...plainStyle, isBold: name === 'th' })
  builder.endText()
  return builder.blocks.flatMap(withoutTable)
}

/** A table within a cell becomes lines, with its cells after each other. */
function withoutTable(block: Block): TextBlock[] {
  if (block.type === 'text') return [block]
  return block.rows.map(({ cells }) => ({
    type: 'text',
    role: 'body',
    depth: 0,
    marker: null,
    inlines: cells.flatMap(({ blocks }, index) => [
      ...(index > 0 ? [{ ...plainStyle, text: ' | ' }] : []),
      ...blocks.flatMap(({ inlines }, at) => [...(at > 0 ? [{ ...plainStyle, text: ' ' }] : []), ...inlines]),
    ]),
  }))
}
