import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { type Drawing, drawingBytes, drawLine, ink, newDrawing, numbers, strokeRectangle } from './drawing.ts'
import { embedFonts, type Fonts, fontResources } from './fonts.ts'
import { type Box, displayedToUserSpace } from './page-geometry.ts'
import { type Page, readPageTree } from './page-tree.ts'
import {
  drawFittedText,
  drawSignatureBlock,
  initialsOf,
  inset,
  type SignerIdentity,
  utcDate,
} from './signature-block.ts'
import { drawSignaturePages, signaturePageSize } from './signature-page.ts'
import { drawWatermark, watermarkResources } from './watermark.ts'

/** `page` counts from 1; `x` and `y` are the top-left corner of the field, from the top-left of the page as displayed. */
export type StampField = Box & { page: number } & (
    | { type: 'signature' | 'initials' | 'date' }
    | { type: 'text'; value: string }
    | { type: 'checkbox'; value: boolean }
  )

/** A signer without a field of type `signature` gets a block on an appended signature page. */
export type SignerStamps = SignerIdentity & { fields: StampField[] }

export type StampOptions = { title: string; watermark: string | null }

export type StampedPdf = {
  bytes: Uint8Array
  /** Whether the original's bytes are an exact prefix. They are not when its cross-reference table had to be rebuilt. */
  originalIsPrefix: boolean
  pageCount: number
}

/**
 * Makes the signatures visible, as an incremental update. The document must have passed `inspectPdf`, and its fields
 * `fieldFits`. The drawing of a page is one form XObject: the page's own content and shared resources stay untouched.
 */
export async function stampPdf(
  original: Uint8Array,
  signers: SignerStamps[],
  options: StampOptions,
): Promise<StampedPdf> {
  const pdf = await PDF.load(original)
  const pages = readPageTree(pdf)
  if (typeof pages === 'string') throw new Error(`The page tree cannot be stamped: ${pages}`)
  const withoutField = signers.filter((signer) => !signer.fields.some((field) => field.type === 'signature'))
  const hasStamps = options.watermark !== null || signers.some((signer) => signer.fields.length > 0)
  if (!hasStamps && withoutField.length === 0) {
    return { bytes: original, originalIsPrefix: true, pageCount: pages.length }
  }
  const fonts = await embedFonts(pdf)
  for (const [index, page] of pages.entries())
    stampPage(pdf, fonts, page, fieldsOf(signers, index + 1), options.watermark)
  const appended = appendPages(pdf, drawSignaturePages(fonts, withoutField, options), fonts)
  const originalIsPrefix = pdf.canSaveIncrementally() === null
  const bytes = await pdf.save({ incremental: true, subsetFonts: true })
  return { bytes, originalIsPrefix, pageCount: pages.length + appended }
}

type PlacedField = { signer: SignerIdentity; field: StampField }

function fieldsOf(signers: SignerStamps[], pageNumber: number): PlacedField[] {
  return signers.flatMap((signer) =>
    signer.fields.filter((field) => field.page === pageNumber).map((field) => ({ signer, field })),
  )
}

function stampPage(pdf: PDF, fonts: Fonts, page: Page, fields: PlacedField[], watermark: string | null) {
  if (fields.length === 0 && watermark === null) return
  const drawing = newDrawing(fonts)
  if (watermark !== null) drawWatermark(drawing, watermark, page.geometry)
  for (const { signer, field } of fields) {
    const { x, width, height } = field
    drawField(drawing, signer, field, { x, y: page.geometry.height - field.y - height, width, height })
  }
  showOnPage(pdf, page, pdf.register(formXObject(drawing, page.geometry)))
}

function drawField(drawing: Drawing, signer: SignerIdentity, field: StampField, box: Box) {
  switch (field.type) {
    case 'signature':
      return drawSignatureBlock(drawing, signer, box)
    case 'initials':
      return drawFittedText(drawing, initialsOf(signer.name), inset(box, 1), { bold: true, maxSize: 24 })
    case 'date':
      return drawFittedText(drawing, utcDate(signer.signedAt), inset(box, 1), { bold: false, maxSize: 12 })
    case 'text':
      return drawFittedText(drawing, field.value, inset(box, 1), { bold: false, maxSize: 12 })
    case 'checkbox':
      return drawCheckbox(drawing, box, field.value)
  }
}

