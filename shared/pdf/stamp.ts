import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core'
import type { Appearance } from './active-content/appearance.ts'
import type { DocumentUpdate } from './document-update.ts'
import {
  type Drawing,
  drawingBytes,
  drawLine,
  drawLines,
  ink,
  newDrawing,
  numbers,
  strokeRectangle,
  withinState,
} from './drawing.ts'
import { type FieldText, placeFieldText } from './field-text.ts'
import { addFonts, type Fonts, looseFonts } from './fonts.ts'
import type { GivenMention, GivenSignature } from './given-signature.ts'
import { prepareSignatures } from './given-signatures.ts'
import { initialsOf } from './initials.ts'
import { apart, PageContentForms } from './page-content-form.ts'
import { type Box, displayedToUserSpace, identity, type PageGeometry } from './page-geometry.ts'
import { countPages, findPages, type Page } from './page-tree.ts'
import { drawSignatureBlock, type SignerIdentity } from './signature-block.ts'
import { type DrawBlock, drawSignaturePages, signaturePageSize } from './signature-page.ts'
import { drawSigningRecord, type SigningRecord } from './signing-record.ts'
import { recordMessages } from './signing-record-messages/catalog.ts'
import { drawWatermark, watermarkResources } from './watermark.ts'

/**
 * `page` counts from 1; `x` and `y` are the top-left corner of the field, from the top-left of the page as displayed. A
 * `value` is what the signer gave, or what the field held for them.
 */
export type StampField = Box & { page: number } & (
    | { type: 'signature' }
    | { type: 'initials' }
    | { type: 'date' | 'text'; value: string }
    | { type: 'checkbox'; value: boolean }
    | { type: 'handwritten_mention'; drawing: GivenMention }
  )

/**
 * A signer without a field of type `signature` gets a block on an appended signature page. Where they gave no `signature`
 * of their own, their name stands for it.
 */
export type SignerStamps = SignerIdentity & { fields: StampField[]; signature?: GivenSignature }

export type StampOptions = {
  title: string
  watermark: string | null
  /** What the document is to say of how it was signed, on pages of its own. */
  record?: SigningRecord
  /** Blocks on the signature page stay empty, because they become the fields of signatures. Told where each is, from the bottom-left. */
  onEmptyBlock?: (signer: SignerIdentity, box: Box) => void
}

/**
 * Makes the signatures visible, and gives the number of pages that the document then has. It must have passed
 * `inspectPdf` and be one fixed picture, as annotations would lie over the stamps, and its fields `fieldFits`. The page's own content and the stamps become one form XObject each: neither
 * can change how the other is shown.
 */
export async function stampDocument(
  update: DocumentUpdate,
  signers: readonly SignerStamps[],
  options: StampOptions,
): Promise<number> {
  const count = countPages(update)
  const withoutField = signers.filter((signer) => !signer.fields.some((field) => field.type === 'signature'))
  const hasStamps = options.watermark !== null || signers.some((signer) => signer.fields.length > 0)
  if (!hasStamps && withoutField.length === 0 && !options.record) return count
  const loose = await looseFonts({ withHandwriting: signers.some(({ signature }) => signature?.mode === 'typed') })
  const logo = options.record?.brand?.logo
  const ofLogo = { id: 'logo', signature: logo ? ({ mode: 'uploaded', value: logo } as const) : undefined }
  const { drawings, images } = await prepareSignatures(update, [...signers, ofLogo])
  const drawBlock: DrawBlock = (drawing, signer, box) => {
    if (options.onEmptyBlock) options.onEmptyBlock(signer, box)
    else drawSignatureBlock(drawing, signer, box, drawings.get(signer) ?? null)
  }
  const drawMention: Means['drawMention'] = (drawing, field, box) => drawings.get(field)?.(drawing, box)
  const stamped = Array.from(findPages(update, stampedPages(signers, options, count)), ([number, page]) => {
    const fields = fieldsOf(signers, number)
    return {
      page,
      drawing: drawingOn(page, fields, { fonts: loose.fonts, drawBlock, drawMention }, options.watermark),
    }
  })
  const heading = recordMessages[options.record?.locale ?? 'en'].signatures
  const appended = [
    ...drawSignaturePages(loose.fonts, withoutField, { ...options, heading, drawBlock }),
    ...(options.record
      ? drawSigningRecord(loose.fonts, options.record, {
          watermark: options.watermark,
          drawLogo: drawings.get(ofLogo) ?? null,
        })
      : []),
  ]
  const resources = PdfDict.of({ Font: addFonts(update, loose), ExtGState: watermarkResources(), XObject: images })
  const contents = new PageContentForms(update)
  for (const { page, drawing } of stamped) {
    const stamps = update.register(formXObject(drawing, page.geometry, resources))
    const content = contents.of(page)
    showOnPage(update, page, content, { form: stamps, matrix: displayedToUserSpace(page.geometry) })
  }
  appendPages(update, appended, resources)
  return count + appended.length
}

/** The numbers of the pages that change. */
function stampedPages(signers: readonly SignerStamps[], { watermark }: StampOptions, count: number): Set<number> {
  if (watermark !== null) return new Set(Array.from({ length: count }, (_, index) => index + 1))
  return new Set(signers.flatMap((signer) => signer.fields.map((field) => field.page)))
}

