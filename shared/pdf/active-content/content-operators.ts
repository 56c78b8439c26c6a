import {
  backslash,
  carriageReturn,
  closeBracket,
  closeParenthesis,
  greaterThan,
  kinds,
  lessThan,
  lineFeed,
  openBracket,
  openParenthesis,
  percent,
  slash,
} from '../bytes.ts'

/** Content that readers may read differently, such as a string that never ends. */
export class UncertainContent extends Error {}

export interface Operand {
  readonly kind: 'name' | 'string' | 'array' | 'dictionary' | 'number' | 'word'
  readonly start: number
  readonly end: number
}

/** An operator with its operands. `start` is that of the first operand, `end` is behind the operator. */
export interface ContentOperator {
  readonly name: string
  readonly operands: readonly Operand[]
  readonly start: number
  readonly end: number
}

/** ISO 32000-2 annex A; an inline image counts as one operator, `BI`. */
const known = new Set(
  (
    "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' " +
    '"'
  ).split(' '),
)
const words = new Set(['true', 'false', 'null'])

/**
 * Splits a content stream (ISO 32000-2 §7.8.2) into its operators. Throws `UncertainContent` at the first that another
 * reader could split otherwise.
 */
export function* contentOperators(bytes: Uint8Array): Generator<ContentOperator> {
  const scanner = new ContentScanner(bytes)
  let operands: Operand[] = []
  for (let token = scanner.next(); token; token = scanner.next()) {
    if (token.kind !== 'word' || isOperand(bytes, token)) {
      operands.push(token)
      continue
    }
    const name = textOf(bytes, token)
    if (!known.has(name)) throw new UncertainContent(`Unknown operator ${name.slice(0, 20)}`)
    if (name === 'BI') scanner.skipImage()
    yield { name, operands, start: operands[0]?.start ?? token.start, end: scanner.position }
    operands = []
  }
  if (operands.length > 0) throw new UncertainContent('Operands without an operator at the end')
}

/** The name that an operand is, its escapes undone. */
export function nameOf(bytes: Uint8Array, operand: Operand | undefined): string | null {
  if (operand?.kind !== 'name') return null
  return textOf(bytes, operand)
    .slice(1)
    .replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

export function textOf(bytes: Uint8Array, { start, end }: { start: number; end: number }): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
}

function isOperand(bytes: Uint8Array, token: Operand): boolean {
  return words.has(textOf(bytes, token))
}

class ContentScanner {
  position = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): Operand | null {
    this.#skipSpace()
    if (this.position >= this.#bytes.length) return null
    const start = this.position
    const kind = this.#skipToken(0)
    return { kind, start, end: this.position }
  }

  /** From behind `BI` to behind `EI` (ISO 32000-2 §8.9.7). */
  skipImage() {
    for (;;) {
      const token = this.next()
      if (!token) throw new UncertainContent('An inline image has no data')
      if (token.kind === 'word' && textOf(this.#bytes, token) === 'ID') break
      if (token.kind === 'word' && !isOperand(this.#bytes, token))
        throw new UncertainContent('An inline image does not begin properly')
    }
    this.position += 1
    while (!this.#isAtImageEnd()) {
      if (this.position >= this.#bytes.length) throw new UncertainContent('An inline image does not end')
      this.position += 1
    }
    this.position += 3
  }

  /** White space, `EI`, and white space or the end. What follows has to be operators again, or the content is uncertain. */
  #isAtImageEnd(): boolean {
    const [before, e, i, after] = this.#bytes.subarray(this.position, this.position + 4)
    if (before === undefined || kinds[before] !== 1 || e !== 0x45 || i !== 0x49) return false
    return after === undefined || kinds[after] === 1
  }

  #peek(ahead = 0): number {
    return this.#bytes[this.position + ahead] ?? -1
  }

  #kind(): number {
    return kinds[this.#bytes[this.position] ?? slash] ?? 2
  }

  #skipSpace() {
    for (;;) {
      while (this.position < this.#bytes.length && this.#kind() === 1) this.position += 1
      if (this.#peek() !== percent) return
      while (![lineFeed, carriageReturn, -1].includes(this.#peek())) this.position += 1
    }
  }

  #skipToken(depth: number): Operand['kind'] {
    if (depth > 50) throw new UncertainContent('Operands lie too deep in each other')
    switch (this.#peek()) {
      case slash:
        this.position += 1
        this.#skipWord()
        return 'name'
      case openParenthesis:
        this.#skipString()
        return 'string'
      case openBracket:
        this.#skipItems(depth, closeBracket, 1)
        return 'array'
      case lessThan:
        if (this.#peek(1) !== lessThan) {
          this.#skipHexString()
          return 'string'
        }
        this.#skipItems(depth, greaterThan, 2)
        return 'dictionary'
      default:
        return this.#skipNumberOrWord()
    }
  }

  #skipNumberOrWord(): 'number' | 'word' {
    const start = this.position
    this.#skipWord()
    if (this.position === start) throw new UncertainContent(`A stray delimiter at byte ${start}`)
    const text = textOf(this.#bytes, { start, end: this.position })
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return 'number'
    if (/^[\d+.-]/.test(text)) throw new UncertainContent(`${text.slice(0, 20)} is no number`)
    return 'word'
  }

  #skipWord() {
    while (this.position < this.#bytes.length && this.#kind() === 0) this.position += 1
  }

  #skipItems(depth: number, close: number, width: number) {
    this.position += width
    for (;;) {
      this.#skipSpace()
      if (this.#peek() === close && (width === 1 || this.#peek(1) === close)) break
      if (this.#peek() === -1) throw new UncertainContent('An array or a dictionary does not end')
      const start = this.position
      const kind = this.#skipToken(depth + 1)
      if (kind === 'word' && !words.has(textOf(this.#bytes, { start, end: this.position })))
        throw new UncertainContent('An operator within an array or a dictionary')
    }
    this.position += width
  }

  #skipHexString() {
    const end = this.#bytes.indexOf(greaterThan, this.position)
    if (end < 0) throw new UncertainContent('A string does not end')
    if (!/^<[\0\t\n\f\r 0-9a-f]*$/i.test(textOf(this.#bytes, { start: this.position, end })))
      throw new UncertainContent('A string has other characters than digits')
    this.position = end + 1
  }

  #skipString() {
    let open = 0
    do {
      const byte = this.#peek()
      if (byte === -1) throw new UncertainContent('A string does not end')
      if (byte === backslash) this.position += 1
      else if (byte === openParenthesis) open += 1
      else if (byte === closeParenthesis) open -= 1
      this.position += 1
    } while (open > 0)
  }
}
