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
import { OddContent } from './odd-content.ts'

/** n number, N name, s string, a array, d dictionary, b Boolean or null, w any other word. */
export type TokenKind = 'n' | 'N' | 's' | 'a' | 'd' | 'b' | 'w'

/** Bounds that some readers have. */
const longestString = 32_767
const longestName = 127
const longestNumber = 64
const largestNumber = 2 ** 31 - 1
const mostDepth = 20

const number = /^[+-]?(\d+\.?\d*|\.\d+)$/
const constants = new Set(['true', 'false', 'null'])

/** Something that begins and does not end before the content does. */
export class OpenEnd extends OddContent {}

/** Splits content into tokens. Throws `OddContent` at what readers may split otherwise. */
export class StrictScanner {
  /** Behind the last token. */
  position = 0
  /** Where the last token begins. */
  start = 0
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Null at the end. */
  next(): TokenKind | null {
    this.#skipSpace()
    if (this.position >= this.bytes.length) return null
    this.start = this.position
    return this.#token(0)
  }

  /** The last token. */
  text(): string {
    return this.textFrom(this.start)
  }

  textFrom(start: number): string {
    const { bytes, position } = this
    if (position - start === 1) return String.fromCharCode(bytes[start] ?? 0)
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, position - start).toString('latin1')
  }

  #peek(ahead = 0): number {
    return this.bytes[this.position + ahead] ?? -1
  }

  #skipSpace() {
    const { bytes } = this
    for (;;) {
      while (this.position < bytes.length && kinds[bytes[this.position] ?? 0] === 1) this.position += 1
      if (this.#peek() !== percent) return
      while (this.position < bytes.length && ![lineFeed, carriageReturn].includes(this.#peek())) this.position += 1
    }
  }

  #token(depth: number): TokenKind {
    switch (this.#peek()) {
      case slash:
        this.#skipName()
        return 'N'
      case openParenthesis:
        this.#skipString()
        return 's'
      case openBracket:
        this.#skipItems(depth + 1, closeBracket, 1)
        return 'a'
      case lessThan:
        if (this.#peek(1) !== lessThan) {
          this.#skipHexString()
          return 's'
        }
        this.#skipItems(depth + 1, greaterThan, 2)
        return 'd'
      default:
        return this.#word()
    }
  }

  #word(): TokenKind {
    const start = this.position
    this.#skipRegular()
    if (this.position === start) throw new OddContent(`A stray delimiter at byte ${start}`)
    const first = this.bytes[start] ?? 0
    // A digit, a sign or a point; `,` and `/` lie between them and begin no number.
    if (first >= 0x2b && first <= 0x39) {
      this.#checkNumber(start)
      return 'n'
    }
    if (this.position - start < 4) return 'w'
    return constants.has(this.textFrom(start)) ? 'b' : 'w'
  }

  #checkNumber(start: number) {
    const text = this.textFrom(start)
    if (text.length > longestNumber || !number.test(text)) throw new OddContent(`${text.slice(0, 20)} is no number`)
    if (text.length > 9 && Math.abs(Number(text)) > largestNumber) throw new OddContent(`${text} is too large`)
  }

  #skipRegular() {
    const { bytes } = this
    while (this.position < bytes.length && kinds[bytes[this.position] ?? 0] === 0) this.position += 1
  }

  #skipName() {
    const start = this.position
    this.position += 1
    this.#skipRegular()
    if (this.position - start - 1 > longestName) throw new OddContent('A name is too long')
  }

  #skipItems(depth: number, close: number, width: number) {
    if (depth > mostDepth) throw new OddContent('Operands lie too deep in each other')
    this.position += width
    const isDictionary = width === 2
    let keys = 0
    for (let count = 0; ; count += 1) {
      this.#skipSpace()
      if (this.#peek() === -1) throw new OpenEnd('An array or a dictionary does not end')
      if (this.#peek() === close && (!isDictionary || this.#peek(1) === close)) break
      const kind = this.#token(depth)
      if (kind === 'w') throw new OddContent('An operator within an array or a dictionary')
      if (isDictionary && count % 2 === 0) {
        if (kind !== 'N') throw new OddContent('A key of a dictionary is no name')
        keys += 1
      } else if (isDictionary) keys -= 1
    }
    if (keys !== 0) throw new OddContent('A key of a dictionary has no value')
    this.position += width
  }

  #skipHexString() {
    const { bytes, position: start } = this
    this.position += 1
    let digits = 0
    for (; ; this.position += 1) {
      const byte = bytes[this.position]
      if (byte === undefined) throw new OpenEnd('A string does not end')
      if (byte === greaterThan) break
      if (isHexDigit(byte)) digits += 1
      else if (kinds[byte] !== 1) throw new OddContent(`A string at byte ${start} has other characters than digits`)
    }
    if (digits > 2 * longestString) throw new OddContent('A string is too long')
    this.position += 1
  }

  #skipString() {
    const { bytes } = this
    let open = 0
    let length = 0
    do {
      const byte = bytes[this.position]
      length += 1
      if (length > longestString) throw new OddContent('A string is too long')
      if (byte === undefined) throw new OpenEnd('A string does not end')
      if (byte === backslash) this.position += 1
      else if (byte === openParenthesis) open += 1
      else if (byte === closeParenthesis) open -= 1
      this.position += 1
    } while (open > 0)
  }
}

function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
}