function drawCheckbox(drawing: Drawing, box: Box, checked: boolean) {
  const side = Math.min(box.width, box.height) * 0.9
  const square = { x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side }
  strokeRectangle(drawing, square, ink, Math.max(0.5, side / 16))
  if (!checked) return
  const at = (right: number, up: number): [number, number] => [square.x + side * right, square.y + side * up]
  drawLine(drawing, at(0.2, 0.5), at(0.43, 0.24), ink, side / 9)
  drawLine(drawing, at(0.4, 0.24), at(0.82, 0.8), ink, side / 9)
}

function formXObject(drawing: Drawing, size: { width: number; height: number }): PdfStream {
  const form = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: boxArray(size),
    Resources: drawingResources(drawing.fonts),
  })
  return new PdfStream(form, drawingBytes(drawing))
}

function drawingResources(fonts: Fonts): PdfDict {
  return PdfDict.of({ Font: fontResources(fonts), ExtGState: watermarkResources() })
}

/** Puts what is there between q and Q, so that a transformation it leaves behind does not move what comes on top. */
function showOnPage(pdf: PDF, page: Page, form: PdfRef) {
  const resources = page.resources?.clone() ?? new PdfDict()
  const shown = resources.getDict('XObject', (ref) => pdf.getObject(ref))?.clone() ?? new PdfDict()
  const name = unusedName(shown, 'Stamps')
  shown.set(name, form)
  resources.set('XObject', shown)
  page.dict.set('Resources', resources)
  const show = `\nQ q ${numbers(...displayedToUserSpace(page.geometry))} cm /${name} Do Q\n`
  const before = pdf.register(new PdfStream([], Buffer.from('q\n')))
  const after = pdf.register(new PdfStream([], Buffer.from(show)))
  page.dict.set('Contents', new PdfArray([before, ...contentsOf(pdf, page.dict), after]))
}

function contentsOf(pdf: PDF, page: PdfDict): PdfObject[] {
  const contents = page.get('Contents')
  if (!contents) return []
  const object = contents instanceof PdfRef ? pdf.getObject(contents) : contents
  return object instanceof PdfArray ? object.toArray() : [contents]
}

function unusedName(names: PdfDict, wanted: string): string {
  for (let suffix = 0; ; suffix += 1) if (!names.has(`${wanted}${suffix}`)) return `${wanted}${suffix}`
}

/**
 * Adds to the root of the page tree only; the library would flatten the tree, and pages would lose what they inherit.
 * So what a new page could inherit is set on itself.
 */
function appendPages(pdf: PDF, drawings: Drawing[], fonts: Fonts): number {
  if (drawings.length === 0) return 0
  const rootRef = pdf.getCatalog().getRef('Pages')
  const root = rootRef && pdf.getObject(rootRef)
  if (!rootRef || !(root instanceof PdfDict)) throw new Error('The document has no page tree')
  const kids = root.getArray('Kids', (ref) => pdf.getObject(ref))?.toArray() ?? []
  const pages = drawings.map((drawing) =>
    pdf.createDict({
      Type: PdfName.of('Page'),
      Parent: rootRef,
      MediaBox: boxArray(signaturePageSize),
      CropBox: boxArray(signaturePageSize),
      Rotate: PdfNumber.of(0),
      Resources: drawingResources(fonts),
      Contents: pdf.register(new PdfStream([], drawingBytes(drawing))),
    }),
  )
  const count = root.getNumber('Count', (ref) => pdf.getObject(ref))?.value ?? 0
  root.set('Kids', new PdfArray([...kids, ...pages]))
  root.set('Count', PdfNumber.of(count + pages.length))
  return pages.length
}

function boxArray({ width, height }: { width: number; height: number }): PdfArray {
  return new PdfArray([0, 0, width, height].map((value) => PdfNumber.of(value)))
}
