import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import type { ObjectSource } from './document-objects.ts'
import { checkStructure } from './structure-check.ts'
import type { StructureFault } from './structure-fault.ts'
import { OversizedPdf } from './unusual-pdf.ts'
import { writeDocument } from './written-document.ts'

/** The one reading of a document: everything else about it follows from these objects. */
export type DocumentReading =
  | {
      readable: true
      document: ReadDocument
      /** Empty when every reader takes the file for this same document. */
      faults: StructureFault[]
    }
  | { readable: false; reason: 'encrypted' | 'damaged' | 'too_complex' }

const maxObjects = 500_000

/**
 * Reads a file from an untrusted sender. A file whose structure cannot be read as it stands is rebuilt by the library, and
 * then has the fault `unreadable`. Reading may take any amount of time and memory: call this in a process of its own.
 */
export async function readDocument(bytes: Uint8Array): Promise<DocumentReading> {
  try {
    const { objects, faults } = checkStructure(bytes)
    if (!objects) return await rebuilt(bytes, faults)
    return { readable: true, document: new ReadDocument(objects, objects.references.trailer), faults }
  } catch (error) {
    if (error instanceof OversizedPdf) return { readable: false, reason: 'too_complex' }
    return { readable: false, reason: mentionsEncryption(bytes) ? 'encrypted' : 'damaged' }
  }
}

async function rebuilt(bytes: Uint8Array, faults: StructureFault[]): Promise<DocumentReading> {
  const pdf = await PDF.load(bytes)
  const isRebuilt = pdf.recoveredViaBruteForce
  if (pdf.isEncrypted || (isRebuilt && mentionsEncryption(bytes))) return { readable: false, reason: 'encrypted' }
  const source = { getCatalog: () => pdf.getCatalog(), getObject: (ref: PdfRef) => pdf.getObject(ref) }
  if (!isWhole(source) && isRebuilt) return { readable: false, reason: 'damaged' }
  return { readable: true, document: new ReadDocument(source, pdf.context.info.trailer), faults }
}

/** A rebuilt table has lost the trailer, and with it the word that the file is encrypted. */
function mentionsEncryption(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt')
}

/** Whether every object that the document refers to is there. Throws where one cannot be read. */
function isWhole(source: ObjectSource): boolean {
  const pending: PdfObject[] = [source.getCatalog()]
  const visited = new Set<string>()
  let isAllThere = true
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next instanceof PdfArray) for (const item of next) pending.push(item)
    else if (next instanceof PdfDict) for (const [, value] of next) pending.push(value)
    else if (next instanceof PdfRef && !visited.has(next.toString())) {
      visited.add(next.toString())
      if (visited.size > maxObjects) throw new OversizedPdf('The document has too many objects')
      const object = source.getObject(next)
      if (object) pending.push(object)
      else isAllThere = false
    }
  }
  return isAllThere
}

/** Above every number that a file may use: new objects get another one when the document is written. */
const firstNewNumber = 2 ** 52

const informationKept = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate']

/** The objects of a document, which may be changed, and to which new ones may be added. */
export class ReadDocument implements ObjectSource {
  readonly #source: ObjectSource
  readonly #trailer: PdfDict
  readonly #added = new Map<number, PdfObject>()

  constructor(source: ObjectSource, trailer: PdfDict) {
    this.#source = source
    this.#trailer = trailer
  }

  getCatalog(): PdfDict {
    return this.#source.getCatalog()
  }

  getObject(ref: PdfRef): PdfObject | null {
    return this.#added.get(ref.objectNumber) ?? this.#source.getObject(ref)
  }

  register(object: PdfObject): PdfRef {
    const ref = PdfRef.of(firstNewNumber + this.#added.size, 0)
    this.#added.set(ref.objectNumber, object)
    return ref
  }

  /** A file of its own, with just what can be reached from the catalog. See `writeDocument`. */
  write(): Buffer {
    return writeDocument(this, this.#information())
  }

  /** The texts about the document that readers know, without whatever else a producer may have left. */
  #information(): PdfDict | null {
    const information = this.#trailer.getDict('Info', (ref) => this.getObject(ref))
    const kept = informationKept.flatMap((key): [string, PdfString][] => {
      const text = information?.get(key, (ref) => this.getObject(ref))
      return text instanceof PdfString ? [[key, text]] : []
    })
    return kept.length > 0 ? new PdfDict(kept) : null
  }
}
