import type { Colour } from './colour-space-check.ts'
import { GlyphBox } from './glyph-box.ts'
import { skipInlineImage } from './inline-image.ts'
import { ContentTooLarge, OddContent } from './odd-content.ts'
import { isWellGiven, operandRules } from './operand-rules.ts'
import { areDashes, colourOperators, isWithin } from './operand-values.ts'
import { Points } from './points.ts'
import { OpenEnd, StrictScanner } from './strict-scanner.ts'

/** A stencil is a tile without colours of its own. */
export type ContentKind = 'page' | 'form' | 'glyph' | 'tile' | 'stencil'

/** Checks what content draws with by the name that its resources give it. */
export interface Drawings {
  readonly colourSpace: (name: string) => Colour
  readonly graphicsState: (name: string) => void
  readonly font: (name: string) => void
  /** Answers how many more states than it saved the object restores. Within a stencil nothing else but a mask may be drawn. */
  readonly object: (name: string, isInStencil: boolean) => number
  /** Told of square caps, and of lines without length: readers differ where both come together. */
  readonly squareCaps: () => void
  readonly point: () => void
  readonly shading: (name: string) => void
  readonly pattern: (name: string, numbers: number, colour: Colour | null) => void
}

export interface ReadContent {
  readonly operators: number
  /** How many more states are restored than were saved. */
  readonly surplus: number
}

const mostOperands = 32
const mostSaved = 512

/** The colours to fill and to stroke with; null where content outside of this tells. */
interface Colours {
  fill: Colour | null
  stroke: Colour | null
}

const gray: Colour = { components: 1, isPattern: false }
const rgb: Colour = { components: 3, isPattern: false }
const cmyk: Colour = { components: 4, isPattern: false }
const deviceColours: Readonly<Record<string, Colour>> = { g: gray, rg: rgb, k: cmyk }
const deviceSpaces: Readonly<Record<string, Colour>> = {
  DeviceGray: gray,
  DeviceRGB: rgb,
  DeviceCMYK: cmyk,
  Pattern: { components: 0, isPattern: true },
}

