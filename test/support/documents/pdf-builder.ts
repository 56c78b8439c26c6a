import { deflateSync } from 'node:zlib'

/** A row of cross-references: where an object is. Offsets count from the header unless `from` says otherwise. */
export type Entry =
  | { number: number; at: number; generation?: number }
  | { number: number; inStream: number; index: number }
  | { number: number; free: true }

export type Widths = readonly [number, number, number]

/** Writes a file piece by piece, also one that no honest writer would write. */
export class PdfBuilder {
  readonly #parts: Buffer[]
  /** Of the next piece. */
  position = 0

  constructor(head = '%PDF-1.7\n%\u00b5\u00b5\u00b5\u00b5\n') {
    this.#parts = []
    this.raw(head)
  }

  /** A character for each byte. */
  raw(text: string | Uint8Array): this {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : Buffer.from(text)
    this.#parts.push(bytes)
    this.position += bytes.length
    return this
  }

  /** Where it starts. */
  object(number: number, body: string, generation = 0): number {
    const start = this.position
    this.raw(`${number} ${generation} obj\n${body}\nendobj\n`)
    return start
  }

  stream(number: number, data: string | Uint8Array, entries = ''): number {
    const bytes = Buffer.from(data)
    return this.object(number, `<<${entries}/Length ${bytes.length}>>stream\n${bytes.toString('latin1')}\nendstream`)
  }

  /** Packs objects of the given numbers; `listed` are the numbers that it claims to hold. */
  objectStream(number: number, objects: readonly [number: number, body: string][], listed?: readonly number[]): number {
    let offset = 0
    const index = objects.map(([inside, body], place) => {
      const pair = `${listed?.[place] ?? inside} ${offset}`
      offset += body.length + 1
      return pair
    })
    const head = `${index.join(' ')} `
    const data = head + objects.map(([, body]) => `${body} `).join('')
    return this.stream(number, data, `/Type/ObjStm/N ${objects.length}/First ${head.length}`)
  }

  /** A table in ranges of one row, and its trailer. */
  table(entries: readonly Entry[], trailer: string): number {
    const start = this.position
    this.raw(`xref\n${entries.map((entry) => `${entry.number} 1\n${tableRow(entry)}`).join('')}`)
    this.raw(`trailer\n<<${trailer}>>\n`)
    return start
  }

  crossReferenceStream(number: number, entries: readonly Entry[], trailer: string, widths: Widths = [1, 4, 2]): number {
    const index = entries.map((entry) => `${entry.number} 1`).join(' ')
    const rows = deflateSync(Buffer.concat(entries.map((entry) => streamRow(entry, widths))))
    const dictionary = `/Type/XRef/W[${widths.join(' ')}]/Index[${index}]/Filter/FlateDecode${trailer}`
    return this.stream(number, rows, dictionary)
  }

  end(start: number): this {
    return this.raw(`startxref\n${start}\n%%EOF\n`)
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

function tableRow(entry: Entry): string {
  if (!('at' in entry)) return '0000000000 65535 f \n'
  return `${String(entry.at).padStart(10, '0')} ${String(entry.generation ?? 0).padStart(5, '0')} n \n`
}

function streamRow(entry: Entry, widths: Widths): Buffer {
  return Buffer.concat(fieldsOf(entry).map((value, field) => bigEndian(value, widths[field] ?? 0)))
}

function fieldsOf(entry: Entry): number[] {
  if ('at' in entry) return [1, entry.at, entry.generation ?? 0]
  return 'inStream' in entry ? [2, entry.inStream, entry.index] : [0, 0, 0]
}

function bigEndian(value: number, width: number): Buffer {
  const hex = value.toString(16).padStart(2 * width, '0')
  return Buffer.from(width === 0 ? '' : hex.slice(-2 * width), 'hex')
}