type MentionField = Extract<StampField, { type: 'handwritten_mention' }>
type Means = {
  fonts: Fonts
  drawBlock: DrawBlock
  drawMention: (drawing: Drawing, field: MentionField, box: Box) => void
}
type SmallField = Exclude<StampField, { type: 'signature' | 'handwritten_mention' }>
type PlacedField = { signer: SignerIdentity; field: StampField }

function fieldsOf(signers: readonly SignerStamps[], pageNumber: number): PlacedField[] {
  return signers.flatMap((signer) =>
    signer.fields.filter((field) => field.page === pageNumber).map((field) => ({ signer, field })),
  )
}

/** Of a field, which is measured from the top: as the page is displayed, from the bottom. */
function boxOnPage(geometry: PageGeometry, { x, y, width, height }: Box): Box {
  return { x, y: geometry.height - y - height, width, height }
}

function drawingOn(page: Page, fields: PlacedField[], means: Means, watermark: string | null): Drawing {
  const drawing = newDrawing(means.fonts)
  if (watermark !== null) drawWatermark(drawing, watermark, page.geometry)
  for (const { signer, field } of fields) {
    const box = boxOnPage(page.geometry, field)
    // A field may be too small for a single letter, which must not cover what stands beside it.
    withinState(drawing, `${numbers(box.x, box.y, box.width, box.height)} re W n`, () => {
      if (field.type === 'signature') means.drawBlock(drawing, signer, box)
      else if (field.type === 'handwritten_mention') means.drawMention(drawing, field, box)
      else drawField(drawing, signer, field, box)
    })
  }
  return drawing
}

function drawField(drawing: Drawing, signer: SignerIdentity, field: SmallField, box: Box) {
  const drawFieldText = (type: FieldText['type'], text: string) =>
    drawLines(drawing, placeFieldText(drawing.fonts.typesetter, { type, text, box }, signer.locale), ink)
  switch (field.type) {
    case 'initials':
      return drawFieldText('initials', initialsOf(signer.name))
    case 'date':
    case 'text':
      return drawFieldText('text', field.value)
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

function formXObject(drawing: Drawing, size: { width: number; height: number }, resources: PdfDict): PdfStream {
  const form = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: boxArray(size),
    Resources: resources,
  })
  return new PdfStream(form, drawingBytes(drawing))
}

/**
 * Replaces the content of a page by forms: first what the document showed, then the stamps, which are artifacts among
 * tagged content (ISO 32000-2 §14.8.2.2).
 */
function showOnPage(update: DocumentUpdate, page: Page, content: PdfRef, stamps: Appearance) {
  const resources = page.resources?.clone() ?? new PdfDict()
  const forms = resources.getDict('XObject', (ref) => update.getObject(ref))?.clone() ?? new PdfDict()
  const show = ({ form, matrix }: Appearance, wanted: string) => {
    const name = unusedName(forms, wanted)
    forms.set(name, form)
    return matrix === identity ? `/${name} Do` : `${numbers(...matrix)} cm /${name} Do`
  }
  const operators = [
    `${apart(show({ form: content, matrix: identity }, 'Content'))}\n`,
    `/Artifact BMC q ${show(stamps, 'Stamps')} Q EMC\n`,
  ]
  resources.set('XObject', forms)
  page.dict.set('Resources', resources)
  page.dict.set('Contents', update.register(new PdfStream([], Buffer.from(operators.join('')))))
}

function unusedName(names: PdfDict, wanted: string): string {
  for (let suffix = 0; ; suffix += 1) if (!names.has(`${wanted}${suffix}`)) return `${wanted}${suffix}`
}

/**
 * Adds to the root of the page tree only; the library would flatten the tree, and pages would lose what they inherit.
 * So what a new page could inherit is set on itself.
 */
function appendPages(update: DocumentUpdate, drawings: Drawing[], resources: PdfDict) {
  if (drawings.length === 0) return
  const rootRef = update.getCatalog().getRef('Pages')
  const root = rootRef && update.getObject(rootRef)
  if (!rootRef || !(root instanceof PdfDict)) throw new Error('The document has no page tree')
  const kids = root.getArray('Kids', (ref) => update.getObject(ref))?.toArray() ?? []
  const pages = drawings.map((drawing) =>
    update.register(
      PdfDict.of({
        Type: PdfName.of('Page'),
        Parent: rootRef,
        MediaBox: boxArray(signaturePageSize),
        CropBox: boxArray(signaturePageSize),
        Rotate: PdfNumber.of(0),
        Resources: resources,
        Contents: update.register(new PdfStream([], drawingBytes(drawing))),
      }),
    ),
  )
  const count = root.getNumber('Count', (ref) => update.getObject(ref))?.value ?? 0
  root.set('Kids', new PdfArray([...kids, ...pages]))
  root.set('Count', PdfNumber.of(count + pages.length))
}

function boxArray({ width, height }: { width: number; height: number }): PdfArray {
  return new PdfArray([0, 0, width, height].map((value) => PdfNumber.of(value)))
}
