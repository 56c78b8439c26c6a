import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfString,
} from '@libpdf/core'
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
import { UnusualPdf } from './unusual-pdf.ts'

const maxDepth = 100
const longestWord = 32
const largestNumber = 1e15

const endOfFile = -1
const numberSign = 0x23

const escapes: Readonly<Record<number, number>> = { 110: 0x0a, 114: 0x0d, 116: 0x09, 98: 0x08, 102: 0x0c }

/**
 * Reads PDF objects from bytes (ISO 32000-2 §7.3), strictly: throws `UnusualPdf` where readers may differ, such as at a
 * dictionary that has a key twice. Names are held with a character for each byte.
 */
export class ObjectReader {
  readonly bytes: Uint8Array
  position: number

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes
    this.position = position
  }

  object(depth = 0): PdfObject {
    if (depth > maxDepth) throw new UnusualPdf('Objects lie too deep in each other')
    this.skipSpace()
    switch (this.#peek()) {
      case slash:
        return PdfName.of(this.#name())
      case openParenthesis:
        return new PdfString(this.#literalString(), 'literal')
      case openBracket:
        return this.#array(depth)
      case lessThan:
        return this.#peek(1) === lessThan ? this.#dictionary(depth) : new PdfString(this.#hexString(), 'hex')
      default:
        return this.#numberOrWord()
    }
  }

  dictionary(): PdfDict {
    const object = this.object()
    if (!(object instanceof PdfDict)) throw new UnusualPdf(`No dictionary before byte ${this.position}`)
    return object
  }

  /** A whole number, not below zero. */
  integer(): number {
    const word = this.word()
    if (!/^\d{1,15}$/.test(word)) throw new UnusualPdf(`No number before byte ${this.position}`)
    return Number(word)
  }

  expect(word: string) {
    if (this.word() !== word) throw new UnusualPdf(`No "${word}" before byte ${this.position}`)
  }

  /** Whether the next word is this one. It is passed over if so. */
  accepts(word: string): boolean {
    const { position } = this
    if (this.word() === word) return true
    this.position = position
    return false
  }

  word(): string {
    this.skipSpace()
    const start = this.position
    while (this.#kind() === 0) this.position += 1
    if (this.position - start > longestWord) throw new UnusualPdf(`No word of PDF at byte ${start}`)
    return this.#text(start)
  }

  skipSpace() {
    for (;;) {
      while (this.#kind() === 1) this.position += 1
      if (this.#peek() !== percent) return
      while (![lineFeed, carriageReturn, endOfFile].includes(this.#peek())) this.position += 1
    }
  }

  #peek(ahead = 0): number {
    return this.bytes[this.position + ahead] ?? endOfFile
  }

  /** At the end of the file, that of a delimiter. */
  #kind(): number {
    return kinds[this.bytes[this.position] ?? slash] ?? 2
  }

  #text(start: number): string {
    let text = ''
    for (let index = start; index < this.position; index += 1) text += String.fromCharCode(this.bytes[index] ?? 0)
    return text
  }

  #name(): string {
    this.position += 1
    const start = this.position
    let isEscaped = false
    while (this.#kind() === 0) {
      isEscaped ||= this.#peek() === numberSign
      this.position += 1
    }
    const text = this.#text(start)
    if (!isEscaped) return text
    if (/#(?![0-9a-f]{2})/i.test(text)) throw new UnusualPdf(`No name before byte ${this.position}`)
    return text.replace(/#(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }

  #array(depth: number): PdfArray {
    this.position += 1
    const items: PdfObject[] = []
    for (this.skipSpace(); this.#peek() !== closeBracket; this.skipSpace()) items.push(this.object(depth + 1))
    this.position += 1
    return new PdfArray(items)
  }

  #dictionary(depth: number): PdfDict {
    this.position += 2
    const entries: [string, PdfObject][] = []
    for (this.skipSpace(); this.#peek() === slash; this.skipSpace()) {
      const name = this.#name()
      entries.push([name, this.object(depth + 1)])
    }
    if (this.#peek() !== greaterThan || this.#peek(1) !== greaterThan)
      throw new UnusualPdf(`A dictionary does not end at byte ${this.position}`)
    this.position += 2
    const dictionary = new PdfDict(entries)
    if (dictionary.size !== entries.length) throw new UnusualPdf(`A key twice before byte ${this.position}`)
    return dictionary
  }

  #hexString(): Uint8Array {
    const start = this.position + 1
    while (this.#peek() !== greaterThan) {
      if (this.#peek() === endOfFile) throw new UnusualPdf('A string does not end')
      this.position += 1
    }
    const digits = Buffer.from(this.bytes.subarray(start, this.position))
      .toString('latin1')
      .replace(/[\0\t\n\f\r ]+/g, '')
    if (!/^[0-9a-f]*$/i.test(digits)) throw new UnusualPdf(`No string before byte ${this.position}`)
    this.position += 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  }

  #literalString(): Uint8Array {
    this.position += 1
    const text: number[] = []
    for (let open = 1; ; ) {
      const byte = this.#next()
      if (byte === endOfFile) throw new UnusualPdf('A string does not end')
      if (byte === backslash) this.#escape(text)
      else {
        if (byte === openParenthesis) open += 1
        if (byte === closeParenthesis) open -= 1
        if (open === 0) return Uint8Array.from(text)
        text.push(byte === carriageReturn ? this.#endOfLine() : byte)
      }
    }
  }

  #next(): number {
    const byte = this.#peek()
    this.position += 1
    return byte
  }

  /** Any end of line in a string means a line feed. */
  #endOfLine(): number {
    if (this.#peek() === lineFeed) this.position += 1
    return lineFeed
  }

  #escape(text: number[]) {
    const byte = this.#next()
    if (byte === carriageReturn) this.#endOfLine()
    else if (isOctal(byte)) text.push(this.#octal(byte))
    else if (byte !== lineFeed && byte !== endOfFile) text.push(escapes[byte] ?? byte)
  }

  #octal(first: number): number {
    let value = first - 0x30
    for (let digits = 1; digits < 3 && isOctal(this.#peek()); digits += 1) value = value * 8 + this.#next() - 0x30
    return value & 0xff
  }

  #numberOrWord(): PdfObject {
    const word = this.word()
    if (/^\d+$/.test(word)) return this.#reference(Number(word)) ?? number(word)
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return number(word)
    if (word === 'true' || word === 'false') return PdfBool.of(word === 'true')
    if (word === 'null') return PdfNull.instance
    throw new UnusualPdf(`No object before byte ${this.position}`)
  }

  /** `12 0 R`, or null when the number before the position is just a number. */
  #reference(objectNumber: number): PdfRef | null {
    const { position } = this
    const generation = this.word()
    if (/^\d{1,5}$/.test(generation) && this.word() === 'R') return PdfRef.of(objectNumber, Number(generation))
    this.position = position
    return null
  }
}

function number(word: string): PdfNumber {
  const value = Number(word)
  if (Math.abs(value) > largestNumber) throw new UnusualPdf(`${word} is too large`)
  return PdfNumber.of(value)
}

function isOctal(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x37
}
