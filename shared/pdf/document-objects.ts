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

type ObjectStream = { reader: ObjectReader; first: number; index: { objectNumber: number; offset: number }[] }

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
  readonly loaded = new Map<number, { ref: PdfRef; object: PdfObject | null }>()
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
    if (known) return known.ref.generation === ref.generation ? known.object : null
    if (this.#underWay.has(objectNumber) || this.#underWay.size > mostUnderWay)
      throw new UnusualPdf(`${ref} cannot be read before itself`)
    this.#underWay.add(objectNumber)
    const object = this.#read(ref)
    this.#underWay.delete(objectNumber)
    this.loaded.set(objectNumber, { ref, object })
    return object
  }

  #read(ref: PdfRef): PdfObject | null {
    const place = this.references.find(ref.objectNumber)
    if (!place || place.kind === 'free') return null
    if (place.kind === 'packed') return this.#packed(ref, place)
    if (place.generation !== ref.generation) throw new UnusualPdf(`${ref} is of another generation`)
    const reader = new ObjectReader(this.#bytes, place.offset)
    if (reader.integer() !== ref.objectNumber || reader.integer() !== ref.generation)
      throw new UnusualPdf(`${ref} is not where it should be`)
    return this.#definition(reader)
  }

  /** From the word `obj` on. */
  #definition(reader: ObjectReader): PdfObject {
    reader.expect('obj')
    const object = reader.object()
    if (!(object instanceof PdfDict) || !reader.accepts('stream')) {
      reader.expect('endobj')
      return object
    }
    const stream = this.#stream(reader, object)
    reader.expect('endobj')
    return stream
  }

  /** The data stays where it is in the file. */
  #stream(reader: ObjectReader, dictionary: PdfDict): PdfStream {
    if (this.#bytes[reader.position] === carriageReturn) reader.position += 1
    if (this.#bytes[reader.position] !== lineFeed) throw new UnusualPdf('No line end before the data of a stream')
    const start = reader.position + 1
    const length = dictionary.get('Length', (ref) => this.getObject(ref))
    if (!(length instanceof PdfNumber) || !Number.isSafeInteger(length.value) || length.value < 0)
      throw new UnusualPdf('A stream has no length')
    reader.position = start + length.value
    reader.expect('endstream')
    return new PdfStream(dictionary, this.#bytes.subarray(start, start + length.value))
  }

  #streamAt(position: number): PdfStream {
    const reader = new ObjectReader(this.#bytes, position)
    reader.integer()
    reader.integer()
    const stream = this.#definition(reader)
    if (!(stream instanceof PdfStream)) throw new UnusualPdf(`No stream at byte ${position}`)
    return stream
  }

  #packed(ref: PdfRef, place: { stream: number; index: number }): PdfObject {
    const { reader, first, index } = this.#streams.get(place.stream) ?? this.#openStream(place.stream)
    const entry = index[place.index]
    if (ref.generation !== 0 || entry?.objectNumber !== ref.objectNumber)
      throw new UnusualPdf(`${ref} is not in its object stream`)
    reader.position = first + entry.offset
    return reader.object()
  }

  #openStream(objectNumber: number): ObjectStream {
    const stream = this.getObject(PdfRef.of(objectNumber, 0))
    if (!(stream instanceof PdfStream) || stream.getName('Type')?.value !== 'ObjStm')
      throw new UnusualPdf(`${objectNumber} is no object stream`)
    const first = stream.getNumber('First')?.value ?? Number.NaN
    const data = unpackedStream(stream, mostUnpackedBytes)
    this.#unpackedBytes += data.length
    if (this.#unpackedBytes > mostUnpackedBytes) throw new OversizedPdf('The object streams are too large')
    const reader = new ObjectReader(data)
    const count = stream.getNumber('N')?.value ?? 0
    const index = Array.from({ length: Math.min(count, reader.bytes.length) }, () => ({
      objectNumber: reader.integer(),
      offset: reader.integer(),
    }))
    const opened = { reader, first, index }
    this.#streams.set(objectNumber, opened)
    return opened
  }
}
