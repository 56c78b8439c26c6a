import { createHash } from 'node:crypto'
import { PdfArray, PdfDict, PdfNull, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import type { ObjectSource } from './document-objects.ts'
import { OversizedPdf } from './unusual-pdf.ts'
import { objectBytes } from './write-object.ts'

const maxObjects = 500_000
const header = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')
const identifierBytes = 16

/**
 * Writes a document anew, so that every reader finds the same objects: all that can be reached from the catalog, numbered
 * from 1 on, in one revision with one table, from the header to `%%EOF`. The data of streams stays packed as it is.
 * The same objects give the same bytes. `information` are the entries of /Info.
 * Throws `OversizedPdf` for more than half a million objects.
 */
export function writeDocument(source: ObjectSource, information: PdfDict | null = null): Buffer {
  const numbering = new Numbering(source)
  const root = numbering.add(source.getCatalog())
  const info = information && numbering.add(information)
  const offsets: number[] = []
  const parts: Buffer[] = [header]
  const hash = createHash('sha256')
  let position = header.length
  for (let object = numbering.next(); object; object = numbering.next()) {
    const body = objectBytes(object, (ref) => numbering.refer(ref))
    const part = Buffer.concat([Buffer.from(`${offsets.length + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    offsets.push(position)
    parts.push(part)
    hash.update(part)
    position += part.length
  }
  const trailer = new PdfDict([['Size', PdfNumber.of(offsets.length + 1)]])
  trailer.set('Root', root)
  if (info) trailer.set('Info', info)
  const identifier = new PdfString(hash.digest().subarray(0, identifierBytes), 'hex')
  trailer.set('ID', new PdfArray([identifier, identifier]))
  return Buffer.concat([...parts, table(offsets), objectBytes(trailer), end(position)])
}

function table(offsets: readonly number[]): Buffer {
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  return Buffer.from(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n`)
}

function end(startOfTable: number): Buffer {
  return Buffer.from(`\nstartxref\n${startOfTable}\n%%EOF\n`)
}

/** Numbers objects in the order in which references lead to them. An object that two numbers led to gets one. */
class Numbering {
  readonly #source: ObjectSource
  #taken = 0
  readonly #objects: PdfObject[] = []
  readonly #byObject = new Map<PdfObject, PdfRef>()
  readonly #byReference = new Map<string, PdfRef | null>()

  constructor(source: ObjectSource) {
    this.#source = source
  }

  add(object: PdfObject): PdfRef {
    const known = this.#byObject.get(object)
    if (known) return known
    if (this.#objects.length === maxObjects) throw new OversizedPdf('The document has too many objects')
    const ref = PdfRef.of(this.#objects.push(object), 0)
    this.#byObject.set(object, ref)
    return ref
  }

  /** Null for a reference that leads nowhere. */
  refer(ref: PdfRef): PdfRef | null {
    const key = ref.toString()
    const known = this.#byReference.get(key)
    if (known !== undefined) return known
    const object = this.#source.getObject(ref)
    const given = object && !(object instanceof PdfNull) ? this.add(object) : null
    this.#byReference.set(key, given)
    return given
  }

  /** In the order of their numbers. Writing one object adds those that it refers to. */
  next(): PdfObject | null {
    const object = this.#objects[this.#taken] ?? null
    this.#taken += 1
    return object
  }
}