const pathOperators = new Set(['m', 'l', 'c', 'v', 'y', 're'])
const pathEnds = new Set(['n', 'f', 'F', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*'])

/**
 * Reads all operators of some content. Throws `OddContent` at the first that is not as ISO
 * 32000-2 annex A and the sections it names say, `ContentTooLarge` when there are more than `most`.
 * Content may leave open what it likes at its end: there all readers stop.
 */
export function readStrictly(bytes: Uint8Array, kind: ContentKind, drawings: Drawings, most: number): ReadContent {
  return new StrictReading(bytes, kind, drawings).read(most)
}

class StrictReading {
  readonly #scanner: StrictScanner
  readonly #drawings: Drawings
  /** What names were looked up, so that each is once. */
  readonly #seen = new Set<string>()
  readonly #spaces = new Map<string, Colour>()
  readonly #surpluses = new Map<string, number>()
  readonly #saved: Colours[] = []
  readonly #points = new Points()
  readonly #isGlyph: boolean
  #isStencil: boolean
  /** Of a glyph that says how large it is. */
  #box: GlyphBox | null = null
  #colours: Colours
  #hasPath = false
  /** How many states were just saved that are all the same. */
  #justSaved = 0
  #surplus = 0
  /** The operands before the operator: one letter each, and where the first and last begin. */
  #operands = ''
  #first = 0
  #last = 0
  #lastEnd = 0

  constructor(bytes: Uint8Array, kind: ContentKind, drawings: Drawings) {
    this.#scanner = new StrictScanner(bytes)
    this.#drawings = drawings
    const initial = kind === 'page' ? gray : null
    this.#colours = { fill: initial, stroke: initial }
    this.#isGlyph = kind === 'glyph'
    this.#isStencil = kind === 'stencil'
  }

  read(most: number): ReadContent {
    let count = 0
    while (this.#readOperator(count === 0)) {
      count += 1
      if (count > most) throw new ContentTooLarge('Content has too many operators')
    }
    return { operators: count, surplus: this.#surplus }
  }

  /** False at the end. */
  #readOperator(isFirst: boolean): boolean {
    const scanner = this.#scanner
    this.#operands = ''
    for (;;) {
      const token = this.#next()
      if (token === null) {
        return false
      }
      if (token === 'w') break
      if (this.#operands === '') this.#first = scanner.start
      this.#last = scanner.start
      this.#lastEnd = scanner.position
      this.#operands += token
      if (this.#operands.length > mostOperands + 1) throw new OddContent('Too many operands')
    }
    const name = scanner.text()
    const rule = operandRules.get(name)
    if (rule === undefined) throw new OddContent(`Unknown operator ${name.slice(0, 20)}`)
    if (!isWellGiven(rule, this.#operands)) throw new OddContent(`Wrong operands of ${name}: ${this.#operands}`)
    if (this.#operands === 'n' && !isWithin(name, this.#lastText())) throw new OddContent(`An odd value of ${name}`)
    // A glyph begins with its width, and nothing else has one (ISO 32000-2 §9.6.4).
    if ((name === 'd0' || name === 'd1') !== (isFirst && this.#isGlyph)) throw new OddContent('A glyph begins oddly')
    // Poppler draws nothing more.
    if (this.#surplus > 0 && name !== 'Q' && name !== 'EMC')
      throw new OddContent('Something follows a state that is restored and was not saved')
    if (this.#isStencil && colourOperators.has(name)) throw new OddContent('Something without colours chooses one')
    this.#box?.apply(name, () => this.#numbers())
    this.#apply(name)
    return true
  }

  #next() {
    try {
      return this.#scanner.next()
    } catch (error) {
      if (error instanceof OpenEnd) return null
      throw error
    }
  }

  #apply(name: string) {
    if (pathOperators.has(name)) this.#hasPath = true
    else if (pathEnds.has(name)) this.#hasPath = false
    this.#justSaved = name === 'q' ? this.#justSaved + 1 : name === 'Do' ? this.#justSaved : 0
    if (this.#points.isMadeBy(name, () => this.#numbers())) this.#drawings.point()
    switch (name) {
      case 'd1':
        this.#isStencil = true
        this.#box = new GlyphBox(this.#numbers())
        return
      case 'J':
        if (Number(this.#lastText()) === 2) this.#drawings.squareCaps()
        return
      case 'q':
        this.#saved.push({ ...this.#colours })
        if (this.#saved.length > mostSaved) throw new OddContent('Too many saved states')
        return
      case 'Q':
        this.#restore()
        return
      case 'W':
      case 'W*':
        if (!this.#hasPath) throw new OddContent('Nothing to clip with')
        return
      case 'g':
      case 'rg':
      case 'k':
        this.#colours.fill = deviceColours[name] ?? null
        return
      case 'G':
      case 'RG':
      case 'K':
        this.#colours.stroke = deviceColours[name.toLowerCase()] ?? null
        return
      case 'cs':
        this.#colours.fill = this.#colourSpace()
        return
      case 'CS':
        this.#colours.stroke = this.#colourSpace()
        return
      case 'sc':
      case 'scn':
        this.#checkColour(this.#colours.fill)
        return
      case 'SC':
      case 'SCN':
        this.#checkColour(this.#colours.stroke)
        return
      case 'gs':
        return this.#once('gs', this.#drawings.graphicsState)
      case 'Tf':
        return this.#font()
      case 'Do':
        return this.#draw()
      case 'sh':
        return this.#once('sh', this.#drawings.shading)
      case 'd':
        return this.#checkDash()
      case 'TJ':
        return this.#checkItems(/[ns]/)
      case 'BI':
        return skipInlineImage(this.#scanner, {
          isStencil: this.#isStencil,
          componentsOf: (space) => this.#named(space).components,
        })
    }
  }

  #restore() {
    const saved = this.#saved.pop()
    if (saved) this.#colours = saved
    else this.#surplus += 1
  }

  #lastText(): string {
    const { bytes } = this.#scanner
    return Buffer.from(bytes.buffer, bytes.byteOffset + this.#last, this.#lastEnd - this.#last).toString('latin1')
  }

  /** The operands, all of which are numbers. */
  #numbers(): number[] {
    const inner = new StrictScanner(this.#scanner.bytes.subarray(this.#first, this.#lastEnd))
    const numbers: number[] = []
    while (inner.next()) numbers.push(Number(inner.text()))
    return numbers
  }

  #nameAt(text: string): string {
    return text
      .slice(1)
      .replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }

  #lastName(): string {
    return this.#nameAt(this.#lastText())
  }

  #once(operator: string, check: (name: string) => void) {
    const name = this.#lastName()
    const key = `${operator} ${name}`
    if (this.#seen.has(key)) return
    check(name)
    this.#seen.add(key)
  }

  /** Some readers let a form undo what content outside of it did. */
  #draw() {
    const name = this.#lastName()
    const surplus = this.#surpluses.get(name) ?? this.#drawings.object(name, this.#isStencil)
    this.#surpluses.set(name, surplus)
    if (surplus > this.#justSaved) throw new OddContent('A state is restored that was not saved')
    this.#justSaved = 0
  }

  #font() {
    const { bytes } = this.#scanner
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + this.#first, this.#last - this.#first).toString('latin1')
    const name = this.#nameAt(/^\/[^\0\t\n\f\r ()<>[\]{}/%]*/.exec(text)?.[0] ?? '')
    if (this.#seen.has(`Tf ${name}`)) return
    this.#drawings.font(name)
    this.#seen.add(`Tf ${name}`)
  }

  #colourSpace(): Colour {
    return this.#named(this.#lastName())
  }

  #named(name: string): Colour {
    const known = deviceSpaces[name] ?? this.#spaces.get(name)
    if (known) return known
    const colour = this.#drawings.colourSpace(name)
    this.#spaces.set(name, colour)
    return colour
  }

  #checkColour(colour: Colour | null) {
    const hasName = this.#operands.endsWith('N')
    const numbers = this.#operands.length - (hasName ? 1 : 0)
    if (colour && (colour.isPattern !== hasName || (!hasName && numbers !== colour.components)))
      throw new OddContent('A colour has other numbers than its colour space')
    if (colour?.highest !== undefined) checkIndex(Number(this.#lastText()), colour.highest)
    if (!hasName) return
    const name = this.#lastName()
    const key = `scn ${name} ${numbers} ${colour?.components}`
    if (this.#seen.has(key)) return
    this.#drawings.pattern(name, numbers, colour)
    this.#seen.add(key)
  }

  #checkDash() {
    const { bytes } = this.#scanner
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + this.#first, this.#last - this.#first).toString('latin1')
    const items = /^\[([^\]]*)\]/.exec(text)?.[1]?.match(/[^\0\t\n\f\r ]+/g) ?? []
    if (!areDashes(items.map(Number))) throw new OddContent('A line has odd dashes')
  }

  /** That an array has nothing but such operands. */
  #checkItems(allowed: RegExp) {
    const { bytes } = this.#scanner
    const inner = new StrictScanner(bytes.subarray(this.#first + 1, this.#lastEnd - 1))
    for (let kind = inner.next(); kind; kind = inner.next())
      if (!allowed.test(kind)) throw new OddContent('An array of glyphs has something else')
  }
}

/** Some readers take the colour before one that is no whole number, others the one behind it. */
function checkIndex(index: number, highest: number) {
  if (!Number.isInteger(index) || index < 0 || index > highest) throw new OddContent('A colour is not in its table')
}
