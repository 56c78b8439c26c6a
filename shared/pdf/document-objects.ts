import { PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { carriageReturn, lineFeed } from './bytes.ts'
import { type CrossReferences, readCrossReferences } from './cross-references.ts'
import { ObjectReader } from './object-reader.ts'
import { unpackedStream } from './unpacked-stream.ts'
import { OversizedPdf, UnusualPdf } from './unusual-pdf.ts'

/** Whatever gives the objects of a document. A reference to an object that is not there gives null. */
export interface ObjectSource {
  getCatalog(): PdfDict
  getObject(ref: PdfRef): PdfObject | null
}

/** Its objects are read from its unpacked data, at offsets from `first` on. */
export type ObjectStream = {
  reader: ObjectReader
  first: number
  index: { objectNumber: number; offset: number }[]
  /** Where the index ends, before or at `first`. */
  endOfIndex: number
}

/** `N G obj … endobj` as it stands in the file. */
export type Definition = {
  ref: PdfRef
  object: PdfObject
  end: number
  /** Whether the data of a stream ends, but for one end of line, where its length says. True for other objects. */
  isExact: boolean
}

/** An object that was asked for. */
type Loaded = {
  ref: PdfRef
  object: PdfObject | null
  /** Where it ends: in the file, or in the unpacked data of its object stream. */
  end: number
  isExact: boolean
}

/** A packed object takes its stream, which takes its length. */
const mostUnderWay = 4

const searchedForHeader = 1024
/** Of all object streams of a document together. */
const mostUnpackedBytes = 128 * 1024 * 1024

/**
 * The objects of a file. Each is parsed when it is asked for, so that a large file costs no more than what is used of it.
 * Throws `UnusualPdf`, also when an object is asked for, where the file is not as it should be.
 */
export class DocumentObjects implements ObjectSource {
  /** What was asked for, by object number; changing these objects changes the document. */
  readonly loaded = new Map<number, Loaded>()
  /** How many bytes come before the header. */
  readonly headerOffset: number
  #bytes: Uint8Array
  readonly #streams = new Map<number, ObjectStream>()
  readonly #underWay = new Set<number>()
  #references: CrossReferences | null = null
  #unpackedBytes = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.headerOffset = Buffer.from(bytes.subarray(0, searchedForHeader)).indexOf('%PDF-')
    if (this.headerOffset < 0) throw new UnusualPdf('No header')
    this.#references = this.headerOffset > 0 ? this.#referencesFromHeader() : this.#readReferences()
    if (this.references.trailer.has('Encrypt')) throw new UnusualPdf('The document is encrypted')
  }

  /** Readers count offsets from the header, whatever comes before it. Some writers count from the start of the file. */
  #referencesFromHeader(): CrossReferences {
    const whole = this.#bytes
    this.#bytes = whole.subarray(this.headerOffset)
    try {
      return this.#readReferences()
    } catch (error) {
      if (!(error instanceof UnusualPdf)) throw error
      this.#bytes = whole
      return this.#readReferences()
    }
  }

  #readReferences(): CrossReferences {
    return readCrossReferences(this.#bytes, (position) => this.#streamAt(position))
  }

  /** Those of the file that offsets count: from the header on, or all. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  get references(): CrossReferences {
    if (!this.#references) throw new UnusualPdf('The cross-references refer to other objects')
    return this.#references
  }

  getCatalog(): PdfDict {
    const root = this.references.trailer.getRef('Root')
    const catalog = root && this.getObject(root)
    if (!(catalog instanceof PdfDict)) throw new UnusualPdf('No catalog')
    return catalog
  }

  getObject(ref: PdfRef): PdfObject | null {
    const { objectNumber } = ref
    const known = this.loaded.get(objectNumber)
    if (known && known.ref.generation !== ref.generation) throw new UnusualPdf(`${ref} is of another generation`)
    if (known) return known.object
    if (this.#underWay.has(objectNumber) || this.#underWay.size > mostUnderWay)
      throw new UnusualPdf(`${ref} cannot be read before itself`)
    this.#underWay.add(objectNumber)
    const loaded = this.#read(ref)
    this.#underWay.delete(objectNumber)
    this.loaded.set(objectNumber, loaded)
    return loaded.object
  }

  #read(ref: PdfRef): Loaded {
    const place = this.references.find(ref.objectNumber)
    if (!place || place.kind === 'free') return { ref, object: null, end: 0, isExact: true }
    if (place.kind === 'packed') return this.#packed(ref, place)
    if (place.generation !== ref.generation) throw new UnusualPdf(`${ref} is of another generation`)
    const definition = this.definitionAt(place.offset)
    if (definition.ref.toString() !== ref.toString()) throw new UnusualPdf(`${ref} is not where it should be`)
    return definition
  }

  /** Reads one from the file, whether or not cross-references name it. */
  definitionAt(offset: number): Definition {
    const reader = new ObjectReader(this.#bytes, offset)
    const ref = PdfRef.of(reader.integer(), reader.integer())
    reader.expect('obj')
    const value = reader.object()
    const isStream = value instanceof PdfDict && reader.accepts('stream')
    const { object, isExact } = isStream ? this.#stream(reader, value) : { object: value, isExact: true }
    reader.expect('endobj')
    return { ref, object, end: reader.position, isExact }
  }

  /** The data stays where it is in the file. */
  #stream(reader: ObjectReader, dictionary: PdfDict) {
    if (this.#bytes[reader.position] === carriageReturn) reader.position += 1
    if (this.#bytes[reader.position] !== lineFeed) throw new UnusualPdf('No line end before the data of a stream')
    const start = reader.position + 1
    const length = dictionary.get('Length', (ref) => this.getObject(ref))
    if (!(length instanceof PdfNumber) || !Number.isSafeInteger(length.value) || length.value < 0)
      throw new UnusualPdf('A stream has no length')
    const end = start + length.value
    reader.position = end
    reader.expect('endstream')
    const between = Buffer.from(this.#bytes.subarray(end, reader.position - 'endstream'.length)).toString('latin1')
    const isExact = ['', '\n', '\r\n', '\r'].includes(between)
    return { object: new PdfStream(dictionary, this.#bytes.subarray(start, end)), isExact }
  }

  #streamAt(position: number) {
    const { object, end } = this.definitionAt(position)
    if (!(object instanceof PdfStream)) throw new UnusualPdf(`No stream at byte ${position}`)
    return { stream: object, endOffset: end }
  }

  #packed(ref: PdfRef, place: { stream: number; index: number }): Loaded {
    const { reader, first, index } = this.objectStream(place.stream)
    const entry = index[place.index]
    if (ref.generation !== 0 || entry?.objectNumber !== ref.objectNumber)
      throw new UnusualPdf(`${ref} is not in its object stream`)
    reader.position = first + entry.offset
    return { ref, object: reader.object(), end: reader.position, isExact: true }
  }

  /** The one that the newest save means. */
  objectStream(objectNumber: number): ObjectStream {
    const opened = this.#streams.get(objectNumber) ?? this.openObjectStream(this.getObject(PdfRef.of(objectNumber, 0)))
    this.#streams.set(objectNumber, opened)
    return opened
  }

  /** Throws `OversizedPdf` once those of the document that were opened are too large together. */
  openObjectStream(stream: PdfObject | null): ObjectStream {
    if (!(stream instanceof PdfStream) || stream.getName('Type')?.value !== 'ObjStm')
      throw new UnusualPdf('An object lies in what is no object stream')
    const first = stream.getNumber('First')?.value ?? Number.NaN
    const data = unpackedStream(stream, mostUnpackedBytes)
    this.#unpackedBytes += data.length
    if (this.#unpackedBytes > mostUnpackedBytes) throw new OversizedPdf('The object streams are too large')
    const reader = new ObjectReader(data)
    const count = stream.getNumber('N')?.value ?? 0
    const index = Array.from({ length: Math.min(count, data.length) }, () => ({
      objectNumber: reader.integer(),
      offset: reader.integer(),
    }))
    return { reader, first, index, endOfIndex: reader.position }
  }
}
