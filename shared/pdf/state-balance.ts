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
} from './bytes.ts'

/** How content uses the stack of graphics states (ISO 32000-2 §8.4.2). */
export interface StateBalance {
  /** How many Q find nothing that the content itself has saved. */
  readonly surplus: number
  /** How many q are never closed. */
  readonly open: number
}

const [save, restore] = [0x71, 0x51]
const [letterD, letterE, letterI] = [0x44, 0x45, 0x49]

/** Counts the operators q and Q of a page's content: what looks like them in strings, names and images is none. */
export function stateBalance(content: Uint8Array): StateBalance {
  const scanner = new ContentScanner(content)
  let [surplus, open] = [0, 0]
  for (let operator = scanner.next(); operator !== null; operator = scanner.next()) {
    if (operator === save) open += 1
    else if (open > 0) open -= 1
    else surplus += 1
  }
  return { surplus, open }
}

/** Passes over content (ISO 32000-2 §7.8.2), and makes nothing of it but the operators that are asked for. */
class ContentScanner {
  readonly #bytes: Uint8Array
  #position = 0
  /** Arrays and dictionaries that are not closed: no operator stands in them. */
  #depth = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The next q or Q, or null at the end. */
  next(): typeof save | typeof restore | null {
    while (this.#position < this.#bytes.length) {
      if (kinds[this.#at()] !== 0) {
        this.#skipDelimiter()
        continue
      }
      const start = this.#position
      this.#skipWord()
      const [first, length] = [this.#bytes[start], this.#position - start]
      if (this.#depth > 0) continue
      if (length === 1 && (first === save || first === restore)) return first
      if (length === 2 && first === letterI && this.#bytes[start + 1] === letterD) this.#skipImageData()
    }
    return null
  }

  /** Past the end, a zero, which is white space. */
  #at(ahead = 0): number {
    return this.#bytes[this.#position + ahead] ?? 0
  }

  #skipDelimiter() {
    const byte = this.#at()
    const isPair = this.#at(1) === byte
    if (byte === percent) return this.#skipComment()
    if (byte === openParenthesis) return this.#skipString()
    if (byte === lessThan && !isPair) return this.#skipPast(greaterThan)
    this.#position += 1
    if (byte === slash) this.#skipWord()
    else if (byte === openBracket) this.#depth += 1
    else if (byte === closeBracket) this.#depth = Math.max(0, this.#depth - 1)
    else if (byte === lessThan) this.#enterDictionary()
    else if (byte === greaterThan && isPair) this.#leaveDictionary()
  }

  #enterDictionary() {
    this.#position += 1
    this.#depth += 1
  }

  #leaveDictionary() {
    this.#position += 1
    this.#depth = Math.max(0, this.#depth - 1)
  }

  #skipWord() {
    while (this.#position < this.#bytes.length && kinds[this.#at()] === 0) this.#position += 1
  }

  #skipPast(byte: number) {
    const end = this.#bytes.indexOf(byte, this.#position)
    this.#position = end < 0 ? this.#bytes.length : end + 1
  }

  #skipComment() {
    while (this.#position < this.#bytes.length && this.#at() !== lineFeed && this.#at() !== carriageReturn)
      this.#position += 1
  }

  #skipString() {
    let open = 0
    do {
      const byte = this.#at()
      if (byte === backslash) this.#position += 1
      else if (byte === openParenthesis) open += 1
      else if (byte === closeParenthesis) open -= 1
      this.#position += 1
    } while (open > 0 && this.#position < this.#bytes.length)
  }

  /**
   * The data of an inline image (ISO 32000-2 §8.9.7) ends at EI between white space. Data may hold that by chance; text
   * then hardly follows, by which readers tell, too.
   */
  #skipImageData() {
    while (this.#position < this.#bytes.length && !this.#isAtImageEnd()) this.#position += 1
    this.#position += 3
  }

  #isAtImageEnd(): boolean {
    if (this.#at(1) !== letterE || this.#at(2) !== letterI) return false
    if (kinds[this.#at()] !== 1 || kinds[this.#at(3)] !== 1) return false
    const following = this.#bytes.subarray(this.#position + 3, this.#position + 16)
    return following.every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte !== 0 && kinds[byte] === 1))
  }
}
