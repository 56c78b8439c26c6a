import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { DocumentObjects } from './document-objects.ts'
import type { DocumentDescription, DocumentUpdate } from './document-update.ts'
import { UnusualPdf } from './unusual-pdf.ts'
import { objectBytes } from './write-object.ts'
import { describeInXmp } from './xmp.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d

type Written = { objectNumber: number; generation: number; offset: number }

/** What a trailer does not hand on to the next: what is said anew, and what only its own section is described by. */
const notHandedOn = new Set(['Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms'])

/** Changes to a document, written after it: objects that nobody asked for are neither read nor copied one by one. */
export class Revision implements DocumentUpdate {
  readonly #original: Uint8Array
  readonly #objects: DocumentObjects
  readonly #added = new Map<number, PdfObject>()
  #end: number
  #information: PdfRef | null = null

  constructor(original: Uint8Array) {
    this.#original = original
    this.#objects = new DocumentObjects(original)
    if (this.#objects.headerOffset > 0) throw new UnusualPdf('Offsets would be counted from the header')
    this.#end = this.#objects.references.end
  }

  getCatalog(): PdfDict {
    return this.#objects.getCatalog()
  }

  /** A number that is referred to is never given to a new object, even where it leads nowhere. */
  getObject(ref: PdfRef): PdfObject | null {
    const added = this.#added.get(ref.objectNumber)
    if (added) return added
    this.#end = Math.max(this.#end, ref.objectNumber + 1)
    return this.#objects.getObject(ref)
  }

  register(object: PdfObject): PdfRef {
    const ref = PdfRef.of(this.#end, 0)
    this.#added.set(ref.objectNumber, object)
    this.#end += 1
    return ref
  }

  describe({ title, producer }: DocumentDescription): void {
    const before = this.#objects.references.trailer.getDict('Info', (ref) => this.getObject(ref))
    const information = new PdfDict([...(before ?? [])])
    const resolve = (ref: PdfRef) => this.getObject(ref)
    if (!information.getString('Title', resolve)?.asString().trim())
      information.set('Title', PdfString.fromString(title))
    if (!information.getString('Creator', resolve)) information.set('Creator', PdfString.fromString(producer))
    information.set('Producer', PdfString.fromString(producer))
    this.#information = this.register(information)
    describeInXmp(this, { title: information.getString('Title', resolve)?.asString() ?? title, producer })
  }

  /** The original, and after it what changed. */
  save(): Buffer {
    const original = this.#original
    const parts: Buffer[] = []
    let position = original.length
    const write = (part: Buffer) => {
      parts.push(part)
      position += part.length
    }
    const last = original[original.length - 1]
    if (last !== lineFeed && last !== carriageReturn) write(Buffer.from('\n'))
    const written: Written[] = []
    for (const [{ objectNumber, generation }, object] of this.#changed()) {
      written.push({ objectNumber, generation, offset: position })
      write(definition(objectNumber, generation, object))
    }
    const start = position
    if (written.length === 0) return Buffer.from(original)
    write(this.#section(written, start))
    write(Buffer.from(`startxref\n${start}\n%%EOF\n`))
    const bytes = Buffer.allocUnsafeSlow(position)
    bytes.set(original)
    parts.reduce((offset, part) => offset + part.copy(bytes, offset), original.length)
    return bytes
  }

  *#changed(): Iterable<[PdfRef, PdfObject]> {
    for (const { ref, object } of this.#objects.loaded.values()) if (object && isChanged(object)) yield [ref, object]
    for (const [objectNumber, object] of this.#added) yield [PdfRef.of(objectNumber, 0), object]
  }

  /** Of the kind that the file has already. */
  #section(written: readonly Written[], start: number): Buffer {
    const { trailer, isStream, start: previous } = this.#objects.references
    const entries = new PdfDict([...trailer].filter(([{ value }]) => !notHandedOn.has(value)))
    entries.set('Prev', PdfNumber.of(previous))
    if (this.#information) entries.set('Info', this.#information)
    if (isStream) return this.#stream(written, start, entries)
    entries.set('Size', PdfNumber.of(this.#end))
    const rows = rangesOf(written).map(
      (range) => `${range[0]?.objectNumber} ${range.length}\n${range.map(row).join('')}`,
    )
    return Buffer.concat([Buffer.from(`xref\n${rows.join('')}trailer\n`), objectBytes(entries), Buffer.from('\n')])
  }

  #stream(written: readonly Written[], start: number, entries: PdfDict): Buffer {
    const objectNumber = this.#end
    const ranges = rangesOf([...written, { objectNumber, generation: 0, offset: start }])
    const index = ranges.flatMap((range) => [range[0]?.objectNumber ?? 0, range.length])
    const stream = new PdfStream(entries, Buffer.concat(ranges.flat().map(binaryRow)))
    stream.set('Type', PdfName.of('XRef'))
    stream.set('Size', PdfNumber.of(objectNumber + 1))
    stream.set('W', numbers(fieldWidths))
    stream.set('Index', numbers(index))
    return definition(objectNumber, 0, stream)
  }
}

/** Itself or a part of it, but not what it refers to. */
function isChanged(object: PdfObject): boolean {
  if (object instanceof PdfArray) return object.dirty || object.toArray().some(isChanged)
  return object instanceof PdfDict && (object.dirty || Array.from(object, ([, value]) => value).some(isChanged))
}

function definition(objectNumber: number, generation: number, object: PdfObject): Buffer {
  const head = Buffer.from(`${objectNumber} ${generation} obj\n`)
  return Buffer.concat([head, objectBytes(object), Buffer.from('\nendobj\n')])
}

/** In order, by consecutive numbers. */
function rangesOf(written: readonly Written[]): Written[][] {
  const ranges: Written[][] = []
  for (const each of written.toSorted((a, b) => a.objectNumber - b.objectNumber)) {
    const range = ranges.at(-1)
    if (range?.at(-1)?.objectNumber === each.objectNumber - 1) range.push(each)
    else ranges.push([each])
  }
  return ranges
}

function row({ offset, generation }: Written): string {
  return `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`
}

const fieldWidths = [1, 5, 2]

function binaryRow({ offset, generation }: Written): Buffer {
  const row = Buffer.alloc(8)
  row.writeUInt8(1, 0)
  row.writeUIntBE(offset, 1, 5)
  row.writeUInt16BE(generation, 6)
  return row
}

function numbers(values: readonly number[]): PdfArray {
  return new PdfArray(values.map((value) => PdfNumber.of(value)))
}
