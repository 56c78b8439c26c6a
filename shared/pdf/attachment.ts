import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import type { ObjectSource } from './document-objects.ts'
import { pdfDate } from './pdf-date.ts'
import { decodedData } from './unpacked-stream.ts'
import { UnusualPdf } from './unusual-pdf.ts'

export interface Attachment {
  readonly name: string
  readonly bytes: Uint8Array
  readonly mimeType: string
  /** What readers say of it. */
  readonly description: string
  readonly at: Date
}

/**
 * Attaches files that are the data of a document which has no attachment yet: readers list them (ISO 32000-2 §7.11.4), and
 * archives know them as associated with the document (§14.13, PDF/A-3).
 */
export function attachData(pdf: PDF, ...attachments: readonly Attachment[]): void {
  const byName = attachments.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const files = byName.map((attachment) => ({ name: attachment.name, file: fileSpecification(pdf, attachment) }))
  const names = files.flatMap(({ name, file }) => [PdfString.fromString(name), file])
  const tree = PdfDict.of({ Names: new PdfArray(names) })
  const catalog = pdf.getCatalog()
  catalog.set('Names', PdfDict.of({ EmbeddedFiles: pdf.register(tree) }))
  catalog.set('AF', new PdfArray(files.map(({ file }) => file)))
}

function fileSpecification(pdf: PDF, { name, bytes, mimeType, description, at }: Attachment): PdfRef {
  const date = PdfString.fromString(pdfDate(at))
  const params = PdfDict.of({ Size: PdfNumber.of(bytes.length), CreationDate: date, ModDate: date })
  const entries = { Type: PdfName.of('EmbeddedFile'), Subtype: PdfName.of(mimeType), Params: params }
  const file = pdf.register(new PdfStream(Object.entries(entries), bytes))
  return pdf.register(
    PdfDict.of({
      Type: PdfName.of('Filespec'),
      F: PdfString.fromString(name),
      UF: PdfString.fromString(name),
      EF: PdfDict.of({ F: file, UF: file }),
      Desc: PdfString.fromString(description),
      AFRelationship: PdfName.of('Data'),
    }),
  )
}

const maxNodes = 1_000

/** The attachments of this name: more than one where a reader could show either. Throws `UnusualPdf`. */
export function attachmentsNamed(source: ObjectSource, name: string): Uint8Array[] {
  const resolve = (ref: PdfRef) => source.getObject(ref)
  const root = source.getCatalog().getDict('Names', resolve)?.getDict('EmbeddedFiles', resolve)
  const pending = root ? [root] : []
  const visited = new Set<PdfDict>()
  const found: Uint8Array[] = []
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (visited.has(node) || visited.size === maxNodes) throw new UnusualPdf('The attachments are in no order')
    visited.add(node)
    const names = node.getArray('Names', resolve)?.toArray() ?? []
    for (const [index, key] of names.entries())
      if (index % 2 === 0 && key instanceof PdfString && key.asString() === name)
        found.push(attachedBytes(source, names[index + 1]))
    for (const kid of node.getArray('Kids', resolve)?.toArray() ?? []) {
      const child = kid instanceof PdfRef ? resolve(kid) : kid
      if (child instanceof PdfDict) pending.push(child)
    }
  }
  return found
}

function attachedBytes(source: ObjectSource, value: unknown): Uint8Array {
  const resolve = (ref: PdfRef) => source.getObject(ref)
  const specification = value instanceof PdfRef ? resolve(value) : value
  const files = specification instanceof PdfDict ? specification.getDict('EF', resolve) : undefined
  const file = files?.get('F', resolve)
  if (!(file instanceof PdfStream)) throw new UnusualPdf('An attachment has no content')
  return decodedData(file)
}
