import { isWhiteSpace } from './bytes.ts'
import type { NoteFault } from './structure-fault.ts'

/** A part of the file that is known, from its start up to but without `end`. */
type Extent = {
  end: number
  /** It is a section of the cross-references that ends a save. */
  endsSave: boolean
}

const longestHead = 4_096
const longestEnd = 256

const head = /^%PDF-\d\.\d[\0\t\f ]*[\r\n](?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])*$/
/** A reader that rebuilds a file looks for these, also in a comment. */
const wordsOfStructure = /obj|stream|xref|trailer|EOF|PDF-/
/** Where `%%EOF` does not end its line, readers that rebuild a file take what follows for a comment. */
const endOfSave = /^[\0\t\n\f\r ]*startxref[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+%%EOF[\t ]*[\r\n]$/
const endOfFile = /^[\0\t\n\f\r ]*startxref[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+%%EOF[\t\n\f\r ]{0,32}$/

/** Accounts for every byte of a file: it belongs to an extent, the header, the end of a save, or is white space. */
export class FileCoverage {
  readonly #bytes: Uint8Array
  readonly #extents = new Map<number, Extent>()

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** What is added twice, as a cross-reference stream that names itself, counts once. */
  add(start: number, end: number, endsSave = false) {
    const known = this.#extents.get(start)
    this.#extents.set(start, { end, endsSave: endsSave || (known?.endsSave ?? false) })
  }

  check(note: NoteFault) {
    const extents = [...this.#extents].sort(([a], [b]) => a - b)
    if (!this.#isHead(extents[0]?.[0] ?? 0)) note('header')
    for (const [index, [, { end, endsSave }]] of extents.entries()) {
      const next = extents[index + 1]?.[0]
      if (next === undefined) {
        if (!endsSave || !this.#isEnd(end)) note('end')
      } else if (next < end) note('overlap')
      else if (!isWhiteSpace(this.#bytes, endsSave ? this.#afterSave(end, next, note) : end, next)) note('stray_bytes')
    }
  }

  #isHead(end: number): boolean {
    const text = end <= longestHead ? this.#text(0, end) : ''
    return head.test(text) && !wordsOfStructure.test(text.slice('%PDF-'.length))
  }

  /** Where the line ends that ends the save. The first section of a linearized file may have none. */
  #afterSave(start: number, end: number, note: NoteFault): number {
    if (isWhiteSpace(this.#bytes, start, end)) return end
    const text = this.#text(start, Math.min(end, start + longestEnd))
    const mark = text.indexOf('%%EOF')
    const lineEnd = mark < 0 ? -1 : text.slice(mark).search(/[\r\n]/)
    if (lineEnd >= 0 && endOfSave.test(text.slice(0, mark + lineEnd + 1))) return start + mark + lineEnd + 1
    note('end')
    return end
  }

  #isEnd(start: number): boolean {
    return this.#bytes.length <= start + longestEnd && endOfFile.test(this.#text(start, this.#bytes.length))
  }

  #text(start: number, end: number): string {
    return Buffer.from(this.#bytes.subarray(start, end)).toString('latin1')
  }
}
